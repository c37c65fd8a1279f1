import type { SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

/** The plan chosen for the renewal, if it is another one. */
export function RenewsTo({ renewal }: { renewal: Pick<SubscriptionView, 'renewsTo' | 'periodEnd'> }) {
  const { renewsTo, periodEnd } = renewal;
  return renewsTo && <p>{m.renewal_choice_renews_to({ date: longDay(periodEnd), plan: renewsTo.planName })}</p>;
}
