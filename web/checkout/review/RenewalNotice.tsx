import type { NextRenewal } from '#contract/api/prices.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { addresses, base } from '#web/site/addresses.ts';
import { longDay } from '#web/i18n/long-day.ts';
import layout from '#web/ui/layout.module.css';
import style from './RenewalNotice.module.css';

type Props = {
  renewals: readonly Pick<NextRenewal, 'heldBy' | 'amountFormatted' | 'date'>[];
  /** Nothing is stored that it could be charged to: `later` before the account is there to add it in. */
  needsMethod: 'no' | 'later' | 'now';
};

const missing = { later: m.payment_renewal_needs_method_later, now: m.payment_renewal_needs_method };

/**
 * The next charge, when it comes, what it still needs and how to stop it: stands beside the Pay button and on the
 * receipt.
 */
export function RenewalNotice({ renewals, needsMethod }: Props) {
  const [first] = renewals;
  return (
    <div className={style.notice}>
      {renewals.length > 1 ? <Apart renewals={renewals} /> : <p>{first ? aloneText(first) : m.mail_renewal_none()}</p>}
      <WhatItNeeds renewals={renewals} needsMethod={needsMethod} />
    </div>
  );
}

/** What a renewal still needs, and the links that tell how to stop it and what was agreed to. */
export function WhatItNeeds({ renewals: [first], needsMethod }: Props) {
  return (
    <>
      {first && needsMethod !== 'no' && (
        <p>
          <strong>{missing[needsMethod]({ date: longDay(first.date) })}</strong>
        </p>
      )}
      <ul className={layout.links}>
        {needsMethod === 'now' && (
          <li>
            <a href={`${base}${addresses.billing}#payment-method`} target="_blank" rel="noopener">
              {m.payment_renewal_add_method()}
            </a>
          </li>
        )}
        <li>
          <a href={`${base}${addresses.howToCancel}`} target="_blank" rel="noopener">
            {m.payment_renewal_cancel()}
          </a>
        </li>
        <li>
          <a href={brand.links.terms} target="_blank" rel="noopener">
            {m.payment_terms()}
          </a>
        </li>
        <li>
          <a href={brand.links.privacy} target="_blank" rel="noopener">
            {m.payment_privacy()}
          </a>
        </li>
      </ul>
    </>
  );
}

type Renewal = Props['renewals'][number];

function aloneText({ heldBy: name, amountFormatted: amount, date }: Renewal): string {
  const words = { amount, date: longDay(date) };
  return name === null ? m.payment_renewal(words) : m.payment_renewal_other({ ...words, name });
}

export function eachText({ heldBy: name, amountFormatted: amount, date }: Renewal): string {
  const words = { amount, date: longDay(date) };
  return name === null ? m.payment_renewals_own(words) : m.payment_renewals_other({ ...words, name });
}

/** Two renewals, each with its own amount and day, and each cancelled by itself. */
function Apart({ renewals }: Pick<Props, 'renewals'>) {
  return (
    <>
      <p>{m.payment_renewals_two()}</p>
      <ul className={style.each}>
        {renewals.map((renewal) => (
          <li key={renewal.heldBy}>{eachText(renewal)}</li>
        ))}
      </ul>
      <p>{m.payment_renewals_apart()}</p>
    </>
  );
}
