import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';

/** Until when a lapsed plan begins again at its old price, with today's. */
export function KeptPrice({ subscription: { keptPrice } }: { subscription: Pick<SubscriptionView, 'keptPrice'> }) {
  if (keptPrice === null) return null;
  const { amountFormatted: amount, listFormatted: list, until } = keptPrice;
  return <p className={layout.soft}>{m.account_kept_price({ amount, list, date: longDay(until) })}</p>;
}
