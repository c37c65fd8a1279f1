import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { AnalyticsStep } from '#contract/sign-up/analytics-events.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { usePrefetch } from '#web/api/use-query.ts';
import { StepPage } from '#web/join-session/step-page/StepPage.tsx';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import type { CardFieldsHandle } from '#web/payment-methods/card/CardFields.tsx';
import { bootData } from '#web/site/boot.ts';
import { StageTabs } from '#web/ui/choices/StageTabs.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { BillingView } from './billing/BillingView.tsx';
import style from './Checkout.module.css';
import type { CheckoutSubject } from './checkout.ts';
import { offeredMethods } from './methods/offered-methods.ts';
import { LateConfirmingPayment } from './paying/LateConfirmingPayment.tsx';
import { PaymentError } from './paying/PaymentError.tsx';
import { useCheckoutPayment } from './paying/use-checkout-payment.ts';
import { offered } from './payment-choice.ts';
import { isOpen, paymentViews, searchOf, type PaymentView as View, viewOf } from './payment-views.ts';
import { OrderSummary } from './summary/OrderSummary.tsx';
import { useCheckout } from './use-checkout.ts';

const OrderNotes = lazyPart(async () => ({ default: (await import('./OrderNotes.tsx')).OrderNotes }));
const PaymentView = lazyPart(async () => ({ default: (await import('./methods/PaymentView.tsx')).PaymentView }));
const ReviewView = lazyPart(async () => ({ default: (await import('./review/ReviewView.tsx')).ReviewView }));
const QuoteChangedDialog = lazyPart(async () => ({
  default: (await import('./paying/QuoteChangedDialog.tsx')).QuoteChangedDialog,
}));

const viewTexts: Record<View, { tab: () => string; heading: () => string }> = {
  BILLING: { tab: () => m.payment_tab_billing(), heading: () => m.payment_heading_billing() },
  PAYMENT: { tab: () => m.payment_tab_payment(), heading: () => m.payment_heading_payment() },
  REVIEW: { tab: () => m.payment_tab_review(), heading: () => m.payment_heading_review() },
};
const analyticsSteps: Record<View, AnalyticsStep> = {
  BILLING: 'Billing Information',
  PAYMENT: 'Payment Options',
  REVIEW: 'Review',
};

/**
 * Billing, payment, review: one page with three views, each with its own history entry. Opened views stay mounted,
 * because the card's frames and the input must survive a change of view.
 */
export function Checkout({ subject }: { subject: CheckoutSubject }) {
  const { invited } = subject;
  const state = useCheckout(subject);
  const card = useRef<CardFieldsHandle>(null);
  const { view, openView } = useView(state.done);
  const [typedCountry, setTypedCountry] = useState('');
  const { polling, sending, submit, shownError, clearError, quoteChange, answerQuoteChange } = useCheckoutPayment({
    subject,
    state,
    card,
    openView,
  });
  useEffect(() => trackView(analyticsSteps[view], { invited }), [view, invited]);
  usePrefetch('GET /v2/security-questions', {});

  const choose = (next: View) => {
    clearError();
    openView(next);
  };
  const country = state.billing?.address.country ?? null;
  const isPaymentOpen = state.done >= 1;
  const methods = country === null ? [] : offeredMethods({ country, boot: bootData() });
  const problemsIn = (place: View) => <PaymentError shownError={place === view && !polling ? shownError : null} />;
  const order = (
    <OrderSummary state={state.quote} country={country} onOtherPackages={subject.onOtherPackages}>
      {state.quote.quote && (
        <Suspense fallback={null}>
          <OrderNotes quote={state.quote.quote} subject={subject} />
        </Suspense>
      )}
    </OrderSummary>
  );
  const stages = paymentViews.map((key) => ({ key, label: viewTexts[key].tab(), open: isOpen(key, state.done) }));

  return (
    <StepPage
      step={invited ? 3 : 4}
      invited={invited}
      heading={polling ? m.payment_confirming_heading() : viewTexts[view].heading()}
    >
      <LateConfirmingPayment polling={polling} />
      <div className={classNames(style.page, view === 'REVIEW' && style.review)} hidden={polling !== null}>
        <div className={style.task}>
          <StageTabs label={m.payment_stages()} stages={stages} current={view} onChoose={choose} />
          <div className={style.view} hidden={view !== 'BILLING'}>
            {problemsIn('BILLING')}
            <BillingView
              subject={subject}
              onSaved={(billing, until) => {
                state.changeChoice(offered(offeredMethods({ country: billing.address.country, boot: bootData() })));
                return state.changeBilling(billing, until);
              }}
              onBegun={setTypedCountry}
              onDone={() => {
                state.completeStep(1);
                choose('PAYMENT');
              }}
            />
          </div>
          {/* Load the gateway's frames while the address is typed: they need seconds on a slow connection. */}
          {(isPaymentOpen || typedCountry !== '') && (
            <div className={isPaymentOpen ? style.view : style.ahead} hidden={isPaymentOpen && view !== 'PAYMENT'}>
              <Suspense fallback={<FormSkeleton />}>
                <PaymentView
                  subject={subject}
                  state={state}
                  country={country ?? typedCountry}
                  isAhead={!isPaymentOpen}
                  offered={methods}
                  card={card}
                  shownError={problemsIn('PAYMENT')}
                  onBack={() => choose('BILLING')}
                  onReview={() => {
                    trackSubmit('Payment Options', { invited });
                    state.completeStep(2);
                    choose('REVIEW');
                  }}
                />
              </Suspense>
            </div>
          )}
          {view === 'REVIEW' && (
            <Suspense fallback={<FormSkeleton />}>
              <ReviewView
                subject={subject}
                state={state}
                sending={sending}
                shownError={problemsIn('REVIEW')}
                order={order}
                onOpenView={choose}
                onPay={submit}
              />
            </Suspense>
          )}
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
    </StepPage>
  );
}

/** The view of the address if it is open, else the latest open one; a freshly loaded page begins with billing. */
function useView(done: Parameters<typeof isOpen>[1]) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const view = viewOf(search, done);
  const startWithBilling = useEffectEvent(() => {
    if (search !== '') void navigate({ search: '' }, { replace: true });
  });
  useEffect(() => startWithBilling(), []);
  const openView = (next: View) => {
    if (searchOf(next) !== search) void navigate({ search: searchOf(next) });
  };
  return { view, openView };
}
