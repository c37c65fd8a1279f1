import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { LoadError } from '#web/problems/LoadError.tsx';
import { addresses } from '#web/site/addresses.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import { AccountPage } from '../AccountPage.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { KeptPrice } from '../KeptPrice.tsx';
import { AccountCheckout } from '../payment/AccountCheckout.tsx';
import { AccountReceipt } from '../payment/AccountReceipt.tsx';
import { AfterLostSubmission } from '../payment/AfterLostSubmission.tsx';
import { type AccountPaid, type AccountPaymentCalls, payTimeoutMs } from '../payment/account-payment.ts';

/** A new term of an ended subscription: price, payment method, receipt. */
export function Screen() {
  const [search] = useSearchParams();
  const orderId = search.get('receipt');
  if (orderId !== null)
    return <AccountReceipt orderId={orderId} heading={m.restart_done_heading()} text={m.restart_done_text()} />;
  return <Restart />;
}

export function Restart() {
  const billing = useSignedInQuery('GET /v2/account/billing', {});
  /** Restarted already, in another tab or on another device. */
  const [isRunning, setRunning] = useState(false);
  if (billing.state === 'loading') {
    return (
      <Page>
        <FormSkeleton />
      </Page>
    );
  }
  if (billing.state === 'failed') {
    return (
      <Page>
        <LoadError problem={billing.problem} onRetry={billing.retry} />
      </Page>
    );
  }
  const subscription = billing.data.subscriptions.find(({ heldBy }) => heldBy === null);
  if (!subscription) return <NotRestartable title={m.restart_gone_title()} text={m.restart_gone_text()} />;
  if (isRunning || !subscription.mayRestart) return <Running subscriptionId={subscription.id} />;
  return (
    <PayRestart
      billing={billing.data}
      subscription={subscription}
      onRunning={() => setRunning(true)}
      onKept={billing.refresh}
    />
  );
}

const subjectOf = (subscriptionId: string) => `restart:${subscriptionId}`;

function callsFor(subscriptionId: string): AccountPaymentCalls {
  const params = { subscriptionId };
  return {
    price: (signal, [code] = []) =>
      code === undefined
        ? call('GET /v2/account/subscriptions/:subscriptionId/restart', { params }, signal ? { signal } : {})
        : call(
            'POST /v2/account/subscriptions/:subscriptionId/restart/prices',
            { params, body: { code } },
            signal ? { signal } : {},
          ),
    pay: ({ key, payment, codes: [code = null] }) =>
      call(
        'POST /v2/account/subscriptions/:subscriptionId/restart/payments',
        { params, body: { payment, code }, headers: { 'idempotency-key': key } },
        { timeoutMs: payTimeoutMs },
      ),
    read: (query) => call('GET /v2/account/subscriptions/:subscriptionId/restart/payment', { params, query }),
  };
}

type Props = {
  billing: Billing;
  subscription: Billing['subscriptions'][number];
  onRunning: () => void;
  /** The closing of the account was cancelled. */
  onKept: () => Promise<void>;
};

function PayRestart({ billing: { paymentMethod, country, deletion }, subscription, onRunning, onKept }: Props) {
  const showReceipt = useShowReceipt();
  const { id, planName, options, periodEnd } = subscription;
  return (
    <AccountCheckout
      heading={m.restart_heading()}
      lead={m.restart_lead({ plan: planName })}
      subjectId={subjectOf(id)}
      calls={callsFor(id)}
      onFile={paymentMethod}
      country={country ?? 'US'}
      takesCode
      backLink={
        <ButtonLink variant="link" to={addresses.billing}>
          {m.upgrade_to_billing()}
        </ButtonLink>
      }
      onPaid={showReceipt}
      onProblem={({ code }) => {
        if (code === 'ALREADY_PAID') onRunning();
        return code === 'ALREADY_PAID';
      }}
    >
      {deletion && <ClosingNotice closesOn={deletion.closesOn} onCancelled={onKept} />}
      <div>
        <p>{m.restart_ended({ date: longDay(periodEnd) })}</p>
        <KeptPrice subscription={subscription} />
        {options.length > 0 && <p>{m.restart_options({ options: options.join(', ') })}</p>}
      </div>
    </AccountCheckout>
  );
}

function useShowReceipt() {
  const navigate = useNavigate();
  return ({ receipt }: AccountPaid) => void navigate({ search: `?receipt=${receipt.orderId}` }, { replace: true });
}

/** Possibly by a payment of this tab whose response was lost. */
function Running({ subscriptionId }: { subscriptionId: string }) {
  const showReceipt = useShowReceipt();
  return (
    <AfterLostSubmission
      subjectId={subjectOf(subscriptionId)}
      read={callsFor(subscriptionId).read}
      onPaid={showReceipt}
    >
      <NotRestartable title={m.restart_running_title()} text={m.restart_running_text()} />
    </AfterLostSubmission>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <AccountPage heading={m.restart_heading()}>
      <div className={`${layout.page} ${layout.narrow}`}>{children}</div>
    </AccountPage>
  );
}

function NotRestartable({ title, text }: { title: string; text: string }) {
  return (
    <Page>
      <Notice>
        <h2>{title}</h2>
        <p>{text}</p>
      </Notice>
      <div>
        <ButtonLink to={addresses.billing}>{m.upgrade_to_billing()}</ButtonLink>
      </div>
    </Page>
  );
}
