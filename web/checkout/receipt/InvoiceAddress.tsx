import { type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InvoiceAddress as Address } from '#contract/api/invoice-address.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Loads when it is opened. */
const AddressForm = lazyPart(() => import('./InvoiceAddressForm.tsx'));

type Props = { children: (content: ReactNode, action: ReactNode) => ReactNode };

/** The second address of a payer's invoices. `children` frames it as its page does. */
export function InvoiceAddress({ children }: Props) {
  const answer = useSignedInQuery('GET /v2/account/invoice-address', {});
  if (answer.state === 'failed') return children(<LoadError problem={answer.problem} onRetry={answer.retry} />, null);
  if (answer.state === 'loading') return children(<Skeleton shape="line" />, <Skeleton shape="button" />);
  return (
    <Loaded address={answer.data.address} onChanged={(address) => answer.replace({ address })}>
      {children}
    </Loaded>
  );
}

type LoadedProps = Props & { address: Address | null; onChanged: (address: Address | null) => void };

function Loaded({ address, onChanged, children }: LoadedProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };
  const changed = (now: Address | null) => {
    onChanged(now);
    setDone(now?.state === 'WAITING' ? m.account_invoices_asked({ email: now.email }) : null);
  };
  const again = async (email: string) => {
    setBusy(true);
    const result = await callFresh('PUT /v2/account/invoice-address', { body: { email } });
    setBusy(false);
    if (result.ok) changed(result.data.address);
    else showError(result.problem);
  };
  const remove = async () => {
    setBusy(true);
    const result = await call('DELETE /v2/account/invoice-address', {});
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    onChanged(null);
    setDone(m.account_invoices_removed());
    opener.current?.focus();
  };
  const content = (
    <>
      <LiveText>{done !== null && <Notice tone="success">{done}</Notice>}</LiveText>
      {address ? <Held address={address} /> : <p className={layout.soft}>{m.account_invoices_none()}</p>}
      {address && !open && (
        <div className={layout.row}>
          {address.state !== 'IN_USE' && (
            <Button variant="link" waiting={busy} onClick={() => void again(address.email)}>
              {address.state === 'WAITING' ? m.account_invoices_again() : m.ui_try_again()}
            </Button>
          )}
          <Button variant="link" waiting={busy} onClick={() => void remove()}>
            {m.account_invoices_remove()}
          </Button>
        </div>
      )}
      {open && (
        <Suspense fallback={<Skeleton shape="field" />}>
          <AddressForm
            onSaved={(now) => {
              changed(now);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
  const action = !open && (
    <Button
      variant="quiet"
      ref={opener}
      onClick={() => {
        setDone(null);
        setOpen(true);
      }}
    >
      {address ? m.account_invoices_change() : m.account_invoices_add()}
    </Button>
  );
  return children(content, action);
}

const stateTexts = {
  WAITING: m.account_invoices_waiting,
  IN_USE: m.account_invoices_in_use,
  STOPPED: m.account_invoices_stopped,
} as const;

function Held({ address: { email, state } }: { address: Address }) {
  return (
    <>
      <p>
        <strong>{email}</strong>
      </p>
      <p className={layout.soft}>{stateTexts[state]()}</p>
    </>
  );
}
