import { currencyNote } from '#contract/currency-note.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import style from './build-your-own.module.css';
import type { LivePrice } from './use-live-price.ts';

/** The server rejected the choice because it is not larger than the current plan. */
export function isNotLarger(problem: CallProblem | null): boolean {
  return problem?.validationErrors.some(({ field }) => field === 'order.packageId') ?? false;
}

/** In upgrade mode, instead of the total: the amount due today and from the next renewal on. */
export function DueToday({ quote, problem, adds, country }: LivePrice & { adds: boolean; country: string }) {
  const currency = currencyNote(country);
  return (
    <div className={style.total} role="status">
      <dl className={style.sums}>
        <div>
          <dt>{m.packages_annual_renewal()}</dt>
          <dd>{quote ? quote.renewal.amountFormatted : '…'}</dd>
        </div>
        <div className={style.sum}>
          <dt>{m.packages_due_today()}</dt>
          <dd>{quote ? quote.totals.totalFormatted : '…'}</dd>
        </div>
      </dl>
      {adds && !quote && !problem ? (
        <Skeleton shape="line" />
      ) : (
        <p className={style.note}>{noteText({ quote, problem, adds })}</p>
      )}
      {currency && <p className={style.note}>{currency}</p>}
    </div>
  );
}

function noteText({ quote, problem, adds }: LivePrice & { adds: boolean }): string {
  if (!adds) return m.build_your_own_nothing_added();
  if (isNotLarger(problem)) return m.build_your_own_not_larger();
  return quote ? m.build_your_own_renews() : m.build_your_own_price_failed();
}
