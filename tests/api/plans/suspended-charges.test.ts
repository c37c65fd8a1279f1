import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { readEntitlements } from '#server/plans/entitlements.ts';
import { renewSubscription } from '#server/plans/renew-subscription.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { billing, charges, setRenewal } from '../../setup/account-calls.ts';
import { send } from '../../setup/sign-up.ts';
import type { TestSite } from '../../setup/site.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  runDue,
  type Subscriber,
  signedIn,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';
import { openSuspendable } from '../../setup/suspended.ts';

const subjects = async (site: TestSite, { email }: Subscriber, word: string) =>
  (await mailsInOrder(site, email)).filter(({ subject }) => subject.includes(word)).map(({ text }) => text);

const inWords = (day: Day) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

test('SUS1: while charges are suspended nothing is charged and plans stay usable; afterwards a renewal whose day passed is announced anew and charged once', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site, { announced: false });
  const due = parent.periodEnd;
  await pass(addDays(due, -31), addDays(due, -31));
  expect(await pass(addDays(due, -7), addDays(due, -1))).toEqual([]);
  expect((await turn('SUSPEND_CHARGES')).statusCode).toBe(200);
  expect((await turn('SUSPEND_CHARGES')).statusCode).toBe(409);
  // Longer than a renewal may otherwise be late.
  expect(await pass(due, addDays(due, 40))).toEqual([]);
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({
    state: 'CURRENT',
    suspended: true,
    periodEnd: addDays(due, 47),
  });
  expect(await readEntitlements(site.dependencies, parent.userId)).toMatchObject({ plan: 'ESSENTIALS' });
  const told = (await subjects(site, parent, ' renews on ')).length;
  expect((await turn('RESUME_CHARGES')).statusCode).toBe(200);
  const newDay = addDays(due, 47);
  expect(await pass(addDays(due, 40), addDays(due, 50))).toEqual([newDay]);
  const announced = (await subjects(site, parent, ' renews on ')).slice(told);
  expect(announced).toHaveLength(1);
  expect(announced[0]).toContain(inWords(newDay));
  expect(await subscriptionOf(site, parent)).toMatchObject({ state: 'CURRENT', periodStart: due });
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ suspended: false });
});

test('SUS1: resumed on its very day, a renewal is charged on it; a cancelled one ends meanwhile', async () => {
  const { site, turn, pass } = await openSuspendable();
  const [parent, leaving] = [await subscribe(site, { announced: false }), await subscribe(site, { announced: false })];
  const due = parent.periodEnd;
  await pass(addDays(due, -8), addDays(due, -8));
  await setRenewal(site, leaving.userId, leaving.subscriptionId, false);
  await pass(addDays(due, -7), addDays(due, -7));
  await turn('SUSPEND_CHARGES');
  expect(await pass(due, due)).toEqual([]);
  expect(await subscriptionOf(site, leaving)).toMatchObject({ state: 'LAPSED' });
  await turn('RESUME_CHARGES');
  expect(await pass(due, due)).toEqual([due]);
});

test('SUS2: a retry whose day passed is announced anew, and cannot be pressed forward meanwhile', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site);
  const { gateway } = site.jobDependencies;
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2001', kind: 'soft', reason: 'card_declined' });
  const due = parent.periodEnd;
  await pass(due, due);
  gateway.sale = realSale;
  await turn('SUSPEND_CHARGES');
  expect(await pass(addDays(due, 1), addDays(due, 10))).toEqual([]);
  const path = `/v2/account/subscriptions/${parent.subscriptionId}/renewal/tries`;
  const pressed = await send<{ code: string }>(site.app, {
    method: 'POST',
    path,
    headers: await signedIn(site, parent.userId),
  });
  expect(pressed.body.code).toBe('CHARGES_SUSPENDED');
  expect((await billing(site, parent.userId)).subscriptions[0]).toMatchObject({ state: 'CURRENT', suspended: true });
  const told = (await subjects(site, parent, 'could not be')).length;
  await turn('RESUME_CHARGES');
  const newDay = addDays(due, 17);
  expect(await pass(addDays(due, 10), addDays(due, 18))).toEqual([newDay]);
  const announced = (await subjects(site, parent, 'could not be')).slice(told);
  expect(announced).toHaveLength(1);
  expect(announced[0]?.replaceAll(/\s+/g, ' ')).toContain(`We'll try your payment method on ${inWords(newDay)}`);
  expect(announced[0]).not.toContain('was declined');
});

test('SUS2: before its day too, a retry is offered to be tried at once only when it can be', async () => {
  const { site, turn, pass } = await openSuspendable();
  const parent = await subscribe(site);
  const { gateway } = site.jobDependencies;
  gateway.sale = async () => ({ outcome: 'declined', code: '2001', kind: 'soft', reason: 'card_declined' });
  const due = parent.periodEnd;
  await pass(due, due);
  const headers = await signedIn(site, parent.userId);
  const path = `/v2/account/subscriptions/${parent.subscriptionId}/renewal/tries`;
  const offered = async () => (await billing(site, parent.userId)).subscriptions[0]?.mayTry;
  const tryNow = () => send<{ code?: string }>(site.app, { method: 'POST', path, headers });
  await turn('SUSPEND_CHARGES');
  expect([await offered(), (await tryNow()).body.code]).toEqual([false, 'CHARGES_SUSPENDED']);
  await turn('RESUME_CHARGES');
  // Once it was declined on its day; four times a day is the most.
  for (const [isOffered, code] of [[true], [true], [true], [false, 'CONFLICT']] as const) {
    expect([await offered(), (await tryNow()).body.code]).toEqual([isOffered, code]);
    await drain(site);
  }
});

test('SUS1: only billing and administrators suspend charges; a charge that was decided before is not sent afterwards', async () => {
  const { site, turn } = await openSuspendable();
  const parent = await subscribe(site);
  expect((await turn('SUSPEND_CHARGES', ['GROWTH'])).statusCode).toBe(403);
  moveClockTo(site, parent.periodEnd);
  const deciding = site.jobDependencies.readCatalog;
  // Priced already, and not yet claimed.
  const readCatalog = async () => {
    const catalog = await deciding();
    await turn('SUSPEND_CHARGES');
    return catalog;
  };
  await renewSubscription({ ...site.jobDependencies, readCatalog }, parent);
  await drain(site);
  expect(await charges(site)).toEqual([14_400]);
  await Promise.all([turn('RESUME_CHARGES'), turn('RESUME_CHARGES'), runDue(site), runDue(site)]);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 14_400]);
});
