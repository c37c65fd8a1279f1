import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { Cause, LimitedMessage } from '../rate-limits/messages.ts';
import { type RateLimiter, tooMany } from '../rate-limits/rate-limiter.ts';
import type { Refusal } from '../refusal.ts';

export type MailLimits = { rateLimiter: Pick<RateLimiter, 'maySend'> };
type MailsToCount = {
  emails: readonly string[];
  by: Cause;
  message?: Extract<LimitedMessage, `invite${string}` | 'registration'>;
};

/**
 * Counts mails that their recipients have not requested. Refuses if their cause has exceeded its own limit. `send`:
 * false if others have used up the recipients' limit. Call it outside a transaction, so that a rollback does not undo
 * the count.
 */
export async function countInviteMails(
  { rateLimiter }: MailLimits,
  { emails, by, message = 'invite' }: MailsToCount,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | { send: boolean }> {
  const recipients = [...new Set(emails.map(normaliseEmail))].filter((email) => email !== '');
  const counted = await Promise.all(recipients.map((to) => rateLimiter.maySend(message, { to, by })));
  const waits = counted.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return (
    tooMany({ retryAfterSeconds: waits.length > 0 ? Math.max(...waits) : null }) ?? {
      send: counted.every(({ send }) => send),
    }
  );
}

/** The same for a mail that is sent in any case, because no earlier mail replaces it. */
export async function limitInviteMails(
  dependencies: MailLimits,
  mails: MailsToCount,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | null> {
  const counted = await countInviteMails(dependencies, mails);
  return 'refused' in counted ? counted : null;
}
