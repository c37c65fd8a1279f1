import { useState } from 'react';
import type { ReturnedMail } from '#contract/api/returned-mail.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { showToast } from '#web/ui/toast-list.ts';

type Props = { reason: NonNullable<ReturnedMail>; onResumed: () => Promise<void> };

/** Mails to this address are suspended: why, that nothing is lost, and how to resume them. */
export function MailNotice({ reason, onResumed }: Props) {
  const [busy, setBusy] = useState(false);
  const isReturned = reason === 'RETURNED';
  const resumeMail = async () => {
    setBusy(true);
    const result = await call('DELETE /v2/account/returned-mail', {});
    if (result.ok) await onResumed();
    setBusy(false);
    if (!result.ok) return showError(result.problem);
    showToast({ text: result.data.returnedMail === 'COMPLAINT' ? m.account_mail_link_sent() : m.account_mail_tried() });
  };
  return (
    <Notice tone={isReturned ? 'error' : 'neutral'}>
      <p>
        <strong>{isReturned ? m.account_mail_returned_title() : m.account_mail_complaint_title()}</strong>
      </p>
      <p>{isReturned ? m.account_mail_returned_text() : m.account_mail_complaint_text()}</p>
      <Actions>
        {isReturned && <ButtonLink to={addresses.profile}>{m.account_mail_change_email()}</ButtonLink>}
        <Button variant="quiet" waiting={busy} onClick={() => void resumeMail()}>
          {isReturned ? m.account_mail_works() : m.account_mail_wanted()}
        </Button>
      </Actions>
    </Notice>
  );
}
