import { type ReactNode, Suspense, useState } from 'react';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import type { Quote } from '#contract/api/prices.ts';
import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { type CodesState, SubscriptionCodes } from '#web/checkout/codes/SubscriptionCodes.tsx';
import { LateConfirmingPayment } from '#web/checkout/paying/LateConfirmingPayment.tsx';
import { PaymentError } from '#web/checkout/paying/PaymentError.tsx';
import { PayBar } from '#web/checkout/review/PayBar.tsx';
import { RenewalFacts, RenewalTerms } from '#web/checkout/review/RenewalFacts.tsx';
import { OrderSummary } from '#web/checkout/summary/OrderSummary.tsx';
import { priceMissing, useQuote } from '#web/checkout/use-quote.ts';
import { Actions } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { AccountPage } from '../AccountPage.tsx';
import type { AccountPaid, AccountPaymentCalls } from './account-payment.ts';
import { MethodChoice } from './MethodChoice.tsx';
import style from './paying.module.css';
import { useAccountPayment } from './use-account-payment.ts';
import { useMethodChoice } from './use-method-choice.ts';

const QuoteChangedDialog = lazyPart(async () => ({
  default: (await import('#web/checkout/paying/QuoteChangedDialog.tsx')).QuoteChangedDialog,
}));

type Props = {
  heading: string;
  lead: string;
  subjectId: string;
  calls: AccountPaymentCalls;
  onFile: PaymentMethodView | null;
  /** The billing country (ISO code). */
  country: string;
  /** Whether what is paid for renews. */
  renews?: boolean;
  /** Whether a code may pay a part or all of it. */
  takesCode?: boolean;
  /** The order, with ways to change it. */
  children: ReactNode;
  /** Beside the Pay button. */
  backLink: ReactNode;
  onPaid: (paid: AccountPaid) => void;
  /** Called when the price was rejected. Returns true if that led to another page. */
  onProblem: (problem: CallProblem) => boolean;
};

const noCodes: CodesState = { enabled: false, applied: [], typed: '' };

function payLabel(totals: Quote['totals'] | undefined): string {
  if (totals === undefined) return m.payment_pay_now();
  return totals.total === 0 ? m.pay_nothing() : m.pay_amount({ amount: totals.totalFormatted });
}

const orderOf = (quote: Quote | null) => quote && { totalCents: quote.totals.total, renewals: quote.renewals };

/** Order lines, the stored method or another one, the renewal terms, and the Pay button. */
export function AccountCheckout({
  heading,
  lead,
  subjectId,
  calls,
  onFile,
  country,
  renews = true,
  takesCode = false,
  children,
  backLink,
  onPaid,
  onProblem,
}: Props) {
  const [codes, setCodes] = useState(noCodes);
  const paymentCodes = codes.enabled ? codes.applied : noCodes.applied;
  const quote = useQuote({
    price: (selection, signal) => calls.price(signal, selection.paymentCodes),
    onProblem,
    payForCoparent: false,
    paymentCodes,
  });
  const methodChoice = useMethodChoice(onFile, quote.quote?.totals.total ?? null);
  const { polling, sending, shownError, quoteChange, submit, answerQuoteChange } = useAccountPayment({
    subjectId,
    calls,
    quote,
    methodChoice,
    codes: paymentCodes,
    onPaid,
  });
  const priced = quote.quote;
  const isFree = priced?.totals.total === 0;
  const blocked = priceMissing(quote) ?? (isFree ? undefined : methodChoice.missing);
  const order = <OrderSummary state={quote} country={country} />;
  const explain = () => {
    if (methodChoice.usesOther) void methodChoice.other.card.current?.showProblems();
  };
  return (
    <AccountPage heading={polling ? m.payment_confirming_heading() : heading} lead={polling ? undefined : lead}>
      <LateConfirmingPayment polling={polling} hasAccount />
      <div className={style.columns} hidden={polling !== null}>
        <div className={`${layout.page} ${layout.narrow}`}>
          {children}
          {takesCode && (
            <SubscriptionCodes
              most={1}
              state={codes}
              onChange={setCodes}
              quote={priced}
              price={(typed) => calls.price(undefined, typed)}
              onProblem={onProblem}
            />
          )}
          {isFree ? (
            <Notice tone="success">
              <p>{m.upgrade_nothing_due()}</p>
            </Notice>
          ) : (
            <MethodChoice
              state={methodChoice}
              country={country}
              order={orderOf(priced)}
              renews={renews}
              onEnter={blocked === undefined ? submit : explain}
            />
          )}
          <PaymentError shownError={shownError} />
          <PayBar
            order={order}
            label={payLabel(priced?.totals)}
            facts={priced && <RenewalFacts renewals={priced.renewals} />}
            sending={sending}
            blockedReason={blocked}
            onBlockedClick={explain}
            onPay={submit}
          />
          {priced && <RenewalTerms renewals={priced.renewals} needsMethod={isFree && onFile === null ? 'now' : 'no'} />}
          <Actions>{backLink}</Actions>
        </div>
        {order}
      </div>
      {quoteChange && (
        <Suspense fallback={null}>
          <QuoteChangedDialog
            change={quoteChange}
            onCancel={() => answerQuoteChange('stay')}
            onPay={() => answerQuoteChange('pay')}
          />
        </Suspense>
      )}
    </AccountPage>
  );
}
