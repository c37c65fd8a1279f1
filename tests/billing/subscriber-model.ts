import type { Day } from '#contract/fields/day.ts';
import { divideRounded } from '#contract/fields/money.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { type PaidPart, prorate } from '#server/subscriptions/proration.ts';
import { afterNewMethod, nextPeriod, renewalActionOn } from '#server/subscriptions/renewal-schedule.ts';
import {
  afterCancel,
  type Charge,
  declined,
  hasPaidDays,
  isStillDue,
  type Life,
  lapsed,
  mayRestart,
  mayResume,
  paid,
  refunded,
} from '#server/subscriptions/subscription-life.ts';
import type { Ledger } from './ledger-in-memory.ts';
import type { Act, Card, Plan } from './timeline.ts';

/** The price of each plan's term in cents, and the plans that it renews and upgrades to. `id`: the catalogue's. */
export const offers: Record<Plan, { id: number; cents: number; years: 1 | 2; yearly: Plan; larger: Plan | null }> = {
  ESSENTIALS_1: { id: 1001, cents: 14_400, years: 1, yearly: 'ESSENTIALS_1', larger: 'PREMIUM_1' },
  PREMIUM_1: { id: 1002, cents: 19_800, years: 1, yearly: 'PREMIUM_1', larger: null },
  CYO_1: { id: 1003, cents: 10_800, years: 1, yearly: 'CYO_1', larger: 'PREMIUM_1' },
  ESSENTIALS_2: { id: 1011, cents: 26_400, years: 2, yearly: 'ESSENTIALS_1', larger: 'PREMIUM_2' },
  PREMIUM_2: { id: 1012, cents: 36_000, years: 2, yearly: 'PREMIUM_1', larger: null },
};

const taxRate = 7_000;
const refundDays = 30;
const renewalRefundDays = 14;

export type ModelOrder = { id: string; cents: number; backCents: number; for: 'UPGRADE' | Charge['kind']; on: Day };

/**
 * One subscriber's life by the pure rules, with an in-memory ledger as the gateway. The server with PostgreSQL and the
 * sandbox must reach the same result.
 */
export function newSubscriber({
  name,
  plan,
  taxed,
  today,
  ledger,
}: {
  name: string;
  plan: Plan;
  taxed: boolean;
  today: Day;
  ledger: Ledger;
}) {
  let card: Card = 'good';
  let held = plan;
  /** What was chosen for the renewal of the term that began on a day. */
  let chosen: { plan: Plan; from: Day } | null = null;
  let parts: PaidPart[] = [];
  const orders: ModelOrder[] = [];
  const paidPeriods: { start: string; end: string }[] = [];
  const firstDay = today;
  let life: Life = {
    state: 'CURRENT',
    anchorDate: today,
    periodStart: today,
    periodEnd: anniversary(today, offers[plan].years),
    autoRenew: true,
    declinedOn: null,
    retryOn: null,
    packageId: offers[plan].id,
    services: [],
  };
  const withTax = (cents: number) => cents + (taxed ? divideRounded(cents * taxRate, 100_000) : 0);
  const become = (change: Partial<Life>) => {
    life = { ...life, ...change };
  };
  const order = (cents: number, what: ModelOrder['for'], on: Day) => {
    const id = `${name}-${orders.length}`;
    orders.push({ id, cents, backCents: 0, for: what, on });
    if (cents > 0) ledger.sale({ orderId: id, cents });
  };
  const says = (): 'yes' | 'soft' | 'hard' => (card === 'soft' || card === 'hard' ? card : 'yes');

  order(withTax(offers[plan].cents), 'NEW_START', today);
  parts = [{ netCents: offers[plan].cents, from: today }];
  paidPeriods.push({ start: life.periodStart, end: life.periodEnd });

  const renewsTo = (): Plan => (chosen?.from === life.periodStart ? chosen.plan : offers[held].yearly);

  function take(charge: Charge, on: Day): void {
    const next = charge.kind === 'RENEWAL' ? renewsTo() : offers[held].yearly;
    const answer = says();
    if (answer !== 'yes') {
      if (charge.kind === 'NEW_START') return;
      const { ends, ...declinedLife } = declined(life, { today: on, kind: answer });
      return become(ends ? { ...declinedLife, ...lapsed } : declinedLife);
    }
    if (!isStillDue(life, charge)) throw new Error('The model made a charge that was not due');
    order(withTax(offers[next].cents), charge.kind, on);
    held = next;
    parts = [{ netCents: offers[next].cents, from: charge.period.periodStart }];
    paidPeriods.push({ start: charge.period.periodStart, end: charge.period.periodEnd });
    become(paid(charge, { packageId: offers[next].id, services: [] }));
  }

  /** What a scan of the scheduler does. After a successful charge the next year may be due at once. */
  function scan(on: Day): void {
    if (life.state !== 'CURRENT') return;
    const action = renewalActionOn(on, life, { paused: false, announcedOn: life.anchorDate, suspension: null });
    if (action === 'LAPSE') become(lapsed);
    if (action === 'CHARGE') take({ kind: 'RENEWAL', period: nextPeriod(life, offers[renewsTo()].years) }, on);
  }

  const acts: Record<Act['kind'], (act: Act, on: Day) => void> = {
    nothing: () => undefined,
    card: (act, on) => {
      if (act.kind === 'card') card = act.card;
      if (life.state !== 'CURRENT' || !life.autoRenew || life.declinedOn === null) return;
      become({ retryOn: afterNewMethod(life, on).retryOn });
      scan(on);
    },
    try: (_act, on) => {
      if (life.state !== 'CURRENT' || !life.autoRenew || life.retryOn === null || life.retryOn <= on) return;
      become({ retryOn: on });
      scan(on);
    },
    cancel: (_act, on) => life.state === 'CURRENT' && life.autoRenew && become(afterCancel(life, on)),
    resume: (_act, on) => mayResume(life, on) && become({ autoRenew: true }),
    upgrade: (_act, on) => upgrade(on),
    choose: (act, on) => {
      if (act.kind !== 'choose' || !life.autoRenew || !hasPaidDays(life, on)) return;
      chosen = { plan: act.plan, from: life.periodStart };
    },
    refund: (_act, on) => refund(on),
    restart: (_act, on) => {
      if (!mayRestart(life.state)) return;
      take({ kind: 'NEW_START', period: { periodStart: on, periodEnd: anniversary(on, 1) } }, on);
    },
  };

  function upgrade(on: Day): void {
    const { larger } = offers[held];
    if (life.state !== 'CURRENT' || life.declinedOn !== null || larger === null) return;
    const { periodStart, periodEnd } = life;
    const { dueCents } = prorate({
      fullTermCents: offers[larger].cents,
      paid: parts,
      periodStart,
      periodEnd,
      years: offers[larger].years,
      today: on,
    });
    if (dueCents > 0 && says() !== 'yes') return;
    order(withTax(dueCents), 'UPGRADE', on);
    parts = [...parts, { netCents: dueCents, from: on }];
    held = larger;
    chosen = null;
    become({ packageId: offers[larger].id });
  }

  /** All of the first days' payments, or the latest renewal with the upgrades since. */
  function refundable(on: Day): ModelOrder[] {
    if (on <= addDays(firstDay, refundDays)) return orders;
    const latest = orders.slice(orders.findLastIndex((one) => one.for !== 'UPGRADE'));
    const [term] = latest;
    return term?.for === 'RENEWAL' && on <= addDays(term.on, renewalRefundDays) ? latest : [];
  }

  function refund(on: Day): void {
    const back = refundable(on);
    if (life.state !== 'CURRENT' || back.length === 0 || back.some(({ backCents }) => backCents > 0)) return;
    for (const one of back) {
      if (one.cents > 0) ledger.refund({ orderId: one.id, cents: one.cents });
      one.backCents = one.cents;
    }
    // A refunded period is no longer paid for, so another year may begin within it.
    paidPeriods.pop();
    become(refunded);
  }

  return {
    name,
    scan,
    act: (act: Act, on: Day) => {
      acts[act.kind](act, on);
    },
    life: () => life,
    card: () => card,
    orders: orders as readonly ModelOrder[],
    paidPeriods: paidPeriods as readonly { start: string; end: string }[],
  };
}

export type ModelSubscriber = ReturnType<typeof newSubscriber>;
