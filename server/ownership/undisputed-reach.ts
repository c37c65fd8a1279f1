import type { Reach } from '#contract/account/reach.ts';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { Clock } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { firstContestable } from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import { readReach } from '../identity/reach.ts';

type StoredReach = {
  reach?: (Pick<Reach, 'mail' | 'text' | 'call' | 'neutral'> & {
    from_hour: number | null;
    until_hour: number | null;
    time_zone: string;
  })[];
};

/**
 * How a person may be contacted about a claim: as before the first change that can still be contested. Whoever took the
 * account over may have turned mails and texts off, so that the owner would get no code. Neutral if either setting says
 * so.
 */
export async function undisputedReach({ db, clock }: { db: DbOrTrx; clock: Clock }, userId: string): Promise<Reach> {
  const [now, history] = await Promise.all([readReach(db, userId), readHistory(db, { userId, at: clock.now() })]);
  const first = firstContestable(history, 'REACH');
  if (!first) return now;
  const [before] = (first.before as StoredReach).reach ?? [];
  if (!before) return { ...unrestrictedReach, neutral: now.neutral };
  const { mail, text, call, neutral, from_hour: from, until_hour: until, time_zone: timeZone } = before;
  const hours = from === null || until === null ? null : { from, until, timeZone };
  return { mail, text, call, hours, neutral: neutral || now.neutral };
}
