import { normaliseEmail } from '#contract/typed-text.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type MailLimits = { rateLimiter: Pick<RateLimiter, 'attempt'> };

type MailsToCount = {
  emails: readonly string[];
  /** The sender: an account or a network; none if only the recipient is counted. */
  sender?: string;
  action?: 'mail-invite' | 'mail-invite-again' | 'mail-registration';
};

/**
 * Counts mails that the recipient has not requested, by sender and by address. Refuses above the limit. Call it outside
 * a transaction, so that a rollback does not undo the count.
 */
export async function limitInviteMails(
  { rateLimiter }: MailLimits,
  { emails, sender, action = 'mail-invite' }: MailsToCount,
): Promise<Refusal<'TOO_MANY_REQUESTS'> | null> {
  const recipients = [...new Set(emails.map(normaliseEmail))].filter((email) => email !== '');
  const verdicts = await Promise.all(
    recipients.map((recipient) =>
      rateLimiter.attempt(action, { recipient, sender: sender && `${sender} ${recipient}` }),
    ),
  );
  const retryAfterSeconds = Math.max(0, ...verdicts.map((verdict) => verdict.retryAfterSeconds ?? 0));
  return retryAfterSeconds === 0 ? null : refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } });
}
