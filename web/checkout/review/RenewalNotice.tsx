import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { addresses, base } from '../../addresses.ts';
import { longDay } from '../../i18n/long-day.ts';
import style from './RenewalNotice.module.css';

type Props = {
  amountFormatted: string;
  /** ISO date. */
  date: string;
};

/** The next charge, when it comes and how to stop it: stands beside the Pay button and on the receipt. */
export function RenewalNotice({ amountFormatted, date }: Props) {
  return (
    <div className={style.notice}>
      <p>{m.payment_renewal({ amount: amountFormatted, date: longDay(date) })}</p>
      <ul className={style.links}>
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
