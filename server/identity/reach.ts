import type { Reach } from '#contract/account/reach.ts';
import { type ReachChannel, unrestrictedReach } from '#contract/account/reach-channels.ts';
import { minutes } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';

/** A user's contact preferences; without any, every channel at any hour. */
export async function readReach(db: DbOrTrx, userId: string): Promise<Reach> {
  return (await findReach(db, userId)) ?? unrestrictedReach;
}

/** Null without preferences. */
export async function findReach(db: DbOrTrx, userId: string): Promise<Reach | null> {
  const row = await db
    .selectFrom('reach')
    .select(['mail', 'text', 'call', 'neutral', 'fromHour', 'untilHour', 'timeZone'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { mail, text, call, neutral, fromHour: from, untilHour: until, timeZone } = row;
  return { mail, text, call, neutral, hours: from === null || until === null ? null : { from, until, timeZone } };
}

/**
 * Of accounts that share a phone, those that may be texted, in order. None: all, so that the first one records why
 * nothing was sent.
 */
export function textable<Account>(accounts: readonly { account: Account; reach: Pick<Reach, 'text'> }[]): Account[] {
  const may = accounts.filter(({ reach }) => reach.text);
  return (may.length > 0 ? may : accounts).map(({ account }) => account);
}

/** How people who share an address or phone may be contacted: as the first wants, neutrally if one of them does. */
export const sharedReach = ([first = unrestrictedReach, ...others]: readonly Reach[]): Reach => ({
  ...first,
  neutral: first.neutral || others.some(({ neutral }) => neutral),
});

export async function writeReach(
  db: DbOrTrx,
  { userId, reach: { hours, ...channels }, at }: { userId: string; reach: Reach; at: Date },
): Promise<void> {
  const columns = {
    ...channels,
    fromHour: hours?.from ?? null,
    untilHour: hours?.until ?? null,
    timeZone: hours?.timeZone ?? '',
    changedAt: at,
  };
  await db
    .insertInto('reach')
    .values({ ...columns, userId })
    .onConflict((on) => on.column('userId').doUpdateSet(columns))
    .execute();
}

export async function forgetReach(db: DbOrTrx, userId: string): Promise<void> {
  await db.deleteFrom('reach').where('userId', '=', userId).execute();
}

export type SendDecision = { may: 'send'; neutral: boolean } | { may: 'wait'; until: Date } | { may: 'never' };

type Message = {
  channel: ReachChannel;
  /** The recipient has just requested it and is waiting for it. */
  isAwaited: boolean;
  at: Date;
};

/**
 * Whether a message may be sent to a user by their preferences. A disabled channel is not used, because whoever reads
 * that phone or mailbox may be the person they flee from; `requireReachable` makes the one exception.
 */
export function decideSending(
  { hours, neutral, ...channels }: Reach,
  { channel, isAwaited, at }: Message,
): SendDecision {
  if (!channels[channel]) return { may: 'never' };
  if (isAwaited || hours === null || isWithin(hours, at)) return { may: 'send', neutral };
  return { may: 'wait', until: nextWithin(hours, at) };
}

type Hours = NonNullable<Reach['hours']>;

function isWithin({ from, until, timeZone }: Hours, at: Date): boolean {
  const local = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at);
  const hour = Number(local);
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Hours begin on a quarter of an hour in every time zone; a clock change may skip one. */
const stepMs = minutes(15);
const stepsOfTwoDays = (2 * 24 * 60) / 15;

function nextWithin(hours: Hours, at: Date): Date {
  const start = Math.ceil(at.getTime() / stepMs) * stepMs;
  for (let step = 0; step < stepsOfTwoDays; step++) {
    const next = new Date(start + step * stepMs);
    if (isWithin(hours, next)) return next;
  }
  return at;
}
