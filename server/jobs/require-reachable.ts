import type { Reach } from '#contract/reach.ts';
import type { ReachChannel } from '#contract/reach-channels.ts';
import { decideSending, readReach } from '../identity/reach.ts';
import { Postponed } from './failed-attempt.ts';
import type { JobDependencies } from './job.ts';

/** An account, or the wishes of somebody who has none yet. */
export type Recipient = { id: string } | { id: null; reach: Reach };

/**
 * How a message to somebody must look; null where it must not go at all. Throws where it has to wait. Whatever leaves
 * this product for a person asks here first.
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
  const reach = reader.id === null ? reader.reach : await readReach(db, reader.id);
  const decision = decideSending(reach, { channel, isAwaited, at: clock.now() });
  if (decision.may === 'wait') throw new Postponed(decision.until);
  if (decision.may === 'send') return decision;
  log.info({ what: messageKey, channel }, 'not sent: its reader may not be reached this way');
  return null;
}
