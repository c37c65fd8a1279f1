import type { readRenewal } from '#contract/api/renewals.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { longDay } from '#web/i18n/long-day.ts';

export type RenewalLinkView = AnswerOf<typeof readRenewal>;
type Texts = {
  heading: string;
  text: string;
  /** The effect of cancelling; null if there is nothing to cancel. */
  cancelling: string | null;
};

/** The texts of a mailed link's page; `justChanged`: after a change made on this page. */
export function renewalTexts(view: RenewalLinkView, { justChanged }: { justChanged: boolean }): Texts {
  const { planName: plan, state, autoRenew, needsMethod, waiting, renewal } = view;
  const params = { plan, date: longDay(view.periodEnd), amount: renewal?.amountFormatted ?? '' };
  if (state !== 'CURRENT')
    return { heading: m.account_renewal_ended_title(), text: m.account_renewal_ended({ plan }), cancelling: null };
  if (!autoRenew)
    return { heading: m.account_renewal_off_title(), text: m.account_renewal_off(params), cancelling: null };
  if (waiting !== null) {
    const text = m.account_renewal_unpaid({ ...params, ends: longDay(waiting.endsOn) });
    return {
      heading: m.account_renewal_unpaid_title(),
      text,
      cancelling: m.account_renewal_give_up(),
    };
  }
  const [heading, continues] = justChanged
    ? [m.account_renewal_on_title(), m.account_renewal_resumed]
    : [m.account_renewal_title(), m.account_renewal_on];
  return {
    heading,
    text: (needsMethod ? m.account_renewal_on_needs_method : continues)(params),
    cancelling: m.account_renewal_promise(params),
  };
}
