import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { refundDays } from '#contract/account/refund.ts';
import type { SubscriptionView } from '#contract/api/account.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listUpgrades } from '#contract/api/upgrades.ts';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { askToClose, billing, callRefund, setRenewal } from '../../setup/account-calls.ts';
import { deadLinks, triedByStaff } from '../../setup/offered-by-others.ts';
import { userIdOf } from '../../setup/person.ts';
import { reported } from '../../setup/providers/declined-settlement.ts';
import { choices, choose, cover } from '../../setup/renewal-choices.ts';
import { atRestart } from '../../setup/restart-calls.ts';
import { addressInMinnesota, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, moveClockTo, type Subscriber, signedIn, subscribe } from '../../setup/subscriber.ts';
import { joined } from '../../setup/two-parents.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

/** Number and index of the parents, which a failure reports. The matrix has more. */
const count = Number(process.env['OFFERED_STATES'] ?? 6);
const seed = Number(process.env['OFFERED_SEED'] ?? Date.now() % 1_000_000_000);
vi.setConfig({ testTimeout: Math.max(300_000, count * 15_000) });

/** What happens to a parent before the day on which all offered and not offered actions are tried. */
const lives = fc.record({
  plan: fc.constantFrom('ESSENTIALS', 'PREMIUM', 'CYO'),
  paidBy: fc.constantFrom('self', 'self', 'co-parent'),
  /** In days from the end of the paid term. */
  day: fc.constantFrom(-364, -330, -30, -10, -1, 0, 1, 8, 40),
  cancelled: fc.boolean(),
  /** The account closes within the term, or after it. */
  closing: fc.constantFrom('no', 'no', 'no', 'early', 'late'),
  payment: fc.constantFrom('settled', 'settled', 'declined', 'disputed', 'charged back'),
  method: fc.constantFrom('kept', 'kept', 'gone'),
  address: fc.constantFrom('here', 'here', 'here', 'none', 'abroad'),
  /** Which of the offered actions is performed in the end. */
  choice: fc.nat(20),
});
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;
/** `payer`: who paid for the parent's plan, themselves or the co-parent. */
type Living = { life: Life; parent: Subscriber; payer: Subscriber };

const orders = {
  ESSENTIALS: { packageId: 1001 },
  PREMIUM: { packageId: 1002 },
  CYO: { packageId: 1003, productId: 'SUB1YEAR', services: ['1GB1'] },
};

async function begin(site: TestSite, life: Life): Promise<Living> {
  const { db } = site.dependencies;
  const payer = await subscribe(site, { ...orders[life.plan], payForCoparent: life.paidBy === 'co-parent' });
  if (life.paidBy === 'self') return { life, parent: payer, payer };
  const { userId, subscriptionId, email } = await joined(site, await userIdOf(db, payer.coParentEmail));
  await db
    .updateTable('users')
    .set({ ...addressInMinnesota, emailProvenAt: new Date() })
    .where('id', '=', userId)
    .execute();
  return { life, payer, parent: { ...payer, userId, subscriptionId, email, coParentEmail: payer.email } };
}

async function transactionOf({ dependencies: { db } }: TestSite, userId: string): Promise<string> {
  const order = db.selectFrom('orders').select('transactionId').where('userId', '=', userId).orderBy('id');
  return (await order.executeTakeFirstOrThrow()).transactionId ?? '';
}

/** What the bank does in the first days. */
async function paymentOf(site: TestSite, { life: { payment }, payer }: Living): Promise<void> {
  if (payment === 'settled') return;
  const transactionId = await transactionOf(site, payer.userId);
  if (payment === 'declined') return reported(site, transactionId);
  const disputed = { id: `dispute-${transactionId}`, transactionId, cents: 100, at: site.clock.now() };
  await postReport(site, disputeReport('open', disputed));
  if (payment === 'charged back') await postReport(site, disputeReport('lost', disputed));
  await drain(site);
}

/** What the parent does, and what happens to their records, shortly before the day. */
async function befall(site: TestSite, { life, parent, payer }: Living): Promise<void> {
  const { db } = site.dependencies;
  const { userId } = parent;
  if (life.cancelled) await setRenewal(site, payer.userId, parent.subscriptionId, false);
  if (life.method === 'gone')
    await db
      .updateTable('paymentMethods')
      .set({ isDefault: false, replacedAt: site.clock.now() })
      .where('userId', '=', userId)
      .execute();
  const address = { none: { line1: null }, abroad: { country: 'DE' }, here: null }[life.address];
  if (address) await db.updateTable('users').set(address).where('id', '=', userId).execute();
  if (life.closing === 'no') return;
  await askToClose(site, userId, { cancelRenewals: false });
  const closesOn = life.closing === 'early' && life.day < 0 ? parent.periodEnd : '2199-01-01';
  await db.updateTable('deletionRequests').set({ closesOn }).where('userId', '=', userId).execute();
}

/** From a client that never requested a price. */
const madeUp = { taxId: 'none', totals: { total: 0, taxAmount: 0 } } as Quote;

/** Lets days pass, up to the given one, with all jobs. */
async function live(site: TestSite, [periodEnd, day]: [Day, number]): Promise<void> {
  if (addDays(periodEnd, day) > utcDay(site.clock.now())) moveClockTo(site, periodEnd, day);
  await scanBilling(site.dependencies);
  await drain(site);
}

async function befallAll(site: TestSite, { on, living }: { on: [Day, number]; living: Living[] }): Promise<void> {
  await live(site, on);
  for (const one of living) await mailsLead(site, one);
  for (const one of living) await befall(site, one);
}

/** What the mails of a day link to exists on that day. */
async function mailsLead(site: TestSite, { life, parent }: Living): Promise<void> {
  expect(await deadLinks(site, parent), `OFFERED_SEED=${seed} ${JSON.stringify(life)}`).toEqual([]);
}

type Refused = { code?: string };
/** An action of the account: whether it is offered, its known refusal, and how to try it. */
type Action = { name: string; offered: boolean; reason: string | undefined; attempt: () => Promise<Refused | null> };

const codeOf = ({ status, body }: { status: number; body: unknown }): string | undefined =>
  status === 200 ? undefined : (body as Refused).code;

async function upgradeAction(site: TestSite, { parent }: Living, own: SubscriptionView): Promise<Action> {
  const headers = await signedIn(site, parent.userId);
  const path = '/v2/account/upgrades';
  const list = await send<AnswerOf<typeof listUpgrades>>(site.app, { method: 'GET', path, headers });
  const refused = codeOf(list);
  const larger = refused ? undefined : list.body.packages.find(({ availability }) => availability === 'UPGRADE');
  const order = larger?.buildYourOwn
    ? { packageId: larger.id, productId: larger.productId, services: ['5GB1', 'TONE1'] }
    : { packageId: larger?.id ?? orders.PREMIUM.packageId };
  // The page offers no upgrade to the holder of the largest plan.
  expect(own.mayUpgrade).toBe(larger !== undefined);
  const attempt = async () => {
    const quote = reason === undefined ? {} : { quote: madeUp };
    const { status, body } = await upgrade(site, parent, order, { nonce: 'fake-valid-mastercard-nonce', ...quote });
    return status === 200 && body.outcome === 'PAID' ? null : body;
  };
  const reason = refused ?? (larger ? undefined : 'VALIDATION');
  expect(codeOf(await priceOf(site, parent, order))).toBe(reason);
  return { name: 'upgrade', offered: own.mayUpgrade, reason, attempt };
}

async function restartAction(site: TestSite, { parent }: Living, own: SubscriptionView): Promise<Action> {
  const headers = await signedIn(site, parent.userId);
  const path = `/v2/account/subscriptions/${parent.subscriptionId}/restart`;
  const reason = codeOf(await send(site.app, { method: 'GET', path, headers }));
  // The linked page explains a missing address, or that no plan is sold.
  expect(own.mayRestart).toBe(reason !== 'ALREADY_PAID');
  const submit = await atRestart(site, parent, 'fake-valid-mastercard-nonce');
  const attempt = async () => {
    const { status, body } = await submit();
    return status === 200 && body.outcome === 'PAID' ? null : body;
  };
  return { name: 'restart', offered: own.mayRestart && reason === undefined, reason, attempt };
}

async function resumeAction(site: TestSite, { parent }: Living, own: SubscriptionView, hasMethod: boolean) {
  const attempt = async () => {
    const { status, body } = await setRenewal(site, parent.userId, parent.subscriptionId, true);
    return status === 200 && body.autoRenew ? null : body;
  };
  // The page asks for a payment method before it enables the button.
  const reason = own.mayResume && !hasMethod ? 'VALIDATION' : undefined;
  return { name: 'resume', offered: own.mayResume && hasMethod, reason, attempt };
}

/** Every action of the account, derived from its pages. */
async function actionsOf(site: TestSite, living: Living): Promise<Action[]> {
  const { parent } = living;
  const page = await billing(site, parent.userId);
  const own = page.subscriptions.find(({ heldBy }) => heldBy === null);
  if (!own) throw new Error('A subscriber sees no plan');
  const { refund, paymentMethod, disputed } = page;
  const renews = own.state === 'CURRENT' && (await planOf(site, parent)).autoRenew;
  const hasDays = living.life.day <= refundDays - 365;
  const headers = await signedIn(site, parent.userId);
  const waiver = { method: 'POST', path: '/v2/account/fee-waivers', body: { reason: 'LOW_INCOME' }, headers } as const;
  return [
    await upgradeAction(site, living, own),
    await restartAction(site, living, own),
    // Resuming a renewal that is on is not refused: it changes nothing.
    ...(renews ? [] : [await resumeAction(site, living, own, paymentMethod !== null)]),
    {
      name: 'refund',
      offered: refund !== null,
      // After the days of a refund the dispute is not why.
      reason: own.state === 'CURRENT' && disputed.length > 0 && hasDays ? 'PAYMENT_DISPUTED' : undefined,
      attempt: async () => {
        const { status, body } = await callRefund(site, parent.userId);
        return status === 200 && body.amount === refund?.amount ? null : body;
      },
    },
    {
      name: 'choose the renewal',
      offered: own.mayChooseRenewal,
      reason: undefined,
      attempt: async () => {
        const list = await choices(site, parent);
        const other = list.body.packages?.find(
          ({ id, buildYourOwn }) => !buildYourOwn && id !== list.body.asHeld.packageId,
        );
        const { status, body } = await choose(site, parent, { packageId: other?.id ?? orders.PREMIUM.packageId });
        return status === 200 && body.plan.amount === other?.atRenewal.amount ? null : body;
      },
    },
    {
      name: 'pay for both',
      offered: own.alsoFor !== null,
      reason: undefined,
      attempt: async () => {
        const { status, body } = await cover(site, parent);
        return status === 200 && body.covers ? null : body;
      },
    },
    {
      name: 'try the payment',
      offered: own.mayTry,
      reason: undefined,
      attempt: async () => {
        const path = `/v2/account/subscriptions/${parent.subscriptionId}/renewal/tries`;
        const { status, body } = await send<Refused>(site.app, { method: 'POST', path, headers });
        return status === 200 ? null : body;
      },
    },
    {
      name: 'fee waiver',
      offered: own.mayRequestFeeWaiver,
      reason: undefined,
      attempt: async () => {
        const { status, body } = await send<Refused>(site.app, waiver);
        return status === 200 ? null : body;
      },
    },
  ];
}

const planOf = async ({ dependencies: { db } }: TestSite, { subscriptionId }: Subscriber) =>
  db.selectFrom('subscriptions').selectAll().where('id', '=', subscriptionId).executeTakeFirstOrThrow();

/** Tries all actions that are not offered, and one that is. */
async function tryAll(site: TestSite, living: Living): Promise<void> {
  const { life, parent } = living;
  const context = `OFFERED_SEED=${seed} ${JSON.stringify(life)}`;
  const before = await planOf(site, parent);
  const actions = await actionsOf(site, living);
  for (const { name, reason, attempt } of actions.filter(({ offered }) => !offered)) {
    const refused = await attempt();
    expect([name, refused?.code], context).toEqual([name, reason ?? expect.any(String)]);
  }
  expect(await planOf(site, parent), context).toEqual(before);
  const offered = actions.filter((action) => action.offered);
  const chosen = offered[life.choice % Math.max(1, offered.length)];
  if (chosen) expect([chosen.name, await chosen.attempt()], context).toEqual([chosen.name, null]);
  expect(await triedByStaff(site, parent, life.choice), context).toEqual([]);
}

test('N3: in random states of plan, payment, dispute, closing and address each action that account, mails and console offer succeeds, and every other is refused for the reason of its page', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const lived: Living[] = [];
  for (const life of fc.sample(lives, { numRuns: count, seed })) lived.push(await begin(site, life));
  await drain(site, { mails: false });
  site.clock.advance(24 * 60 * 60_000);
  for (const living of lived) await paymentOf(site, living);
  expect(lived).toHaveLength(count);
  const { periodEnd } = lived[0]?.parent ?? { periodEnd: '2199-01-01' as const };
  const days = [...Map.groupBy(lived, ({ life }) => life.day)].toSorted(([one], [other]) => one - other);
  for (const [day, living] of days) {
    // What happens after the term is prepared on its second last day.
    const isFirstAfter = day >= 0 && !days.some(([other]) => other >= 0 && other < day);
    if (isFirstAfter) await befallAll(site, { on: [periodEnd, -1], living: lived.filter(({ life }) => life.day >= 0) });
    if (day < 0) await befallAll(site, { on: [periodEnd, day], living });
    await live(site, [periodEnd, day]);
    for (const one of living) await mailsLead(site, one);
    for (const one of living) await tryAll(site, one);
  }
});
