import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { signedOut } from '#web/auth-session/signed-in.ts';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import style from '../sign-in/sign-in.module.css';
import { InvalidEmailLink } from './InvalidEmailLink.tsx';
import { useMailedToken } from './use-mailed-token.ts';

/**
 * The undo link in the notice to the previous address; works without a session. Opening it changes nothing, because
 * mail scanners open links.
 */
export function Screen() {
  const token = useMailedToken();
  return token === null ? <InvalidEmailLink /> : <EmailUndo key={token} token={token} />;
}

export function EmailUndo({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'busy' | 'done' | 'dead'>('open');
  const undo = async () => {
    setState('busy');
    const result = await call('POST /v2/email-changes/undo', { headers: { authorization: `Bearer ${token}` } });
    if (result.ok) {
      setState('done');
      return signedOut();
    }
    setState(result.problem.code === 'TOKEN_INVALID' ? 'dead' : 'open');
    if (result.problem.code !== 'TOKEN_INVALID') showError(result.problem);
  };
  if (state === 'dead') return <InvalidEmailLink />;
  if (state === 'done') {
    return (
      <div className={style.page}>
        <DoneMessage heading={m.email_undo_done()}>
          <p>{m.email_undo_done_text()}</p>
        </DoneMessage>
        <ButtonLink to={addresses.login}>{m.ui_log_in()}</ButtonLink>
      </div>
    );
  }
  return (
    <div className={style.page}>
      <PageHeading>{m.email_undo_title()}</PageHeading>
      <p>{m.email_undo_text()}</p>
      <Button waiting={state === 'busy'} onClick={() => void undo()}>
        {m.email_undo_do()}
      </Button>
    </div>
  );
}
