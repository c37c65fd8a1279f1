import type { ReachChannel } from '#contract/reach.ts';
import { admit, readReach } from '../identity/reach.ts';
import { Postponed } from './failed-try.ts';
import type { JobDependencies } from './job.ts';

/**
 * How a message to somebody must look; null where it must not go at all. Throws where it has to wait. Whatever leaves
 * this product for a person asks here first.
 */
export async function reachReader(
  { db, clock, log }: Pick<JobDependencies, 'db' | 'clock' | 'log'>,
  { userId, channel, isAwaited, what }: { userId: string; channel: ReachChannel; isAwaited: boolean; what: string },
): Promise<{ neutral: boolean } | null> {
  const admission = admit(await readReach(db, userId), { channel, isAwaited, at: clock.now() });
  if (admission.may === 'wait') throw new Postponed(admission.until);
  if (admission.may === 'send') return admission;
  log.info({ what, channel }, 'not sent: its reader may not be reached this way');
  return null;
}
