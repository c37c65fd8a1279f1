import { useState } from 'react';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import style from '../sign-in/sign-in.module.css';

/**
 * Opened by the link mailed to a second address for invoices, by somebody who need not have an account. Opening it
 * agrees to nothing, because mail scanners open links.
 */
export function Screen() {
  const [token] = useMailedSecrets('token') ?? [];
  return token === undefined ? (
    <MailedCode names={['token']}>
      <SupportContact />
    </MailedCode>
  ) : (
    <AgreeToInvoices key={token} token={token} />
  );
}

type State = 'open' | 'agreed' | 'dead';

export function AgreeToInvoices({ token }: { token: string }) {
  const [state, setState] = useState<State>('open');
  const [waiting, setWaiting] = useState(false);
  const agree = async () => {
    setWaiting(true);
    const result = await call('POST /v2/invoice-address-agreements', bearer(token));
    setWaiting(false);
    if (result.ok) setState('agreed');
    else if (result.problem.code === 'TOKEN_INVALID') setState('dead');
    else showError(result.problem);
  };
  if (state === 'open')
    return (
      <div className={style.page}>
        <PageHeading>{m.agree_invoices_heading()}</PageHeading>
        <p>{m.agree_invoices_text()}</p>
        <p>{m.agree_invoices_refuse()}</p>
        <Button waiting={waiting} onClick={() => void agree()}>
          {m.agree_invoices_action()}
        </Button>
        <SupportContact />
      </div>
    );
  const [heading, text] =
    state === 'agreed'
      ? [m.agree_invoices_done_heading(), m.agree_invoices_done_text()]
      : [m.agree_invoices_dead_heading(), m.agree_invoices_dead_text()];
  return (
    <div className={style.page}>
      <DoneMessage key={state} heading={heading}>
        <p>{text}</p>
      </DoneMessage>
      <SupportContact />
    </div>
  );
}
