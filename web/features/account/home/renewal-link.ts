import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';

/** What the link to the renewal in Billing says; null if there is no renewal to change. */
export function renewalLink({ autoRenew, paidBy, mayResume, mayRestart }: SubscriptionView): string | null {
  if (mayRestart) return null;
  if (mayResume) return m.account_links_resume();
  return autoRenew && paidBy === null ? m.account_links_cancel() : null;
}
