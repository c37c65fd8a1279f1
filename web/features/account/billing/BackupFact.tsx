import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Billing } from '#contract/api/account.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { ownZone } from '#web/auth-session/own-time.ts';
import { dayFromNow } from '#web/i18n/long-day.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { CardSkeletons } from '../AccountPage.tsx';
import { Fact } from '../Fact.tsx';
import { expiryText, storedMethodText } from './method-text.ts';

const ReplaceMethod = lazyPart(() => import('./ReplaceMethod.tsx'));

type Props = { billing: Billing; onChanged: () => Promise<void> };

/** A method beside the one for renewals, which is charged once if that one is declined and its holder wants it. */
export function BackupFact({ billing: { backupMethod, country }, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [today] = useState(() => dayFromNow(0, ownZone()));
  const opener = useRef<HTMLButtonElement>(null);
  const expiry = backupMethod && expiryText(backupMethod, today);
  const method = backupMethod ? storedMethodText(backupMethod) : '';
  const close = () => {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };
  const turn = async (chargedWhenDeclined: boolean) => {
    if (busy) return;
    setBusy(true);
    const result = await call('PUT /v2/account/backup-payment-method', { body: { chargedWhenDeclined } });
    if (result.ok) {
      setDone(chargedWhenDeclined ? m.account_backup_on({ method }) : m.account_backup_off({ method }));
      await onChanged();
    }
    setBusy(false);
    if (!result.ok) showError(result.problem);
  };
  const remove = async () => {
    setBusy(true);
    const result = await call('DELETE /v2/account/backup-payment-method', {});
    if (result.ok) {
      setDone(m.account_backup_removed());
      await onChanged();
    }
    setBusy(false);
    if (!result.ok) showError(result.problem);
  };
  return (
    <Fact
      id="backup-method"
      heading={m.account_backup_heading()}
      action={
        !open && (
          <Button
            variant="quiet"
            ref={opener}
            waiting={busy}
            onClick={() => {
              setDone(null);
              return backupMethod ? void remove() : setOpen(true);
            }}
          >
            {backupMethod ? m.account_backup_remove() : m.account_backup_add()}
          </Button>
        )
      }
    >
      <LiveText>{done !== null && <Notice tone="success">{done}</Notice>}</LiveText>
      {backupMethod ? (
        <p>
          <strong>{method}</strong>
        </p>
      ) : (
        <p className={layout.soft}>{m.account_backup_none()}</p>
      )}
      {expiry && <p className={layout.soft}>{expiry}</p>}
      {backupMethod && (
        <CheckboxField
          id="backup-charged"
          name="chargedWhenDeclined"
          label={m.account_backup_use()}
          hint={m.account_backup_use_hint()}
          checked={backupMethod.chargedWhenDeclined}
          onChange={() => turn(!backupMethod.chargedWhenDeclined)}
        />
      )}
      {open && (
        <Suspense fallback={<CardSkeletons count={1} />}>
          <ReplaceMethod
            country={country ?? 'US'}
            renewals={[]}
            hasUnpaidRenewal={false}
            isFirst
            isBackup
            onReplaced={async (stored) => {
              setDone(m.account_backup_saved({ method: storedMethodText(stored) }));
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
