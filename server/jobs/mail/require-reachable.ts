import type { Reach } from '#contract/account/reach.ts';
import type { ReachChannel } from '#contract/account/reach-channels.ts';
import { decideSending, readReach } from '../../identity/reach.ts';
import { hasJoined, readUser } from '../../identity/user-repository.ts';
import { Postponed } from '../failed-attempt.ts';
import type { JobDependencies } from '../job.ts';

/** An account, with its current or earlier contact preferences, or the preferences of a person without one. */
export type Recipient = { id: string; reach?: Reach | null } | { id: null; reach: Reach };

type Message = {
  reader: Recipient;
  channel: ReachChannel;
  /**
   * Or a warning. By mail it is sent, neutrally, even if the channel is off: an intruder could turn it off. Not before
   * there is an account.
   */
  isAwaited: boolean;
  messageKey: string;
};

/**
 * Decides whether a message is sent neutrally; null if it must not be sent. Throws Postponed if it must wait. Every
 * message to a person passes this check.
 */
export async function requireReachable(
  { db, clock, log }: Pick<JobDependencies, 'db' | 'clock' | 'log'>,
  { reader, channel, isAwaited, messageKey }: Message,
): Promise<{ neutral: boolean } | null> {
  const reach = reader.id === null ? reader.reach : (reader.reach ?? (await readReach(db, reader.id)));
  const decision = decideSending(reach, { channel, isAwaited, at: clock.now() });
  if (decision.may === 'wait') throw new Postponed(decision.until);
  if (decision.may === 'send') return decision;
  if (channel === 'mail' && isAwaited && (await hasAccount(db, reader))) return { neutral: true };
  log.info({ what: messageKey, channel }, 'not sent: the recipient has disabled this channel');
  return null;
}

async function hasAccount(db: JobDependencies['db'], { id }: Recipient): Promise<boolean> {
  const user = id === null ? null : await readUser(db, id);
  return user !== null && hasJoined(user.status);
}
