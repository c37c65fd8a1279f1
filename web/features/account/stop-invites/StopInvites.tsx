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
 * Opened by the link of an invite, by somebody who need not have an account. Opening it stops nothing, because mail
 * scanners open links.
 */
export function Screen() {
  const [token] = useMailedSecrets('token') ?? [];
  return token === undefined ? (
    <MailedCode names={['token']}>
      <SupportContact />
    </MailedCode>
  ) : (
    <StopInvites key={token} token={token} />
  );
}

type State = 'open' | 'stopped' | 'allowed' | 'dead';

export function StopInvites({ token }: { token: string }) {
  const [state, setState] = useState<State>('open');
  const [waiting, setWaiting] = useState(false);
  const set = async (stopped: boolean) => {
    setWaiting(true);
    const result = await call('PUT /v2/invite-stop', { ...bearer(token), body: { stopped } });
    setWaiting(false);
    if (result.ok) setState(result.data.stopped ? 'stopped' : 'allowed');
    else if (result.problem.code === 'TOKEN_INVALID') setState('dead');
    else showError(result.problem);
  };
  if (state === 'dead') return <IncompleteLink />;
  const stop = (
    <Button waiting={waiting} onClick={() => void set(true)}>
      {m.stop_invites_action()}
    </Button>
  );
  if (state === 'open')
    return (
      <div className={style.page}>
        <PageHeading>{m.stop_invites_heading()}</PageHeading>
        <p>{m.stop_invites_text()}</p>
        <p>{m.stop_invites_private()}</p>
        {stop}
        <SupportContact />
      </div>
    );
  return (
    <div className={style.page}>
      <DoneMessage
        key={state}
        heading={state === 'stopped' ? m.stop_invites_done_heading() : m.stop_invites_undone_heading()}
      >
        <p>{state === 'stopped' ? m.stop_invites_done_text() : m.stop_invites_undone_text()}</p>
      </DoneMessage>
      {state === 'stopped' ? (
        <Button variant="quiet" waiting={waiting} onClick={() => void set(false)}>
          {m.stop_invites_undo()}
        </Button>
      ) : (
        stop
      )}
      <SupportContact />
    </div>
  );
}

function IncompleteLink() {
  return (
    <div className={style.page}>
      <PageHeading>{m.stop_invites_dead_heading()}</PageHeading>
      <p>{m.stop_invites_dead_text()}</p>
      <SupportContact />
    </div>
  );
}
