import { laterAddresses } from '#contract/later-addresses.ts';
import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';

type QuickLink = { to: string; text: string };

/** Actions for the renewal, shown beside billing; none if somebody else pays for it, or there is none. */
export function quickLinks(subscription: SubscriptionView | null): QuickLink[] {
  if (subscription === null) return [];
  const { autoRenew, paidBy, mayResume, mayRestart, mayRequestFeeWaiver } = subscription;
  const waiver =
    mayRequestFeeWaiver === false ? [] : [{ to: laterAddresses.ownFeeWaiver, text: m.account_links_fee_waiver() }];
  if (mayRestart) return waiver;
  if (mayResume) return [{ to: addresses.billing, text: m.account_links_resume() }];
  return autoRenew && paidBy === null ? [{ to: addresses.billing, text: m.account_links_cancel() }, ...waiver] : [];
}
