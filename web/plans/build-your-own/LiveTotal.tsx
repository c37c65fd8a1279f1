import type { Quote } from '#contract/api/prices.ts';
import { currencyNote } from '#contract/fields/currency-note.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { countryOfSession } from '#web/join-session/join-session.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import style from './build-your-own.module.css';
import type { LivePrice } from './use-live-price.ts';

/** What the price is for: a payment now, or a renewal, of which nothing is charged today. */
export type PriceFor = 'PAYMENT' | 'RENEWAL';
type Props = LivePrice & { optimistic: number; years: 1 | 2; priceFor: PriceFor };

/** The total: at once from the options' prices, then as quoted by the server. */
export function LiveTotal({ optimistic, years, quote, problem, priceFor }: Props) {
  const coupon = quote?.couponDetail ?? null;
  const currency = currencyNote(useJoinSession(countryOfSession));
  return (
    <div className={style.total} role="status">
      <dl className={style.sums}>
        {coupon && (
          <>
            <div>
              <dt>{m.build_your_own_before_discount()}</dt>
              <dd>{quote?.totals.subTotalFormatted}</dd>
            </div>
            <div className={style.discount}>
              <dt>{coupon.description}</dt>
              <dd>−{coupon.discountFormatted}</dd>
            </div>
          </>
        )}
        {quote?.taxesCalculated &&
          !quote.includesVat &&
          quote.taxes.map(({ name, amountFormatted }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amountFormatted}</dd>
            </div>
          ))}
        <div className={style.sum}>
          <dt>{years === 1 ? m.build_your_own_total_year() : m.build_your_own_total_two_years()}</dt>
          <dd>{quote ? quote.totals.totalFormatted : formatCents(optimistic)}</dd>
        </div>
      </dl>
      <p className={style.note}>{notes[priceFor][noteOf(quote, problem !== null)]()}</p>
      {currency && <p className={style.note}>{currency}</p>}
    </div>
  );
}

const notes = {
  PAYMENT: {
    failed: m.build_your_own_price_failed,
    taxed: m.build_your_own_renews,
    untaxed: m.build_your_own_tax_later,
  },
  RENEWAL: {
    failed: m.renewal_choice_price_failed,
    taxed: m.renewal_choice_seen_again,
    untaxed: m.renewal_choice_seen_again,
  },
} as const;

function noteOf(quote: Quote | null, hasFailed: boolean): keyof (typeof notes)[PriceFor] {
  if (hasFailed) return 'failed';
  return quote?.taxesCalculated ? 'taxed' : 'untaxed';
}
