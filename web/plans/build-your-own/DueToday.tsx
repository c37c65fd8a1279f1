import { currencyNote } from '#contract/fields/currency-note.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { CurrentOptions } from './build-form.ts';
import style from './build-your-own.module.css';
import type { LivePrice } from './use-live-price.ts';

/** The server rejected the choice because it is not larger than the current plan. */
export function isNotLarger(problem: CallProblem | null): boolean {
  return problem?.validationErrors.some(({ field }) => field === 'order.packageId') ?? false;
}

type Props = LivePrice & { adds: boolean } & Pick<CurrentOptions, 'country' | 'endsOn'>;

/** In upgrade mode, instead of the total: the amount due today, and from the next renewal on if there is one. */
export function DueToday({ quote, problem, adds, country, endsOn }: Props) {
  const currency = currencyNote(country);
  return (
    <div className={style.total} role="status">
      <dl className={style.sums}>
        <div>
          <dt>{endsOn === null ? m.packages_annual_renewal() : m.packages_ends()}</dt>
          <dd>{endsOn === null ? (quote?.renewal.amountFormatted ?? '…') : longDay(endsOn)}</dd>
        </div>
        <div className={style.sum}>
          <dt>{m.packages_due_today()}</dt>
          <dd>{quote ? quote.totals.totalFormatted : '…'}</dd>
        </div>
      </dl>
      {adds && !isNotLarger(problem) && <Note quote={quote} problem={problem} />}
      {currency && <p className={style.note}>{currency}</p>}
    </div>
  );
}

/** What blocks the button is said there alone. */
function Note({ quote, problem }: LivePrice) {
  if (!quote && !problem) return <Skeleton shape="line" />;
  return <p className={style.note}>{quote ? m.build_your_own_renews() : m.build_your_own_price_failed()}</p>;
}
