import { useState } from 'react';
import type { RenewalBeforeClosing } from '#contract/api/account.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { useSignedInQuery } from '#web/auth-session/use-signed-in-query.ts';
import { longDay } from '#web/i18n/long-day.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';
import { CardSkeletons } from '../AccountPage.tsx';
import account from '../account.module.css';
import { ClosingNotice } from '../ClosingNotice.tsx';

type Props = { isProfessional: boolean };

/** The consequences of closing, shown before it is confirmed. */
const parent = [m.account_settings_close_now, m.account_settings_close_then, m.account_receipts_kept];
const professional = [
  m.account_settings_close_back,
  m.account_settings_close_families,
  m.account_settings_close_waiting,
  m.account_settings_close_paid,
  m.account_settings_close_kept,
];

/** Requests the closing of the account in 30 days, and cancels that. */
export default function CloseAccount({ isProfessional }: Props) {
  const answer = useSignedInQuery('GET /v2/account/deletion', {});
  const { refresh, replace } = answer;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  if (answer.state === 'loading') return <CardSkeletons count={1} />;
  const { deletion, renewals } = answer.data;
  const changed = async (next: typeof deletion) => {
    replace({ deletion: next, renewals });
    await refresh();
  };
  if (deletion) {
    return (
      <div role="status">
        <ClosingNotice closesOn={deletion.closesOn} onCancelled={() => changed(null)} />
      </div>
    );
  }
  return (
    <RequestClosing
      isProfessional={isProfessional}
      renewals={renewals}
      onRequested={(closesOn) => changed({ closesOn })}
    />
  );
}

type RequestProps = Props & {
  renewals: readonly RenewalBeforeClosing[];
  onRequested: (closesOn: Day) => Promise<void>;
};

function RequestClosing({ isProfessional, renewals, onRequested }: RequestProps) {
  const [open, setOpen] = useState(false);
  const [cancelRenewals, setCancelRenewals] = useState(true);
  const [busy, setBusy] = useState(false);
  const closeDialog = () => setOpen(false);
  const requestClosing = async () => {
    setBusy(true);
    closeDialog();
    const result = await callFresh('POST /v2/account/deletion', { body: { cancelRenewals } });
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    await onRequested(result.data.closesOn);
    document.getElementById('close')?.focus();
  };
  return (
    <Card>
      <p>{m.account_settings_close_text()}</p>
      <div>
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {m.account_settings_close_ask()}
        </Button>
      </div>
      <Dialog
        open={open}
        mustDecide
        onClose={closeDialog}
        title={m.account_settings_close_title()}
        actions={
          <>
            <Button onClick={closeDialog}>{m.account_keep()}</Button>
            <Button variant="quiet" waiting={busy} onClick={() => void requestClosing()}>
              {m.account_settings_close_yes()}
            </Button>
          </>
        }
      >
        {renewals.length > 0 && (
          <>
            <p>{m.closing_renews_heading()}</p>
            <ul className={account.list}>
              {renewals.map((renewal) => (
                <li key={`${renewal.heldBy} ${renewal.date}`}>{renewalText(renewal)}</li>
              ))}
            </ul>
            <CheckboxField
              id="cancel-renewals"
              name="cancelRenewals"
              label={m.closing_cancel_renewals()}
              hint={cancelRenewals ? m.closing_cancel_renewals_hint() : m.closing_renewals_kept()}
              checked={cancelRenewals}
              onChange={async () => setCancelRenewals(!cancelRenewals)}
            />
          </>
        )}
        <ul className={account.list}>
          {(isProfessional ? professional : parent).map((text) => (
            <li key={text()}>{text()}</li>
          ))}
        </ul>
      </Dialog>
    </Card>
  );
}

function renewalText({ heldBy: name, amountFormatted: amount, date: day }: RenewalBeforeClosing): string {
  const date = longDay(day);
  if (amount === null) return m.closing_renews_paid_for({ date });
  return name === null ? m.closing_renews_own({ date, amount }) : m.closing_renews_other({ date, amount, name });
}
