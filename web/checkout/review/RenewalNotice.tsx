import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { addresses, base } from '../../addresses.ts';
import { currentLanguage } from '../../i18n/language.ts';
import style from './RenewalNotice.module.css';

type Props = {
  amountFormatted: string;
  /** ISO date. */
  date: string;
};

/** A day as people write it; a day has no time zone. */
export function dayInWords(isoDate: string): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${isoDate}T00:00:00Z`));
}

/** The next charge, when it comes and how to stop it: stands beside the Pay button and on the receipt. */
export function RenewalNotice({ amountFormatted, date }: Props) {
  return (
    <div className={style.notice}>
      <p>{m.payment_renewal({ amount: amountFormatted, date: dayInWords(date) })}</p>
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
