import { useState } from 'react';
import { Link } from 'react-router';
import type { SubscriptionView } from '#contract/api/account.ts';
import { laterAddresses } from '#contract/later-addresses.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Fact } from '../Fact.tsx';
import { RenewsTo } from '../RenewsTo.tsx';
import { StillChargedNotes } from '../StillChargedNotes.tsx';
import { mayAskForFreeYear, outlook, renewalFact, stageOf } from '../subscription-texts.ts';

type CompletedAction = 'cancelled' | 'given-up' | 'resumed' | 'trying';

const completedTexts: Record<CompletedAction, (params: { date: string }) => string> = {
  cancelled: m.account_billing_cancelled,
  'given-up': () => m.account_billing_cancelled_waiting(),
  resumed: m.account_billing_resumed,
  trying: () => m.account_waiting_trying(),
};

type Props = {
  subscription: SubscriptionView;
  hasMethod: boolean;
  onChanged: (part: Partial<SubscriptionView>) => Promise<void>;
};

/**
 * The next charge or the end; cancels and resumes the renewal until then. A holder whose plan is paid by the other
 * parent has nothing to cancel; once that parent has cancelled, the holder may take over the renewal.
 */
export function RenewalFact({ subscription, hasMethod, onChanged }: Props) {
  const { id, autoRenew, mayResume, state, periodEnd, paidBy, heldBy, paused, mayChooseRenewal } = subscription;
  const [busy, setBusy] = useState(false);
  const [completed, setCompleted] = useState<CompletedAction | null>(null);
  const endsAtOnce = subscription.waiting !== null || subscription.term.overSince !== null;
  const isOpen = state === 'CURRENT' && (autoRenew ? paidBy === null : mayResume);
  const date = longDay(periodEnd);
  const toggle = async () => {
    setBusy(true);
    const result = await call('PUT /v2/account/subscriptions/:subscriptionId/renewal', {
      params: { subscriptionId: id },
      body: { autoRenew: !autoRenew },
    });
    if (result.ok) {
      const ended = result.data.state !== 'CURRENT';
      setCompleted(result.data.autoRenew ? 'resumed' : ended ? 'given-up' : 'cancelled');
      const change = result.data.autoRenew ? { paidBy: null } : { renewal: null, waiting: null };
      await onChanged({ ...result.data, ...change, needsMethod: false, needsAddress: false });
    }
    setBusy(false);
    if (!result.ok) showError(result.problem);
  };
  const tryNow = async () => {
    setBusy(true);
    const result = await call('POST /v2/account/subscriptions/:subscriptionId/renewal/tries', {
      params: { subscriptionId: id },
    });
    if (result.ok) {
      setCompleted('trying');
      // A bank seldom takes longer.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await onChanged({});
    }
    setBusy(false);
    if (!result.ok) showError(result.problem);
  };
  const fact = renewalFact(subscription);
  const of = heldBy === null ? undefined : heldBy || m.account_the_other_parent();
  return (
    <Fact
      id={`renewal-${id}`}
      heading={m.receipt_renewal()}
      of={of}
      action={
        isOpen && (
          <Button
            variant="quiet"
            waiting={busy}
            blockedReason={!autoRenew && !hasMethod ? m.account_billing_needs_method() : undefined}
            onBlockedClick={() => document.getElementById('payment-method')?.focus()}
            onClick={() => void toggle()}
          >
            {actionText({ autoRenew, paidBy })}
            <Whose of={of} />
          </Button>
        )
      }
    >
      <p>{fact === null ? outlook(subscription) : <strong>{fact}</strong>}</p>
      <RenewsTo renewal={subscription} />
      {subscription.notJoined && stageOf(subscription) === 'ENDING' && <p>{m.account_billing_not_joined()}</p>}
      <StillChargedNotes charges={subscription.stillCharged} />
      {isOpen && (
        <p className={layout.soft}>
          {endsAtOnce ? m.account_billing_cancel_hint_waiting() : hintText({ autoRenew, paidBy, paused, date })}
        </p>
      )}
      {subscription.mayTry && (
        <div>
          <Button variant="quiet" waiting={busy} onClick={() => void tryNow()}>
            {m.account_waiting_try()}
            <Whose of={of} />
          </Button>
        </div>
      )}
      <p className={layout.links}>
        {mayChooseRenewal && (
          <Link to={`${laterAddresses.renewalChoice}?of=${id}`}>
            {m.renewal_choice_link()}
            <Whose of={of} />
          </Link>
        )}
        {mayAskForFreeYear(subscription) && (
          <Link to={laterAddresses.ownFeeWaiver}>{m.account_links_fee_waiver()}</Link>
        )}
      </p>
      <LiveText>{completed !== null && <Notice tone="success">{completedTexts[completed]({ date })}</Notice>}</LiveText>
    </Fact>
  );
}

const Whose = ({ of }: { of: string | undefined }) => of !== undefined && <VisuallyHidden>{` (${of})`}</VisuallyHidden>;

type Texts = Pick<SubscriptionView, 'autoRenew' | 'paidBy'>;

function actionText({ autoRenew, paidBy }: Texts): string {
  if (autoRenew) return m.account_cancel_renewal();
  return paidBy === null ? m.account_resume_renewal() : m.account_billing_take_over();
}

function hintText({ autoRenew, paidBy, paused, date }: Texts & { paused: boolean; date: string }): string {
  if (autoRenew && paused) return m.account_billing_cancel_hint_paused({ date });
  if (autoRenew) return m.account_billing_cancel_hint({ date });
  return paidBy === null ? m.account_billing_resume_hint({ date }) : m.account_billing_take_over_hint({ date });
}
