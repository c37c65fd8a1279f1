import type { ReactNode } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { ConfirmingPayment } from '#web/checkout/paying/ConfirmingPayment.tsx';
import { PaymentError } from '#web/checkout/paying/PaymentError.tsx';
import { QuoteChangedDialog } from '#web/checkout/paying/QuoteChangedDialog.tsx';
import { RenewalNotice } from '#web/checkout/review/RenewalNotice.tsx';
import { OrderSummary } from '#web/checkout/summary/OrderSummary.tsx';
import { priceMissing, useQuote } from '#web/checkout/use-quote.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccountPage } from '../AccountPage.tsx';
import type { AccountPaid, AccountPaymentCalls } from './account-payment.ts';
import layout from '#web/ui/layout.module.css';
import style from './paying.module.css';
import { PayWith } from './PayWith.tsx';
import { useAccountPayment } from './use-account-payment.ts';
import { usePayWith } from './use-pay-with.ts';

type Props = {
  heading: string;
  lead: string;
  subjectId: string;
  calls: AccountPaymentCalls;
  onFile: PaymentMethodView | null;
  /** ISO country of the bill. */
  country: string;
  /** What is bought, with the ways to change it. */
  children: ReactNode;
  /** Beside the Pay button: the way back. */
  back: ReactNode;
  onPaid: (paid: AccountPaid) => void;
  /** The price was refused. True when that led away from the page. */
  onProblem: (problem: CallProblem) => boolean;
};

const noCodes: readonly string[] = [];

function payLabel(totals: Quote['totals'] | undefined): string {
  if (totals === undefined) return m.payment_pay_now();
  return totals.total === 0 ? m.pay_nothing() : m.pay_amount({ amount: totals.totalFormatted });
}

const orderOf = (quote: Quote | null) => quote && { totalCents: quote.totals.total, renewals: quote.renewals };

/** Order lines, the method on file or another, the renewal terms, and the one button that takes money. */
export function AccountCheckout({
  heading,
  lead,
  subjectId,
  calls,
  onFile,
  country,
  children,
  back,
  onPaid,
  onProblem,
}: Props) {
  const quote = useQuote({
    price: (_wish, signal) => calls.price(signal),
    onProblem,
    payForCoparent: false,
    paymentCodes: noCodes,
  });
  const payWith = usePayWith(onFile, quote.quote?.totals.total ?? null);
  const { polling, sending, shownError, quoteChange, submit, answerQuoteChange } = useAccountPayment({
    subjectId,
    calls,
    quote,
    payWith,
    onPaid,
  });
  const priced = quote.quote;
  const isFree = priced?.totals.total === 0;
  const blocked = priceMissing(quote) ?? (isFree ? undefined : payWith.missing);
  const explain = () => {
    if (payWith.useOther) void payWith.other.card.current?.showProblems();
  };
  return (
    <AccountPage heading={polling ? m.payment_confirming_heading() : heading} lead={polling ? undefined : lead}>
      {polling && <ConfirmingPayment reason={polling.reason} attempt={polling.polls} />}
      <div className={style.columns} hidden={polling !== null}>
        <div className={`${layout.page} ${layout.narrow}`}>
          {children}
          {isFree ? (
            <Notice tone="success">
              <p>{m.upgrade_nothing_due()}</p>
            </Notice>
          ) : (
            <PayWith
              state={payWith}
              country={country}
              order={orderOf(priced)}
              onEnter={blocked === undefined ? submit : explain}
            />
          )}
          <PaymentError shownError={shownError} />
          <Actions>
            <Button waiting={sending} blockedReason={blocked} onBlockedClick={explain} onClick={submit}>
              {payLabel(priced?.totals)}
            </Button>
            {back}
          </Actions>
          {priced ? (
            <RenewalNotice renewals={priced.renewals} needsMethod={isFree && onFile === null ? 'now' : 'no'} />
          ) : (
            !quote.problem && <Skeleton shape="line" />
          )}
        </div>
        <OrderSummary state={quote} country={country} />
      </div>
      <QuoteChangedDialog
        change={quoteChange}
        onCancel={() => answerQuoteChange('stay')}
        onPay={() => answerQuoteChange('pay')}
      />
    </AccountPage>
  );
}
