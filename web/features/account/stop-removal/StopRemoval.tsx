import { useState } from 'react';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { useMailedSecrets } from '#web/navigation/use-mailed-secrets.ts';
import { MailedCode } from '#web/problems/MailedCode.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import style from '../sign-in/sign-in.module.css';

/**
 * Opened by the link of a mail or text, whose token is removed at once from address bar and history. Opening it stops
 * nothing, because mail scanners open links.
 */
export function Screen() {
  const [token] = useMailedSecrets('token') ?? [];
  return token === undefined ? (
    <MailedCode names={['token']}>
      <SupportContact />
    </MailedCode>
  ) : (
    <StopRemoval key={token} token={token} />
  );
}

type State = 'open' | 'STOPPED' | 'DONE' | 'dead';
const outcomes = {
  STOPPED: [() => m.factor_reset_stopped_heading(), () => m.factor_reset_stopped()],
  DONE: [() => m.factor_reset_done_heading(), () => m.factor_reset_too_late()],
  dead: [() => m.factor_reset_dead_heading(), () => m.factor_reset_dead()],
} as const;

export function StopRemoval({ token }: { token: string }) {
  const [state, setState] = useState<State>('open');
  const [waiting, setWaiting] = useState(false);
  const stop = async () => {
    setWaiting(true);
    const result = await call('POST /v2/factor-resets/stop', bearer(token));
    setWaiting(false);
    if (result.ok) setState(result.data.state);
    else if (result.problem.code === 'TOKEN_INVALID') setState('dead');
    else showError(result.problem);
  };
  if (state !== 'open') {
    const [heading, text] = outcomes[state];
    return (
      <div className={style.page}>
        <DoneMessage heading={heading()}>
          <p>{text()}</p>
        </DoneMessage>
        {state !== 'dead' && <ButtonLink to={addresses.forgotPassword}>{m.factor_reset_new_password()}</ButtonLink>}
        <SupportContact />
      </div>
    );
  }
  return (
    <div className={style.page}>
      <PageHeading>{m.factor_reset_page_heading()}</PageHeading>
      <p>{m.factor_reset_page_text()}</p>
      <Button waiting={waiting} onClick={() => void stop()}>
        {m.factor_reset_stop()}
      </Button>
    </div>
  );
}
