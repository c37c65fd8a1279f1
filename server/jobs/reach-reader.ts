import type { Reach, ReachChannel } from '#contract/reach.ts';
import { admit, readReach } from '../identity/reach.ts';
import { Postponed } from './failed-try.ts';
import type { JobDependencies } from './job.ts';

/** An account, or the wishes of somebody who has none yet. */
export type Reached = { id: string } | { id: null; reach: Reach };

/**
 * How a message to somebody must look; null where it must not go at all. Throws where it has to wait. Whatever leaves
 * this product for a person asks here first.
 */
export async function reachReader(
  { db, clock, log }: Pick<JobDependencies, 'db' | 'clock' | 'log'>,
  { reader, channel, isAwaited, what }: { reader: Reached; channel: ReachChannel; isAwaited: boolean; what: string },
): Promise<{ neutral: boolean } | null> {
  const wishes = reader.id === null ? reader.reach : await readReach(db, reader.id);
  const admission = admit(wishes, { channel, isAwaited, at: clock.now() });
  if (admission.may === 'wait') throw new Postponed(admission.until);
  if (admission.may === 'send') return admission;
  log.info({ what, channel }, 'not sent: its reader may not be reached this way');
  return null;
}
