import { ownFeeWaiverAddress } from '#web/plans/fee-waiver/addresses.ts';
import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';

type QuickLink = { to: string; text: string };

/** The available actions for the renewal; none if somebody else pays for it, or there is none. */
function renewalLinks(subscription: SubscriptionView | null): QuickLink[] {
  if (subscription === null) return [];
  const { autoRenew, paidBy, needsMethod, mayResume, mayRestart, mayRequestFeeWaiver } = subscription;
  const waiver = mayRequestFeeWaiver === false ? [] : [{ to: ownFeeWaiverAddress, text: m.account_links_fee_waiver() }];
  if (mayRestart) return [{ to: addresses.restart, text: m.account_restart() }, ...waiver];
  const text = needsMethod ? m.account_add_payment_method() : m.account_links_method();
  const method = { to: `${addresses.billing}#payment-method`, text };
  if (mayResume) return [method, { to: addresses.billing, text: m.account_links_resume() }];
  const always = [method, { to: addresses.billing, text: m.account_links_cancel() }, ...waiver];
  return autoRenew && paidBy === null ? always : [];
}

/** The most common tasks that are currently possible. */
export function quickLinks(subscription: SubscriptionView | null): QuickLink[] {
  return [
    ...renewalLinks(subscription),
    ...(subscription?.state === 'CURRENT'
      ? [{ to: `${addresses.billing}#calendar`, text: m.account_links_calendar() }]
      : []),
    { to: `${addresses.settings}#data`, text: m.account_links_data() },
    { to: addresses.security, text: m.account_security() },
  ];
}
