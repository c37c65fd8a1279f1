import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { chevron, Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { QuoteState } from '../use-quote.ts';
import style from './OrderSummary.module.css';
import { PriceLines } from './PriceLines.tsx';
import { taxNote } from './tax-note.ts';

type Props = {
  state: Pick<QuoteState, 'quote' | 'loading' | 'problem' | 'refresh'>;
  /** The billing country (ISO code); null while unknown. */
  country: string | null;
  /** Leads to the plans, for a chosen plan that is not offered. */
  onOtherPackages?: () => void;
  /** Rendered below the lines. */
  children?: ReactNode;
};

/**
 * The order. From 60 rem it is beside the task; up to 600 px it is a line with plan and total at the bottom of the
 * window.
 */
export function OrderSummary({ state, country, onOtherPackages, children }: Props) {
  const { quote, loading, problem, refresh } = state;
  const [open, setOpen] = useState(false);
  const id = useId();
  const plans = problem?.code === 'PACKAGE_NOT_OFFERED' ? onOtherPackages : undefined;
  const tax = quote ? taxNote(quote) : undefined;
  const amount = quote?.totals.totalFormatted;
  const shownAmount = amount && tax === 'pending' ? m.payment_plus_tax({ amount }) : amount;
  const totalLabel = tax === 'pending' ? m.payment_total_before_tax() : m.payment_due_today();
  return (
    <aside className={style.summary} aria-labelledby={`${id}-title`} aria-busy={loading}>
      <h2 id={`${id}-title`} className={style.title}>
        {m.payment_order_summary()}
      </h2>
      <button
        type="button"
        className={style.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={style.plan}>{quote?.lines.find(({ kind }) => kind === 'PACKAGE')?.label}</span>
        <VisuallyHidden>{m.payment_order_summary()}</VisuallyHidden>
        {/* Keyed, because the wider total would move the dots to the left. */}
        <span key={amount && 'total'} className={style.amount}>
          {amount ? shownAmount : problem ? '' : '…'}
        </span>
        <Icon className={style.chevron} path={chevron} />
      </button>
      {problem && (
        <div role="alert" className={style.problem}>
          <p>{problem.message}</p>
          <Button variant="quiet" onClick={plans ?? refresh}>
            {plans ? m.build_your_own_back() : m.ui_try_again()}
          </Button>
        </div>
      )}
      <div id={id} className={style.body} data-open={open || undefined}>
        {quote && (
          <PriceLines
            lines={quote.lines}
            totalLabel={totalLabel}
            totalFormatted={quote.totals.totalFormatted}
            country={country}
            tax={tax}
          />
        )}
        {children}
        {!quote && !problem && (
          <>
            <Skeleton shape="line" />
            <Skeleton shape="line" />
            <Skeleton shape="short" />
          </>
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{loading || !amount ? '' : `${totalLabel}: ${amount}`}</span>
      </VisuallyHidden>
    </aside>
  );
}
