import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { newId } from '#server/new-id.ts';
import {
  askToClose,
  billing,
  book,
  callRefund,
  charges,
  coParent,
  lastMail,
  setRenewal,
} from '../../setup/account-calls.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { eventually } from '../../setup/sandbox.ts';
import { parentOf, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  drain,
  moveClockTo,
  paidMeanwhile,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

/** Somebody whose subscription was not renewed and ended forty days ago. */
async function lapsed(site: TestSite): Promise<{ parent: Subscriber; today: Day }> {
  const parent = await subscribe(site);
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  const today = moveClockTo(site, parent.periodEnd, 40);
  await runDue(site);
  return { parent, today };
}

test('9-18: after a lapse it can restart once, for a year from today', async () => {
  const site = await openSite();
  const { parent, today } = await lapsed(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([{ state: 'LAPSED', mayRestart: true }]);
  const submit = await atRestart(site, parent);
  const answers = await Promise.all([submit(), submit(), submit()]);
  expect(answers.some(({ body: { outcome } }) => outcome === 'PAID')).toBe(true);
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
  ]);
  expect(await subscriptionOf(site, parent)).toMatchObject({
    state: 'CURRENT',
    autoRenew: true,
    anchorDate: today,
    periodStart: today,
  });
  await eventually(
    () => submit(),
    ({ body: { code } }) => code === 'ALREADY_PAID',
  );
});

test('PAY1: a restart overtaken by another plan is refunded in full, and the page says so', async () => {
  const site = await openSite();
  const { parent } = await lapsed(site);
  const submit = await atRestart(site, parent);
  paidMeanwhile(site, parent.userId);
  const key = randomUUID();
  const paid = await submit(key);
  expect(paid).toMatchObject({ status: 200, body: { outcome: 'PAID', givenBack: true } });
  expect((await submit(key)).body.receipt.orderId).toBe(paid.body.receipt.orderId);
  await drain(site, { times: 2 });
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
    ['void', 14_400],
  ]);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  expect(await site.dependencies.db.selectFrom('refunds').select(['reason', 'state']).execute()).toEqual([
    { reason: 'NOT_COMPLETED', state: 'VOIDED' },
  ]);
  const refund = await lastMail(site, parent);
  expect(refund?.subject).toContain('refund');
  expect(refund?.text.replaceAll(/\s+/g, ' ')).toContain('What you paid for could not be started');
});

test('PAY1: a restart that is resent while the first submission is being paid gets its own receipt, not another price', async () => {
  const site = await openSite();
  const { parent } = await lapsed(site);
  const submit = await atRestart(site, parent);
  const { tax } = site.dependencies;
  const realTaxes = tax.taxesFor;
  const answers: Awaited<ReturnType<typeof submit>>[] = [];
  const key = randomUUID();
  tax.taxesFor = async (asked) => {
    tax.taxesFor = realTaxes;
    answers.push(await submit(key));
    const risen = { name: 'SALES_TAX', region: 'MN', rate: 1000, taxablePercent: 100, amountCents: 144 } as const;
    return { ...(await realTaxes(asked)), lines: [risen] };
  };
  answers.push(await submit(key));
  const [first, again] = answers;
  expect(first).toMatchObject({ status: 200, body: { outcome: 'PAID' } });
  expect(again?.body).toEqual(first?.body);
  expect(await book(site)).toHaveLength(2);
});

test('9-19: of two subscriptions that have ended one begins again: twenty submissions on both make one charge', async () => {
  const site = await openSite();
  const { parent } = await lapsed(site);
  const { db } = site.dependencies;
  const other = { ...(await subscriptionOf(site, parent)), id: newId(new Date()) };
  await db.insertInto('subscriptions').values(other).execute();
  const one = await atRestart(site, parent);
  const another = await atRestart(site, { ...parent, subscriptionId: other.id });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? one() : another())));
  expect(answers.some(({ body }) => body.outcome === 'PAID')).toBe(true);
  expect(await book(site)).toEqual([
    ['sale', 14_400],
    ['sale', 14_400],
  ]);
  expect(await db.selectFrom('subscriptions').select('state').orderBy('state').execute()).toEqual([
    { state: 'CURRENT' },
    { state: 'LAPSED' },
  ]);
});

test('9-20: closing an account while its restart is charged starts nothing, and the charge is refunded', async () => {
  const site = await openSite();
  const { db, gateway } = site.dependencies;
  const { parent } = await lapsed(site);
  await askToClose(site, parent.userId);
  moveClockTo(site, parent.periodEnd, 80);
  const { id } = await db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
  const submit = await atRestart(site, parent);
  const realSale = gateway.sale;
  gateway.sale = async (request) => {
    const answer = await realSale(request);
    await closeAccount(site.dependencies, id);
    return answer;
  };
  expect(await submit()).toMatchObject({ status: 200, body: { outcome: 'PAID', givenBack: true } });
  await drain(site);
  expect((await subscriptionOf(site, parent)).state).toBe('LAPSED');
  expect((await book(site)).slice(1)).toEqual([
    ['sale', 14_400],
    ['void', 14_400],
  ]);
});

test('M4: refunded, it can begin again the same day, once, at the full price; what was refunded is credited to no upgrade', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  await upgrade(site, parent, { packageId: 1002 });
  await callRefund(site, parent.userId);
  await drain(site);
  expect((await billing(site, parent.userId)).subscriptions).toMatchObject([
    { state: 'REFUNDED', mayRestart: true, mayResume: false },
  ]);
  const submit = await atRestart(site, parent);
  const answers = await Promise.all(Array.from({ length: 5 }, () => submit()));
  expect(answers.some(({ body: { outcome } }) => outcome === 'PAID')).toBe(true);
  await drain(site, { times: 2 });
  expect((await book(site)).sort()).toEqual([
    ['sale', 14_400],
    ['sale', 19_800],
    ['sale', 5_400],
    ['void', 14_400],
    ['void', 5_400],
  ]);
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', autoRenew: true, packageId: 1002 });
  const shown = await billing(site, parent.userId);
  expect(shown.subscriptions).toMatchObject([{ state: 'CURRENT', mayRestart: false }]);
  // Its receipt mentions a new start, not a renewal.
  expect(shown.receipts.map(({ purpose }) => purpose)).toEqual(['NEW_START', 'UPGRADE', 'SIGN_UP']);
  expect(await lastMail(site, parent)).toMatchObject({
    subject: 'Your Evenkeel receipt',
    text: expect.stringContaining('Your Evenkeel subscription is active again.'),
  });
  // Only a first payment is refundable by the user.
  expect(shown.refund).toBeNull();
  const { db } = site.dependencies;
  expect(
    await db.selectFrom('subscriptionPeriods').select(['paidCents', 'refunded']).orderBy('orderId').execute(),
  ).toEqual([
    { paidCents: 14_400, refunded: true },
    { paidCents: 19_800, refunded: false },
  ]);
  expect(await db.selectFrom('subscriptionUpgrades').select('refunded').execute()).toEqual([{ refunded: true }]);
});

test('M4: a holder whose plan was paid by the other parent restarts at their own cost once the payer’s term is over', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await callRefund(site, payer.userId);
  await drain(site);
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  const mail = await lastMail(site, { email: payer.coParentEmail });
  expect(mail?.links).toContain('http://localhost:3000/app/account/restart');
  expect((await billing(site, other.userId)).subscriptions).toMatchObject([
    { state: 'LAPSED', heldBy: null, mayRestart: true },
  ]);
  expect((await billing(site, payer.userId)).subscriptions).toMatchObject([
    { state: 'REFUNDED', heldBy: null, mayRestart: true },
    { state: 'LAPSED', heldBy: 'Joe', mayRestart: false },
  ]);
  const submit = await atRestart(site, other, 'fake-valid-visa-nonce');
  expect((await submit()).body.outcome).toBe('PAID');
  expect((await billing(site, other.userId)).subscriptions).toMatchObject([
    { state: 'CURRENT', paidBy: null, autoRenew: true },
  ]);
  // The former payer is no longer charged for it and does not see it.
  expect((await billing(site, payer.userId)).subscriptions).toHaveLength(1);
});

test('the other parent sees nothing of the card that pays for their plan: not declined, being charged, or paid', async () => {
  const site = await openSite();
  const { gateway } = site.dependencies;
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  const path = `/v2/account/subscriptions/${other.subscriptionId}/restart/payment`;
  const read = async () =>
    (await send(site.app, { method: 'GET', path, headers: await signedIn(site, other.userId) })).body;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  expect(await read()).toEqual({ outcome: 'NONE' });
  gateway.sale = async (request) => {
    await realSale(request);
    return { outcome: 'unknown', cause: 'timeout' };
  };
  moveClockTo(site, payer.periodEnd, 3);
  await runDue(site);
  await setRenewal(site, payer.userId, other.subscriptionId, false);
  const submit = async () => (await atRestart(site, other, 'fake-valid-visa-nonce'))();
  expect((await submit()).body.code).toBe('PAYMENT_IN_PROGRESS');
  expect(await read()).toEqual({ outcome: 'NONE' });
  gateway.sale = realSale;
  const unknown = site.dependencies.db.selectFrom('paymentAttempts').select('id').where('state', '=', 'UNKNOWN');
  for (const { id } of await unknown.execute()) await reconcileAttempt(site.dependencies, id);
  expect(await charges(site)).toHaveLength(3);
  expect(await read()).toEqual({ outcome: 'NONE' });
  expect((await submit()).body.outcome).toBe('PAID');
  expect(await read()).toMatchObject({ outcome: 'PAID' });
});

test('M4: a sign-up with the e-mail of an ended or refunded subscription is recognised before anything is charged; a closed account’s is free', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  const signUp = () =>
    send<{ validationErrors: { field: string }[] }>(site.app, {
      method: 'POST',
      path: '/v2/registrations',
      body: { parent: parentOf(parent.email), knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
    });
  for (const state of ['LAPSED', 'REFUNDED'] as const) {
    await db.updateTable('subscriptions').set({ state }).execute();
    expect(await signUp()).toMatchObject({ status: 409, body: { validationErrors: [{ field: 'parent.duplicate' }] } });
  }
  await askToClose(site, parent.userId);
  moveClockTo(site, parent.periodEnd);
  await runDue(site);
  expect((await signUp()).status).toBe(201);
  expect(await book(site)).toEqual([['sale', 14_400]]);
});
