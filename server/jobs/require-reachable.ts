import type { Reach } from '#contract/reach.ts';
import type { ReachChannel } from '#contract/reach-channels.ts';
import { decideSending, readReach } from '../identity/reach.ts';
import { Postponed } from './failed-attempt.ts';
import type { JobDependencies } from './job.ts';

/** An account, with its contact preferences of now or earlier ones, or the preferences of a person without one. */
export type Recipient = { id: string; reach?: Reach | null } | { id: null; reach: Reach };

/**
 * Decides whether a message is sent neutrally; null if it must not be sent. Throws Postponed if it must wait. Every
 * message to a person passes this check.
 */
export async function requireReachable(
  { db, clock, log }: Pick<JobDependencies, 'db' | 'clock' | 'log'>,
  {
    reader,
    channel,
    isAwaited,
    messageKey,
  }: { reader: Recipient; channel: ReachChannel; isAwaited: boolean; messageKey: string },
): Promise<{ neutral: boolean } | null> {
  const reach = reader.id === null ? reader.reach : (reader.reach ?? (await readReach(db, reader.id)));
  const decision = decideSending(reach, { channel, isAwaited, at: clock.now() });
  if (decision.may === 'wait') throw new Postponed(decision.until);
  if (decision.may === 'send') return decision;
  log.info({ what: messageKey, channel }, 'not sent: the recipient has disabled this channel');
  return null;
}
