import { useState } from 'react';
import { Link } from 'react-router';
import { applicationStatus } from '#contract/error-codes.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { isConnectionProblem } from '#web/api/problem.ts';
import { useJoinSession } from '#web/join-session/session-store.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

type Stage = { at: 'ask'; shownError: string | null } | { at: 'sent' } | { at: 'failed' };

/** The page for every invalid link, with a button that requests a new one (specification 2.10). */
export function Screen() {
  const token = useJoinSession((session) => session.invite?.inviteToken ?? null);
  const [stage, setStage] = useState<Stage>({ at: 'ask', shownError: null });
  const [waiting, setWaiting] = useState(false);
  if (token === null) return <NoInviteLink />;

  const requestInvite = async () => {
    if (waiting) return;
    setWaiting(true);
    const result = await call('POST /v2/invites/requests', { headers: { 'x-invite-token': token } });
    setWaiting(false);
    if (result.ok) return setStage({ at: 'sent' });
    const { problem } = result;
    const failed = problem.status === applicationStatus.inviteRequestFailed || problem.message.includes('fail');
    const mayRetry = !failed && (isConnectionProblem(problem) || problem.code === 'TOO_MANY_REQUESTS');
    setStage(mayRetry ? { at: 'ask', shownError: problem.message } : { at: 'failed' });
  };
  if (stage.at === 'sent') return <Sent />;
  if (stage.at === 'failed') return <Failed />;
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading subtitle={m.invite_request_subtitle()}>{m.invite_request_heading()}</PageHeading>
      <p>{m.invite_request_text()}</p>
      <div role="alert">
        {stage.shownError !== null && (
          <Notice tone="error">
            <p>{stage.shownError}</p>
          </Notice>
        )}
      </div>
      <Actions>
        <Button waiting={waiting} onClick={() => void requestInvite()}>
          {m.invite_request_send()}
        </Button>
      </Actions>
      <HaveAccount />
    </div>
  );
}

function Sent() {
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading>{m.invite_request_sent_heading()}</PageHeading>
      <div role="status">
        <Notice tone="success">
          <p>{m.invite_request_sent()}</p>
        </Notice>
      </div>
      <p>{m.invite_request_sent_spam()}</p>
      <HaveAccount />
    </div>
  );
}

function Failed() {
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading>{m.invite_request_failed_heading()}</PageHeading>
      <div role="alert">
        <Notice tone="error">
          <p>{m.problem_invite_request_failed()}</p>
        </Notice>
      </div>
      <ol className={layout.steps}>
        <li>{m.invite_request_failed_step_newest()}</li>
        <li>{m.invite_request_failed_step_inviter()}</li>
        <li>{m.invite_request_failed_step_support()}</li>
      </ol>
      <SupportContact />
      <HaveAccount />
    </div>
  );
}

/** Without a link there is nobody to send a new one to. */
function NoInviteLink() {
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading subtitle={m.invite_request_no_token_subtitle()}>{m.invite_request_no_token_heading()}</PageHeading>
      <ol className={layout.steps}>
        <li>{m.invite_request_failed_step_newest()}</li>
        <li>{m.invite_request_no_token_step()}</li>
      </ol>
      <SupportContact />
      <HaveAccount />
    </div>
  );
}

function HaveAccount() {
  return (
    <p>
      {m.invite_letter_joined()} <Link to={addresses.login}>{m.ui_log_in()}</Link>
    </p>
  );
}
