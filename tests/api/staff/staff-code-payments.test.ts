import { expect, test } from 'vitest';
import { after, days } from '#server/clock.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { quoteUpgrade } from '#server/plans/quote-upgrade.ts';
import { storeYearCode } from '#server/pricing/activation-code-repository.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { billing, callRefund, charges, setRenewal } from '../../setup/account-calls.ts';
import { inviteCoParent } from '../../setup/invited.ts';
import { addressInMinnesota } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { offerOf, performAction, staffHeaders, viewPerson, writtenLog } from '../../setup/staff.ts';
import {
  drain,
  mailsInOrder,
  moveClockTo,
  renewTwiceAtOnce,
  runDue,
  type Subscriber,
  subscribe,
  subscriptionOf,
} from '../../setup/subscriber.ts';

/** Staff sessions are short, and years pass here. */
const bea = (site: TestSite) => staffHeaders(site, ['BILLING']);
let made = 0;

/** An unused code for a year of a package. */
async function addYear({ dependencies: { db }, clock }: TestSite, packageName = 'ESSENTIALS'): Promise<string> {
  const code = `YEAR-2345-${String((made += 1)).padStart(4, '2')}`;
  const at = clock.now();
  const worth = { code, packageName, priceCents: 14_400, expiresAt: after(at, days(800)), at };
  await db.transaction().execute((trx) => storeYearCode(trx, worth));
  return code;
}

const pay = async (site: TestSite, { userId, subscriptionId }: Subscriber, activationCode: string) =>
  performAction(site, await bea(site), userId, {
    action: 'PAY_WITH_CODE',
    subject: subscriptionId,
    inputs: { activationCode },
  });

const isOffered = async (site: TestSite, { userId }: Pick<Subscriber, 'userId'>) =>
  offerOf(await viewPerson(site, await bea(site), userId), 'PAY_WITH_CODE') !== undefined;

function decline({ jobDependencies: { gateway } }: TestSite): () => void {
  const realSale = gateway.sale;
  gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
  return () => {
    gateway.sale = realSale;
  };
}

const ordersOf = ({ dependencies: { db } }: TestSite, { userId }: Subscriber) =>
  db.selectFrom('orders').select(['totalCents', 'transactionId']).where('userId', '=', userId).orderBy('id').execute();

test('BIL: staff pay a renewal that was declined with a code: once, for nothing, and it renews a year later as before', async () => {
  const site = await openSite();
  const parent = await subscribe(site);
  const { periodEnd } = parent;
  const code = await addYear(site);
  moveClockTo(site, periodEnd, -31);
  expect(await isOffered(site, parent)).toBe(false);
  const restored = decline(site);
  moveClockTo(site, periodEnd);
  await runDue(site);
  moveClockTo(site, periodEnd, 1);
  restored();
  // Neither an unknown code, nor one of lower value, does anything.
  await site.dependencies.db.updateTable('subscriptions').set({ packageId: 1002 }).execute();
  for (const [typed, reason] of [
    ['YEAR-0000-0000', 'activation_code'],
    [code, 'code_pays_part'],
  ] as const)
    expect((await pay(site, parent, typed)).json()).toMatchObject({
      code: 'VALIDATION',
      validationErrors: [{ code: reason }],
    });
  await site.dependencies.db.updateTable('subscriptions').set({ packageId: 1001 }).execute();
  expect(await writtenLog(site)).toEqual([]);
  const codes = [code, code, await addYear(site), await addYear(site)];
  const tries = await Promise.all(codes.map((one) => pay(site, parent, one)));
  expect(tries.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  const done = tries.find(({ statusCode }) => statusCode === 200);
  const until = anniversary(periodEnd, 1);
  expect(done?.json()).toMatchObject({
    shown: [{ value: `From ${periodEnd} until ${until}` }, { value: 'US$0.00' }],
  });
  expect(await subscriptionOf(site, parent)).toMatchObject({
    state: 'CURRENT',
    autoRenew: true,
    periodStart: periodEnd,
    periodEnd: until,
    declinedOn: null,
    retryOn: null,
  });
  expect(await ordersOf(site, parent)).toMatchObject([{ totalCents: 14_400 }, { totalCents: 0, transactionId: null }]);
  await drain(site);
  const mail = (await mailsInOrder(site, parent.email)).at(-1);
  expect(codes.filter((one) => mail?.text.includes(one.slice(-4))).length).toBeGreaterThan(0);
  for (const one of codes) expect(JSON.stringify(await writtenLog(site))).not.toContain(one);
  moveClockTo(site, periodEnd, 20);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400]);
  moveClockTo(site, until);
  await runDue(site);
  expect(await charges(site)).toEqual([14_400, 14_400]);
});

test('BIL: an announced renewal is paid ahead with a code; concurrently with the renewal only one of them pays', async () => {
  const site = await openSite();
  const [ahead, racing] = [await subscribe(site), await subscribe(site)];
  const codes = [await addYear(site), await addYear(site)] as const;
  moveClockTo(site, ahead.periodEnd, -20);
  expect((await pay(site, ahead, codes[0])).statusCode).toBe(200);
  const year = anniversary(ahead.periodEnd, 1);
  expect(await billing(site, ahead.userId)).toMatchObject({
    subscriptions: [
      { periodEnd: year, state: 'CURRENT', term: { paidByCode: true, from: anniversary(ahead.periodEnd, -1) } },
    ],
  });
  // A larger plan costs the difference for that year, and for the days until it begins.
  const user = await readUser(site.dependencies.db, ahead.userId);
  const order = { packageId: 1002, productId: null, services: [] };
  const larger = user && (await quoteUpgrade(site.dependencies, { user, order, experiments: {} }));
  expect(larger).toMatchObject({ quote: { priced: { total: 19_800 - 14_400 } } });
  // It can be paid ahead once: the year after that is not announced.
  expect(await isOffered(site, ahead)).toBe(false);
  moveClockTo(site, ahead.periodEnd);
  await Promise.all([runDue(site), pay(site, racing, codes[1])]);
  await runDue(site);
  for (const one of [ahead, racing]) {
    expect(await subscriptionOf(site, one)).toMatchObject({ periodEnd: year, autoRenew: true });
    expect(await ordersOf(site, one)).toHaveLength(2);
  }
  const { redeemed } = await site.dependencies.db
    .selectFrom('activationCodeUses')
    .select((eb) => eb.fn.countAll<string>().as('redeemed'))
    .executeTakeFirstOrThrow();
  expect((await charges(site)).length + Number(redeemed)).toBe(4);
  // While it is unknown whether the money moved, nothing else can pay.
  const doubtful = await subscribe(site);
  moveClockTo(site, doubtful.periodEnd);
  site.jobDependencies.gateway.sale = async () => ({ outcome: 'unknown', cause: 'timeout' });
  await renewTwiceAtOnce(site, doubtful);
  expect(await isOffered(site, doubtful)).toBe(false);
});

test('BIL: an ended plan restarts with a code and does not renew; one code restarts one of two; a plan that is cancelled or paid by the other parent is not offered it', async () => {
  const site = await openSite();
  const [left, another, cancelled] = [await subscribe(site), await subscribe(site), await subscribe(site)];
  await callRefund(site, left.userId);
  await callRefund(site, another.userId);
  await setRenewal(site, cancelled.userId, cancelled.subscriptionId, false);
  const consents = () => site.dependencies.db.selectFrom('consents').select('id').execute();
  const before = (await consents()).length;
  await drain(site);
  const code = await addYear(site);
  const tries = await Promise.all([pay(site, left, code), pay(site, another, code)]);
  expect(tries.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const started = tries[0]?.statusCode === 200 ? left : another;
  expect(await subscriptionOf(site, started)).toMatchObject({ state: 'CURRENT', autoRenew: false, endedAt: null });
  expect((await consents()).length).toBe(before);
  await drain(site);
  expect((await mailsInOrder(site, started.email)).at(-1)?.text).toMatch(/does not renew|will not renew/);
  moveClockTo(site, cancelled.periodEnd, -5);
  expect(await isOffered(site, cancelled)).toBe(false);
  const { periodEnd } = await subscriptionOf(site, started);
  moveClockTo(site, periodEnd, 1);
  await runDue(site);
  expect(await subscriptionOf(site, started)).toMatchObject({ state: 'LAPSED' });
  // A plan paid by somebody else is renewed by its payer only.
  const { userId: coParent } = await inviteCoParent(site, { payForCoparent: true });
  await site.dependencies.db.updateTable('users').set(addressInMinnesota).where('id', '=', coParent).execute();
  const held = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('periodEnd')
    .where('userId', '=', coParent)
    .executeTakeFirstOrThrow();
  moveClockTo(site, held.periodEnd, -5);
  expect(await isOffered(site, { userId: coParent })).toBe(false);
});
