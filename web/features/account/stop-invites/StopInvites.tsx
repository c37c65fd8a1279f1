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
 * Opened by the link of an invite or of an invoice's copy, by somebody who need not have an account. Opening it stops
 * nothing, because mail scanners open links.
 */
export function Screen() {
  return <StopScreen of="INVITES" />;
}

const texts = {
  INVITES: {
    heading: m.stop_invites_heading,
    text: m.stop_invites_text,
    private: m.stop_invites_private,
    action: m.stop_invites_action,
    done: [m.stop_invites_done_heading, m.stop_invites_done_text],
    undo: m.stop_invites_undo,
    undone: [m.stop_invites_undone_heading, m.stop_invites_undone_text],
  },
  INVOICES: {
    heading: m.stop_invoices_heading,
    text: m.stop_invoices_text,
    private: m.stop_invoices_private,
    action: m.stop_invoices_action,
    done: [m.stop_invoices_done_heading, m.stop_invoices_done_text],
    undo: m.stop_invoices_undo,
    undone: [m.stop_invoices_undone_heading, m.stop_invoices_undone_text],
  },
} as const;
type Stopped = keyof typeof texts;

export function StopScreen({ of }: { of: Stopped }) {
  const [token] = useMailedSecrets('token') ?? [];
  return token === undefined ? (
    <MailedCode names={['token']}>
      <SupportContact />
    </MailedCode>
  ) : (
    <StopInvites key={token} token={token} of={of} />
  );
}

type State = 'open' | 'stopped' | 'allowed' | 'dead';

export function StopInvites({ token, of }: { token: string; of: Stopped }) {
  const said = texts[of];
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
      {said.action()}
    </Button>
  );
  if (state === 'open')
    return (
      <div className={style.page}>
        <PageHeading>{said.heading()}</PageHeading>
        <p>{said.text()}</p>
        <p>{said.private()}</p>
        {stop}
        <SupportContact />
      </div>
    );
  const [heading, text] = state === 'stopped' ? said.done : said.undone;
  return (
    <div className={style.page}>
      <DoneMessage key={state} heading={heading()}>
        <p>{text()}</p>
      </DoneMessage>
      {state === 'stopped' ? (
        <Button variant="quiet" waiting={waiting} onClick={() => void set(false)}>
          {said.undo()}
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
