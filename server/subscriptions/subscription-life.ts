import { type Day, dayIn } from '#contract/fields/day.ts';
import { addDays, dueDay, dueInstant } from './calendar.ts';
import {
  afterDecline,
  type Circumstances,
  type Dunning,
  graceDays,
  type Period,
  type RenewalAction,
  renewalActionOn,
} from './renewal-schedule.ts';

/** The transitions of a subscription as pure functions; the caller holds its lock. */
export type Life = Dunning &
  Period & {
    state: 'CURRENT' | 'LAPSED' | 'REFUNDED';
    anchorDate: Day;
    packageId: number;
    services: string[];
  };

type PaidPlan = Pick<Life, 'packageId' | 'services'>;

/** `RENEWAL`: the year after the current period. `NEW_START`: a year from today, after an end. */
export type Charge = { kind: 'RENEWAL' | 'NEW_START'; period: Period };

/** Whether an approved charge is still due; if not, it is refunded. */
export function isStillDue({ state, autoRenew, periodEnd }: Life, { kind, period }: Charge): boolean {
  if (kind === 'NEW_START') return mayRestart(state);
  return state === 'CURRENT' && autoRenew && periodEnd === period.periodStart;
}

/** Begins the next period, with the paid plan. */
export function paid({ kind, period }: Charge, { packageId, services }: PaidPlan): Partial<Life> {
  const started = { packageId, services, ...period, declinedOn: null, retryOn: null };
  return kind === 'RENEWAL'
    ? started
    : { ...started, state: 'CURRENT', autoRenew: true, anchorDate: period.periodStart };
}

export type Declined = Pick<Life, 'declinedOn' | 'retryOn'> & { ends: boolean };

const unpaused: Circumstances = { paused: false, announcedOn: null, suspension: null };

/** A renewal was declined: sets the day of its retry, or ends the subscription if no retry is left. */
export function declined(current: Life, { today, kind }: { today: Day; kind: 'soft' | 'hard' }): Declined {
  const next = afterDecline(current, { today, kind });
  return {
    declinedOn: next.declinedOn,
    retryOn: next.retryOn,
    ends: renewalActionOn(today, next, unpaused) === 'LAPSE',
  };
}

/** The term's payment did not settle: it is due again from its first day, and this method is not retried. */
export function unpaidAgain({
  current: { periodStart },
  before,
  today,
}: {
  current: Period;
  before: Pick<Period, 'periodStart'> | null;
  today: Day;
}): Partial<Life> {
  return {
    periodStart: before?.periodStart ?? periodStart,
    periodEnd: periodStart,
    declinedOn: today < periodStart ? periodStart : today,
    retryOn: null,
  };
}

/** Will not renew, whatever was declined before. */
export const cancelled = { autoRenew: false } as const satisfies Partial<Life>;

/** The effect of cancelling: a term that is over and only waits for its payment ends. */
export function afterCancel({ periodEnd }: Pick<Life, 'periodEnd'>, today: Day): Partial<Life> {
  return today < periodEnd ? cancelled : lapsed;
}

/** Whether its term is paid and not over: only then can it be changed or extended. */
export function hasPaidDays(
  { state, declinedOn, periodEnd }: Pick<Life, 'state' | 'declinedOn' | 'periodEnd'>,
  today: Day,
): boolean {
  return state === 'CURRENT' && declinedOn === null && today < periodEnd;
}

/** A cancellation can be undone while the term lasts. */
export function mayResume({ state, autoRenew, periodEnd }: Life, today: Day): boolean {
  return state === 'CURRENT' && !autoRenew && today < periodEnd;
}

/** Any ended subscription can restart, whether it was not renewed or was refunded. */
export function mayRestart(state: Life['state']): boolean {
  return state !== 'CURRENT';
}

type UsageMoment = Omit<Circumstances, 'announcedOn'> & { at: Date };
type DunningState = Dunning & { timeZone: string };

/** The action due for a current subscription at an instant. */
export function actionAt(
  { timeZone, ...dunning }: DunningState,
  { at, ...circumstances }: Circumstances & { at: Date },
): RenewalAction {
  return renewalActionOn(dueDay(at, timeZone), dunning, circumstances);
}

/**
 * Whether a plan may be used at an instant, even if its end is recorded late. Announcements do not postpone the end.
 */
export function isUsableAt(subscription: DunningState & { state: Life['state'] }, moment: UsageMoment): boolean {
  return subscription.state === 'CURRENT' && actionAt(subscription, { ...moment, announcedOn: null }) !== 'LAPSE';
}

type Ended = Dunning & { state: Life['state']; endedAt: Date | null; timeZone: string };

/** The day until which it can currently be used; for an unpaid one, the last retry. */
export function usableUntil(subscription: Ended): Day {
  const { state, declinedOn } = subscription;
  return state === 'CURRENT' && declinedOn !== null ? addDays(declinedOn, graceDays) : endsOn(subscription);
}

/**
 * The same at an instant: a subscription whose renewal is due but waits for its announcement or its charge stays
 * usable.
 */
export function usableUntilAt(subscription: Ended, at: Date): Day {
  const [end, today] = [usableUntil(subscription), dueDay(at, subscription.timeZone)];
  return subscription.state === 'CURRENT' && end <= today ? addDays(today, 1) : end;
}

/** The day on which a subscription ends or ended, as every page and mail states it. */
export function endsOn({ state, periodEnd, endedAt, timeZone }: Ended): Day {
  return state === 'CURRENT' || endedAt === null ? periodEnd : dayIn(endedAt, timeZone);
}

/**
 * The instant of an end that is recorded now. One whose end is recorded late could be used until its day, after a
 * decline until the end of the grace period; one that waited for its charge can be used until now.
 */
export function endInstant(subscription: Ended, { at, ...moment }: UsageMoment): Date {
  if (isUsableAt(subscription, { at, ...moment })) return at;
  const due = dueInstant(usableUntil(subscription), subscription.timeZone);
  return due < at ? due : at;
}

export const lapsed = { ...cancelled, state: 'LAPSED', retryOn: null } as const satisfies Partial<Life>;
export const refunded = { state: 'REFUNDED', autoRenew: false } as const satisfies Partial<Life>;
