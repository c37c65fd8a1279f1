import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

type Props = {
  renewal: Pick<SubscriptionView, 'renewsTo' | 'renewal' | 'periodEnd'> & Partial<Pick<SubscriptionView, 'soldThere'>>;
};

/** The plan chosen for the renewal, if it is another one; or what this one costs where its payer has moved to. */
export function RenewsTo({ renewal: { renewsTo, renewal, soldThere, periodEnd } }: Props) {
  if (renewsTo) return <p>{m.renewal_choice_renews_to({ date: longDay(periodEnd), plan: renewsTo.planName })}</p>;
  if (!soldThere || !renewal) return null;
  const { countryName: country, amountFormatted: amount } = soldThere;
  return <p>{m.renewal_choice_sold_there({ country, amount, renewal: renewal.amountFormatted })}</p>;
}
