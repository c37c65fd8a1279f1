import { useState } from 'react';
import type { ReturnedMail } from '#contract/api/returned-mail.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { addresses } from '#web/site/addresses.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { showToast } from '#web/ui/toast-list.ts';

type Props = { because: NonNullable<ReturnedMail>; onTried: () => Promise<void> };

/** Mails to oneself stay away: why, that nothing is lost, and how they come again. */
export function MailNotice({ because, onTried }: Props) {
  const [busy, setBusy] = useState(false);
  const isReturned = because === 'RETURNED';
  const tryAgain = async () => {
    setBusy(true);
    const tried = await call('DELETE /v2/account/returned-mail', {});
    if (tried.ok) await onTried();
    setBusy(false);
    if (!tried.ok) return showError(tried.problem);
    showToast({ text: m.account_mail_tried() });
  };
  return (
    <Notice tone={isReturned ? 'error' : 'neutral'}>
      <p>
        <strong>{isReturned ? m.account_mail_returned_title() : m.account_mail_complaint_title()}</strong>
      </p>
      <p>{isReturned ? m.account_mail_returned_text() : m.account_mail_complaint_text()}</p>
      <Actions>
        {isReturned && <ButtonLink to={addresses.profile}>{m.account_mail_change_email()}</ButtonLink>}
        <Button variant="quiet" waiting={busy} onClick={() => void tryAgain()}>
          {isReturned ? m.account_mail_works() : m.account_mail_wanted()}
        </Button>
      </Actions>
    </Notice>
  );
}
