import { type ReactNode, useId } from 'react';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { taxNote } from '../summary/tax-note.ts';
import style from './PayBar.module.css';
import { RefundFact } from './RefundPromise.tsx';
import { RenewalFacts } from './RenewalFacts.tsx';
import { WithTerms } from './WithTerms.tsx';

type Props = {
  /** The order, shown in the bar on phones. */
  order?: ReactNode;
  /** Null while the price is unknown. */
  quote: Quote | null;
  sending: boolean;
  /** What a press agrees to if there is no checkbox for it. */
  agreement?: string | undefined;
  blockedReason: string | undefined;
  onBlockedClick: () => void;
  onPay: () => void;
};

/** The Pay button with its amount, and under it the renewals and the refund period. Sticky on a phone. */
export function PayBar({ order, quote, sending, agreement, onPay, ...blocked }: Props) {
  const factsId = useId();
  return (
    <div className={style.bar}>
      {order && <div className={style.order}>{order}</div>}
      <Button className={style.button} waiting={sending} aria-describedby={factsId} onClick={onPay} {...blocked}>
        {quote ? m.payment_pay_now_amount({ amount: amountOf(quote) }) : m.payment_pay_now()}
      </Button>
      <div id={factsId} className={style.facts}>
        {agreement !== undefined && (
          <p>
            <WithTerms text={agreement} />
          </p>
        )}
        {quote ? (
          <>
            <RenewalFacts renewals={quote.renewals} />
            <RefundFact totalCents={quote.totals.total} forTwo={quote.payForCoParent} />
          </>
        ) : (
          <Skeleton shape="line" />
        )}
      </div>
    </div>
  );
}

function amountOf(quote: Quote): string {
  const amount = quote.totals.totalFormatted;
  return taxNote(quote) === 'pending' ? m.payment_plus_tax({ amount }) : amount;
}
