import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { addresses, base } from '../../addresses.ts';
import { longDay } from '../../i18n/long-day.ts';
import style from './RenewalNotice.module.css';

type Props = {
  amountFormatted: string;
  /** ISO date. */
  date: string;
  /** Nothing is stored that it could be charged to: `later` before the account is there to add it in. */
  needsMethod: 'no' | 'later' | 'now';
};

const missing = { later: m.payment_renewal_needs_method_later, now: m.payment_renewal_needs_method };

/** The next charge, when it comes, what it still needs and how to stop it: stands beside the Pay button and on the receipt. */
export function RenewalNotice({ amountFormatted, date, needsMethod }: Props) {
  return (
    <div className={style.notice}>
      <p>{m.payment_renewal({ amount: amountFormatted, date: longDay(date) })}</p>
      {needsMethod !== 'no' && (
        <p>
          <strong>{missing[needsMethod]({ date: longDay(date) })}</strong>
        </p>
      )}
      <ul className={style.links}>
        {needsMethod === 'now' && (
          <li>
            <a href={`${base}${addresses.billing}#payment-method`} target="_blank" rel="noopener">
              {m.payment_renewal_add_method()}
            </a>
          </li>
        )}
        <li>
          <a href={`${base}${addresses.billing}`} target="_blank" rel="noopener">
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
    </div>
  );
}
