import fc from 'fast-check';
import { sql } from 'kysely';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { minutes } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { storeNotification } from '#server/payment-events/notification-repository.ts';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain } from '../setup/subscriber.ts';
import { declineSettlement } from '../setup/webhooks.ts';
import { disagreements } from './books.ts';
import { manySignUps } from './many-sign-ups.ts';
import { act, control, type Payer, pays, refundFaults, type World } from './money-payer.ts';
import { type DayAct, dice, type EveningAct, type MoneyTimeline, moneyTimelineOf } from './money-timeline.ts';
import { readBooks } from './read-books.ts';
import { cardsOnFile, settle } from './real-subscriber.ts';
import { caseOf } from './what-happened.ts';
import { withoutMails } from './without-mails.ts';

const atOnce = 8;
type Step = { pause: number; quiet?: true };
/** The steps: the purchase, some days after it, then the yearly renewal and the days after it. */
const calendar = (random: () => number): Step[] => {
  const early = [0, 1, 1 + Math.floor(random() * 9), 1 + Math.floor(random() * 15)];
  // Longer than banks wait for an answer, so that unanswered disputes have expired and were compared on that day.
  const quiet = 12;
  const renewal = 365 - quiet - early.reduce((sum, pause) => sum + pause, 0) + Math.floor(random() * 3);
  const late = [renewal, 1, 1 + Math.floor(random() * 3), 1 + Math.floor(random() * 8)];
  return [...early.map((pause) => ({ pause })), { pause: quiet, quiet: true }, ...late.map((pause) => ({ pause }))];
};

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Sets the server's clock and the gateway's to the same moment. */
async function goTo(site: TestSite, moment: string): Promise<void> {
  site.clock.set(new Date(moment));
  await control(site, '/clock', { offsetMs: site.clock.now().getTime() - Date.now() });
}

type Form = { bt_signature: string; bt_payload: string };

/** Delivers the gateway's webhooks unreliably: some are lost, duplicated or days late, and all are shuffled. */
function postman({ site, random }: { site: TestSite; random: () => number }) {
  const seen = new Set<string>();
  let late: Form[] = [];
  const { gateway, db } = site.jobDependencies;
  return async () => {
    const answer = await fetch(`${site.sandboxUrl}/control/webhooks`);
    const { webhooks } = (await answer.json()) as { webhooks: { id: string; form: Form }[] };
    const fresh = webhooks.filter(({ id }) => !seen.has(id)).map(({ id, form }) => (seen.add(id), form));
    const bag = [...late, ...fresh].map((form) => ({ form, chance: random() }));
    late = bag.filter(({ chance }) => chance > 0.85).map(({ form }) => form);
    const sent = bag
      .filter(({ chance }) => chance > 0.2)
      .flatMap(({ form, chance }) => (chance < 0.5 ? [form, form] : [form]));
    const shuffled = sent.map((form) => ({ form, place: random() })).toSorted((one, other) => one.place - other.place);
    await inParallel(shuffled, async ({ form }) => {
      const report = await gateway.parseNotification({ signature: form.bt_signature, payload: form.bt_payload });
      if (report) await storeNotification(db, { ...report, receivedAt: site.clock.now() });
    });
  };
}

/** Retries webhooks whose transaction, refund or dispute was still unknown. */
async function handleWaiting({ jobDependencies }: TestSite): Promise<void> {
  const waiting = jobDependencies.db.selectFrom('gatewayNotifications').select('id').where('handledAt', 'is', null);
  for (const { id } of await waiting.execute())
    await jobs['handle-gateway-notification'].run(jobDependencies, { notificationId: id });
}

type Pair = { payer: Payer; timeline: MoneyTimeline };

/** The bank settles none of today's sales, or declines today's refunds, of one payer. */
async function evening(site: TestSite, { userId }: Payer, what: EveningAct, today: Day): Promise<void> {
  if (what === null) return;
  const { db } = site.dependencies;
  const since = new Date(`${today}T00:00:00Z`);
  const sales = db
    .selectFrom('orders')
    .select('transactionId as id')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since);
  const credits = db
    .selectFrom('refunds')
    .select('gatewayId as id')
    .where('userId', '=', userId)
    .where('settledAt', '>=', since);
  const found = await (what === 'sales_not_settled' ? sales : credits).execute();
  for (const { id } of found)
    if (id !== null) {
      // The sandbox refuses to decline what is voided or settled.
      await declineSettlement(site.sandboxUrl, id).catch(() => undefined);
      if (what === 'sales_not_settled') await control(site, `/transactions/${id}/report`);
    }
}

/** Actions that a few random timelines may lack are added to the first days of some. */
const onFirstDays: readonly DayAct[][] = [
  [{ kind: 'extend', days: 5 }],
  [{ kind: 'merge', undone: null }],
  [{ kind: 'refund' }, { kind: 'pay_with_code' }],
  [{ kind: 'cover' }],
  [{ kind: 'cover' }],
  [{ kind: 'move', to: 'AU' }, { kind: 'choose' }, { kind: 'choose' }],
];

function withRareActs(timelines: MoneyTimeline[]): MoneyTimeline[] {
  const alone = timelines.filter(({ flow }) => flow === 'alone');
  for (const [index, acts] of onFirstDays.entries()) alone[index]?.days[0]?.acts.unshift(...acts);
  for (const { flow, days } of timelines) if (flow === 'for_two') days[2]?.acts.unshift({ kind: 'co_parent_joins' });
  return timelines;
}

export type Tally = Record<string, number>;

/**
 * Runs random timelines on one site, all by the same calendar, and compares orders, refunds, documents and the
 * gateway's ledger after each night. Throws with the seed if they disagree. Returns counts of what happened.
 */
export async function liveTimelines({ count, seed }: { count: number; seed: number }): Promise<Tally> {
  const random = dice(seed);
  const steps = calendar(random);
  const timelines = withRareActs(fc.sample(moneyTimelineOf(steps.length), { numRuns: count, seed }));
  const site = await openSite({
    paymentTimeoutSeconds: 25,
    settlementDelayMs: 6 * 3_600_000,
    environment: { RATE_LIMIT_FACTOR: '10000' },
  });
  await withoutMails(site);
  const world: World = { site, cards: cardsOnFile(site), refunds: refundFaults(site) };
  const deliver = postman({ site, random });
  const signsUp = manySignUps(site);
  const pairs: Pair[] = [];
  // Never before the real time: the queue runs by it, so a postponed job would be due at once, again and again.
  let today = addDays(utcDay(site.clock.now()), 1);
  await goTo(site, `${today}T13:00:00Z`);
  await inParallel([...timelines.entries()], async ([index, timeline]) => {
    pairs.push({ timeline, payer: await pays(site, { signsUp, timeline, random: dice(seed * 1_009 + index) }) });
  });
  for (const [index, { pause, quiet = false }] of steps.entries()) {
    const dayOfPair = ({ timeline }: Pair) => (quiet ? undefined : timeline.days[index]);
    today = addDays(today, pause);
    await goTo(site, `${today}T13:00:00Z`);
    await scanBilling(site.dependencies);
    await settle(site);
    await inParallel(pairs, async (pair) => {
      for (const what of dayOfPair(pair)?.acts ?? []) await act(world, pair.payer, what);
    });
    await deliver();
    await settle(site);
    await inParallel(pairs, (pair) => evening(site, pair.payer, dayOfPair(pair)?.evening ?? null, today));
    await deliver();
    await settle(site);
    await night(site, addDays(today, 1));
    const wrong = [...disagreements(await readBooks(site)), ...(await paidTwice(site))];
    if (wrong.length > 0)
      throw new Error(
        [
          `Seed ${seed}, ${count} timelines, the night after ${today}:`,
          ...wrong.slice(0, 20),
          await caseOf(site, { pairs, wrong: wrong[0] ?? '' }),
        ].join('\n'),
      );
  }
  return tally(site);
}

/** Terms that a renewal for both paid for the co-parent, although another payment covers the same days. */
async function paidTwice({ dependencies: { db } }: TestSite): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select covered.order_id from subscription_periods as covered
    join subscriptions as plan on plan.id = covered.subscription_id and plan.user_id <> plan.payer_user_id
    join orders on orders.id = covered.order_id and purpose = 'RENEWAL' and pay_for_co_parent
    join subscriptions as other on other.user_id = plan.user_id
    join subscription_periods as paid on paid.subscription_id = other.id and paid.order_id <> covered.order_id
      and paid.period_start < covered.period_end and paid.period_end > covered.period_start and not paid.refunded
    where not covered.refunded and other.state = 'CURRENT' and plan.state = 'CURRENT'`.execute(db);
  return rows.map(({ orderId }) => `order ${orderId} pays for days that are paid already`);
}

/** Runs the nightly work, in the order of the schedule. */
async function night(site: TestSite, tomorrow: string): Promise<void> {
  await goTo(site, `${tomorrow}T04:10:00Z`);
  await scanBilling(site.dependencies);
  await handleWaiting(site);
  await settle(site);
  const compare = async (job: 'compare-disputes' | 'compare-settlement') => {
    await jobs[job].run(site.jobDependencies, {});
    await drain(site, { atOnce, mails: false });
  };
  await compare('compare-disputes');
  await compare('compare-settlement');
  // Retries that are due within the hour.
  for (let round = 0; round < 4; round += 1) {
    site.clock.advance(minutes(11));
    await scanBilling(site.dependencies);
    await settle(site);
  }
  // A refund whose lost answer was found only now may have returned the money a second time.
  await compare('compare-settlement');
}

async function tally(site: TestSite): Promise<Tally> {
  const { orders, refunds, disputes, documents, ledger, differences } = await readBooks(site);
  const staff = await site.dependencies.db.selectFrom('staffActions').select('action').execute();
  const joined = await site.dependencies.db
    .selectFrom('subscriptionPeriods')
    .select('orderId')
    .where('daysBeforeJoining', '>', 0)
    .execute();
  const chosen = await site.dependencies.db.selectFrom('renewalChoices').select('subscriptionId').execute();
  const forBoth = await site.dependencies.db
    .selectFrom('orders')
    .select('id')
    .where('purpose', '=', 'RENEWAL')
    .where('payForCoParent', '=', true)
    .execute();
  const covers = await site.dependencies.db.selectFrom('renewalCovers').select('declinedAt').execute();
  const counted = [
    ...covers.map(({ declinedAt }) => (declinedAt ? 'cover declined' : 'cover chosen')),
    ...forBoth.map(() => 'renewal for both'),
    ...chosen.map(() => 'renewal chosen'),
    ...joined.map(() => 'joined later'),
    ...ledger.map(({ kind }) => `ledger ${kind}`),
    ...refunds.map(({ state }) => `refund ${state}`),
    ...disputes.map(({ state }) => `dispute ${state}`),
    ...documents.map(({ kind }) => `document ${kind}`),
    ...differences.map(({ kind }) => `difference ${kind}`),
    ...staff.map(({ action }) => `staff ${action}`),
  ];
  const tallied: Tally = { orders: orders.length };
  for (const one of counted) tallied[one] = (tallied[one] ?? 0) + 1;
  return tallied;
}
