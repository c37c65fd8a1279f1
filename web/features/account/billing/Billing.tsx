import { Suspense, useEffect, useRef, useState } from 'react';
import type { Billing as BillingAnswer } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { Notice } from '#web/ui/Card.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import layout from '#web/ui/layout.module.css';
import { LiveText } from '#web/ui/LiveText.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { MailNotice } from '#web/auth-session/MailNotice.tsx';
import { NoPlan } from '../NoPlan.tsx';
import { ReceiptList } from '../receipts/ReceiptList.tsx';
import { Section } from '../Section.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { useHashTarget } from '../use-hash-target.ts';
import { MethodSection } from './MethodSection.tsx';
import { DisputedSection } from './DisputedSection.tsx';
import { RefundSection } from './RefundSection.tsx';
import { RefundsOnTheirWay } from './RefundsOnTheirWay.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';

/** Below the fold, so its code loads on demand. */
const CalendarSection = lazyPart(() => import('./CalendarSection.tsx'));

/** Subscriptions and their renewal, the payment method, refunds, receipts. */
export function Screen() {
  const answer = useSignedInQuery('GET /v2/account/billing', {});
  const { refresh, replace } = answer;
  useHashTarget(answer.state === 'ready');
  return (
    <AccountPage heading={m.account_billing_title()} lead={m.account_billing_lead()}>
      {answer.state === 'failed' && <LoadError problem={answer.problem} onRetry={answer.retry} />}
      {answer.state === 'loading' && <CardSkeletons count={3} />}
      {answer.state === 'ready' && <Parts billing={answer.data} refresh={refresh} replace={replace} />}
    </AccountPage>
  );
}

type Props = { billing: BillingAnswer; refresh: () => Promise<void>; replace: (billing: BillingAnswer) => void };

function Parts({ billing, refresh, replace }: Props) {
  const { subscriptions, receipts, refund, refunds, disputed, deletion, returnedMail, paymentMethod } = billing;
  const [refundedAmount, setRefundedAmount] = useState<string | null>(null);
  return (
    <>
      {deletion && <ClosingNotice closesOn={deletion.closesOn} onCancelled={refresh} />}
      {returnedMail && <MailNotice reason={returnedMail} onResumed={refresh} />}
      <LiveText>{refundedAmount !== null && <RefundConfirmation amount={refundedAmount} />}</LiveText>
      <Section id="subscriptions" heading={m.account_billing_subscriptions()}>
        {subscriptions.length === 0 && <NoPlan />}
        {subscriptions.map((subscription) => (
          <SubscriptionCard
            key={subscription.id}
            subscription={subscription}
            hasMethod={paymentMethod !== null}
            onChanged={async (part) => {
              replace({
                ...billing,
                subscriptions: subscriptions.map((one) => (one.id === subscription.id ? { ...one, ...part } : one)),
              });
              await refresh();
            }}
          />
        ))}
      </Section>
      <MethodSection billing={billing} onChanged={refresh} />
      {subscriptions.some(({ state }) => state === 'CURRENT') && (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <CalendarSection />
        </Suspense>
      )}
      {refund && <RefundSection refund={refund} refresh={refresh} onRefunded={setRefundedAmount} />}
      {disputed.length > 0 && <DisputedSection disputed={disputed} />}
      {refunds.length > 0 && <RefundsOnTheirWay refunds={refunds} />}
      <Section id="receipts" heading={m.account_billing_receipts()}>
        <ReceiptList receipts={receipts} documentYears={billing.documentYears} />
      </Section>
    </>
  );
}

/** Takes the focus, because the button that had it is removed. */
function RefundConfirmation({ amount }: { amount: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={layout.quietFocus}>
      <Notice tone="success">{m.account_billing_refund_done({ amount })}</Notice>
    </div>
  );
}
