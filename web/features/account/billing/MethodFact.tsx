import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { ownZone } from '#web/auth-session/own-time.ts';
import { dayFromNow } from '#web/i18n/long-day.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import { Fact } from '../Fact.tsx';
import { expiryText, storedMethodText } from './method-text.ts';

/** Card fields and wallets load when they are asked for. */
const ReplaceMethod = lazyPart(() => import('./ReplaceMethod.tsx'));

type Props = { billing: Billing; onChanged: () => Promise<void> };

/** The payment method for renewals, and its replacement. */
export function MethodFact({ billing, onChanged }: Props) {
  const { paymentMethod, subscriptions, country } = billing;
  const [open, setOpen] = useState(false);
  const [today] = useState(() => dayFromNow(0, ownZone()));
  const [saved, setSaved] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const renews = subscriptions.some(({ renewal }) => renewal !== null);
  const waits = subscriptions.some(({ waiting }) => waiting !== null);
  const expiry = paymentMethod && expiryText(paymentMethod, today);
  const close = () => {
    // The focused form is removed: its opener must be rendered before it can take the focus.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };
  return (
    <Fact
      id="payment-method"
      heading={m.receipt_payment_method()}
      action={
        !open && (
          <Button
            variant="quiet"
            ref={opener}
            aria-label={paymentMethod ? m.account_billing_method_replace_named() : undefined}
            onClick={() => {
              setSaved(null);
              setOpen(true);
            }}
          >
            {paymentMethod ? m.account_billing_method_replace() : m.account_add_payment_method()}
          </Button>
        )
      }
    >
      <LiveText>{saved !== null && <Notice tone="success">{saved}</Notice>}</LiveText>
      <p>
        <strong>{paymentMethod ? storedMethodText(paymentMethod) : m.account_billing_method_none()}</strong>
      </p>
      {expiry && <p className={layout.soft}>{expiry}</p>}
      <p className={layout.soft}>{renews ? m.account_billing_method_text() : m.account_billing_method_idle()}</p>
      {open && (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <ReplaceMethod
            country={country ?? 'US'}
            renewals={subscriptions.flatMap(({ renewal, periodEnd: date }) =>
              renewal ? [{ amount: renewal.amount, date }] : [],
            )}
            hasUnpaidRenewal={waits}
            isFirst={paymentMethod === null}
            onReplaced={async (method) => {
              const params = { method: storedMethodText(method) };
              setSaved(
                waits ? m.account_billing_method_replaced_waiting(params) : m.account_billing_method_replaced(params),
              );
              await onChanged();
              close();
            }}
            onUnknown={onChanged}
            onClose={close}
          />
        </Suspense>
      )}
    </Fact>
  );
}
