import { expect, test } from 'vitest';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { unsettledAttempts } from '#server/payments/payment-attempt-repository.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { charges, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import { mailsInOrder, moveClockTo, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { openSuspendable } from '../../setup/suspended.ts';

test('SUS1: suspended again soon after, a renewal is still announced anew and charged', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, { announced: false });
  const due = parent.periodEnd;
  await pass(addDays(due, -30), addDays(due, -30));
  await pass(addDays(due, -7), addDays(due, -7));
  await turn('SUSPEND_CHARGES');
  await pass(due, due);
  expect(await pass(addDays(due, 39), addDays(due, 39))).toEqual([]);
  await turn('RESUME_CHARGES');
  expect(await pass(addDays(due, 39), addDays(due, 40))).toEqual([]);
  await turn('SUSPEND_CHARGES');
  expect(await pass(addDays(due, 41), addDays(due, 50))).toEqual([]);
  await turn('RESUME_CHARGES');
  const charged = await pass(addDays(due, 50), addDays(due, 83));
  expect({ charged, state: (await subscriptionOf(site, parent)).state }).toEqual({
    charged: [addDays(due, 57)],
    state: 'CURRENT',
  });
});

test('SUS2: the mail of a postponed try names the method that was added meanwhile', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, { announced: false });
  const due = parent.periodEnd;
  await pass(addDays(due, -30), addDays(due, -30));
  await pass(addDays(due, -7), addDays(due, -7));
  await site.dependencies.db.deleteFrom('paymentMethods').where('userId', '=', parent.userId).execute();
  await pass(due, due);
  await turn('SUSPEND_CHARGES');
  await pass(addDays(due, 1), addDays(due, 1));
  expect((await replaceMethod(site, parent.userId)).status).toBeLessThan(300);
  await pass(addDays(due, 2), addDays(due, 4));
  await turn('RESUME_CHARGES');
  await pass(addDays(due, 4), addDays(due, 12));
  const mails = (await mailsInOrder(site, parent.email)).map(
    ({ subject, text }) => `${subject}\n${text.replaceAll(/\s+/g, ' ')}`,
  );
  const told = mails.filter((text) => text.includes('Next try')).at(-1);
  expect(told).toContain('Mastercard ending in 4444');
  expect(told).not.toContain('no payment method on file');
});

test('SUS2: the mail of a postponed try names this year’s amount, which is charged', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, { announced: false });
  const due = parent.periodEnd;
  await pass(addDays(due, -30), addDays(due, -30));
  await pass(addDays(due, -7), addDays(due, -7));
  expect(await pass(due, due)).toEqual([due]);
  const headers = await signedIn(site, parent.userId);
  const path = `/v2/account/subscriptions/${parent.subscriptionId}/renewal-choice`;
  const order = { packageId: 1002, productId: null, services: [] };
  const priced = await send<{ plan: unknown; quote: { taxId: string } }>(site.app, {
    method: 'POST',
    path: `${path}s/prices`,
    body: { order },
    headers,
  });
  const chosen = await send(site.app, {
    method: 'PUT',
    path,
    body: { order, taxId: priced.body.quote.taxId },
    headers,
  });
  expect(chosen.status).toBe(200);
  const next = anniversary(due, 1);
  await pass(addDays(next, -30), addDays(next, -30));
  await pass(addDays(next, -7), addDays(next, -7));
  await site.dependencies.db.deleteFrom('paymentMethods').where('userId', '=', parent.userId).execute();
  await pass(next, next);
  await turn('SUSPEND_CHARGES');
  await pass(addDays(next, 1), addDays(next, 1));
  expect((await replaceMethod(site, parent.userId)).status).toBeLessThan(300);
  await pass(addDays(next, 2), addDays(next, 4));
  await turn('RESUME_CHARGES');
  await pass(addDays(next, 4), addDays(next, 12));
  const told = (await mailsInOrder(site, parent.email))
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .filter((text) => text.includes('Next try'))
    .at(-1);
  expect((await charges(site)).at(-1)).toBe(19_800);
  expect(told).toContain('US$198.00');
});

test('SUS2: the mail of a postponed try names the tax of the place to which its payer has moved, which is charged', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site);
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2001', kind: 'soft', reason: 'card_declined' });
  const due = parent.periodEnd;
  await pass(due, due);
  gateway.sale = realSale;
  await turn('SUSPEND_CHARGES');
  await pass(addDays(due, 1), addDays(due, 10));
  const austin = { city: 'Austin', region: 'TX', postalCode: '78701' };
  await site.dependencies.db.updateTable('users').set(austin).where('id', '=', parent.userId).execute();
  await turn('RESUME_CHARGES');
  expect(await pass(addDays(due, 10), addDays(due, 18))).toEqual([addDays(due, 17)]);
  const told = (await mailsInOrder(site, parent.email)).filter(({ text }) => text.includes('Next try')).at(-1);
  expect((await charges(site)).at(-1)).toBe(15_120);
  expect(told?.text).toContain('US$151.20');
});

test('SUS1: a renewal whose charge is in doubt while charges go on again is not announced for another day', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site);
  const due = parent.periodEnd;
  const { gateway } = site.jobDependencies;
  const { sale, findSale } = gateway;
  gateway.sale = async (request) => {
    await sale(request);
    return { outcome: 'unknown', cause: 'timeout' };
  };
  gateway.findSale = async () => ({ outcome: 'unknown', cause: 'timeout' });
  await pass(due, due);
  await turn('SUSPEND_CHARGES');
  await pass(addDays(due, 1), addDays(due, 1));
  await turn('RESUME_CHARGES');
  await pass(addDays(due, 1), addDays(due, 1));
  const subjects = (await mailsInOrder(site, parent.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes(' renews on '))).toEqual([]);
  Object.assign(gateway, { sale, findSale });
  const [open] = await unsettledAttempts(site.dependencies.db, { before: site.clock.now(), limit: 1 });
  await reconcileAttempt(site.jobDependencies, open?.id ?? '');
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodStart: due });
  expect(await charges(site)).toEqual([14_400, 14_400]);
});

test.each([
  ['whose last reminder was a day late', false],
  ['resumed in the last week', true],
])('SUS1: a renewal %s is announced anew and charged after a short suspension', async (_, cancelsAndResumes) => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, { announced: false });
  const due = parent.periodEnd;
  await pass(addDays(due, -30), addDays(due, -30));
  if (cancelsAndResumes) {
    await setRenewal(site, parent.userId, parent.subscriptionId, false);
    await pass(addDays(due, -7), addDays(due, -4));
    expect((await setRenewal(site, parent.userId, parent.subscriptionId, true)).status).toBe(200);
    await pass(addDays(due, -3), addDays(due, -1));
  } else await pass(addDays(due, -6), addDays(due, -1));
  expect((await turn('SUSPEND_CHARGES')).statusCode).toBe(200);
  expect(await pass(due, due)).toEqual([]);
  moveClockTo(site, addDays(due, 1));
  expect((await turn('RESUME_CHARGES')).statusCode).toBe(200);
  const charged = await pass(addDays(due, 1), addDays(due, 33));
  const { state } = await subscriptionOf(site, parent);
  expect({ state, charged }).toEqual({ state: 'CURRENT', charged: [addDays(due, 8)] });
});
