import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Billing as BillingAnswer, SubscriptionView } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { MailNotice } from '#web/auth-session/MailNotice.tsx';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { InvoiceAddress } from '#web/checkout/receipt/InvoiceAddress.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { AccountPage, CardSkeletons } from '../AccountPage.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { Fact } from '../Fact.tsx';
import { MethodNotice } from '../MethodNotice.tsx';
import { NoPlan } from '../NoPlan.tsx';
import { ReceiptList } from '../receipts/ReceiptList.tsx';
import { Section } from '../Section.tsx';
import { useHashTarget } from '../use-hash-target.ts';
import { BackupFact } from './BackupFact.tsx';
import { CoveredNotice } from './CoveredNotice.tsx';
import { DisputedFact } from './DisputedFact.tsx';
import { MethodFact } from './MethodFact.tsx';
import { RefundFact } from './RefundFact.tsx';
import { RefundsOnTheirWay } from './RefundsOnTheirWay.tsx';
import { SubscriptionFacts } from './SubscriptionFacts.tsx';

/** Loads when it is opened. */
const CalendarOptions = lazyPart(() => import('./CalendarOptions.tsx'));
const PayWithCode = lazyPart(() => import('./PayWithCode.tsx'));

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

/** The reader's own plan before its renewal's day: a code then pays for the plan held, later for the one chosen. */
const isPaidAhead = ({ heldBy, waiting, term }: SubscriptionView) =>
  heldBy === null && waiting === null && term.overSince === null;

type Props = { billing: BillingAnswer; refresh: () => Promise<void>; replace: (billing: BillingAnswer) => void };

function Parts({ billing, refresh, replace }: Props) {
  const { subscriptions, receipts, refund, refunds, disputed, deletion, returnedMail, paymentMethod } = billing;
  // What was paid stays confirmed once no further code is taken.
  const [tookCode] = useState(billing.codePays);
  const [refundedAmount, setRefundedAmount] = useState<string | null>(null);
  return (
    <>
      {deletion && <ClosingNotice closesOn={deletion.closesOn} onCancelled={refresh} />}
      {returnedMail && <MailNotice reason={returnedMail} onResumed={refresh} />}
      <LiveText>{refundedAmount !== null && <RefundConfirmation amount={refundedAmount} />}</LiveText>
      <CoveredNotice from={billing.coveredFrom} refresh={refresh} />
      {subscriptions.length === 0 && <NoPlan />}
      {subscriptions.map((subscription) => (
        <MethodNotice key={subscription.id} subscription={subscription} />
      ))}
      <Card>
        {subscriptions.map((subscription) => (
          <SubscriptionFacts
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
        <MethodFact billing={billing} onChanged={refresh} />
        {(billing.paymentMethod ?? billing.backupMethod) !== null && (
          <BackupFact billing={billing} onChanged={refresh} />
        )}
        {(receipts.length > 0 || paymentMethod !== null) && (
          <InvoiceAddress>
            {(content, action) => (
              <Fact id="invoice-address" heading={m.account_invoices_heading()} action={action}>
                {content}
              </Fact>
            )}
          </InvoiceAddress>
        )}
        {refund && <RefundFact refund={refund} refresh={refresh} onRefunded={setRefundedAmount} />}
        {disputed.length > 0 && <DisputedFact disputed={disputed} />}
        {refunds.length > 0 && <RefundsOnTheirWay refunds={refunds} />}
      </Card>
      <Section id="receipts" heading={m.account_billing_receipts()}>
        <ReceiptList receipts={receipts} documentYears={billing.documentYears} />
      </Section>
      {tookCode && (
        <Fold summary={m.plan_code_heading()}>
          <PayWithCode
            chosen={subscriptions.find(isPaidAhead)?.renewsTo ?? null}
            forBoth={subscriptions.some(({ alsoFor }) => alsoFor?.isChosen)}
            refresh={refresh}
          />
        </Fold>
      )}
      {subscriptions.some(({ state }) => state === 'CURRENT') && (
        <Fold summary={m.calendar_heading()}>
          <CalendarOptions />
        </Fold>
      )}
    </>
  );
}

/** Loaded once it is opened. */
function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <Card>
      <div className={layout.folds}>
        <details onToggle={() => setOpened(true)}>
          <summary>{summary}</summary>
          {opened && <Suspense fallback={<CardSkeletons count={1} />}>{children}</Suspense>}
        </details>
      </div>
    </Card>
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
