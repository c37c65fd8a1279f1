import { useEffect, useState } from 'react';
import type { setCredentials } from '#contract/api/credentials.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { trackSubmit, trackView } from '#web/analytics/track.ts';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { signedInHere } from '#web/auth-session/signed-in-here.ts';
import { forgetCredentialsToken } from '#web/join-session/credentials-token.ts';
import { ProblemPage } from '#web/problems/ProblemPage.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './Credentials.module.css';
import { CredentialsDone } from './CredentialsDone.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import type { CredentialsOwner } from './credentials-form.ts';

type Saved = AnswerOf<typeof setCredentials>;
type Props = {
  owner: CredentialsOwner;
  /** The subtitle, if it is not that the payment is complete. */
  subtitle?: string;
  token: string;
  /** Renews a spent token: `null` if that is impossible. */
  onRenew: () => Promise<{ token: string } | 'already-set' | null>;
  onSaved: () => void;
  /** Continues: after five seconds, or at once on a click. */
  onContinue: () => void;
};

/** The credentials step of every parent, invited or not (specification 2.9, 5.7). */
export function Credentials({ owner, subtitle, token: initialToken, onRenew, onSaved, onContinue }: Props) {
  const [token, setToken] = useState(initialToken);
  const [stage, setStage] = useState<'form' | 'done' | 'already-set' | 'invalid'>('form');
  const [renewed, setRenewed] = useState(false);
  const { invited } = owner;
  useEffect(() => trackView('Login Credentials', { invited }), [invited]);

  const finish = async (saved: Saved): Promise<void> => {
    trackSubmit('Login Credentials', { invited });
    // The session is signed in before the next page renders, so that its header shows it at once.
    await signedInHere(saved.userId);
    onSaved();
    setStage('done');
  };
  const renew = async () => {
    const next = await onRenew();
    if (next === 'already-set') return setStage(next);
    if (next === null || renewed) return setStage('invalid');
    setToken(next.token);
    setRenewed(true);
  };
  if (stage === 'done') return <CredentialsDone onContinue={onContinue} />;
  if (stage === 'already-set') return <CredentialsAlreadySet />;
  if (stage === 'invalid') return <CredentialsInvalid token={token} />;
  return (
    <div className={layout.page}>
      <PageHeading subtitle={subtitle ?? m.credentials_subtitle({ firstName: owner.firstName })}>
        {m.credentials_heading()}
      </PageHeading>
      {renewed && (
        <p role="alert" className={style.again}>
          {m.credentials_press_again()}
        </p>
      )}
      <CredentialsForm owner={owner} token={token} onSaved={finish} onTokenInvalid={() => void renew()} />
    </div>
  );
}

/** An earlier submission was saved although its response was lost, or another tab's was; this one was not. */
function CredentialsAlreadySet() {
  return (
    <ProblemPage
      heading={m.credentials_already_set_heading()}
      actions={
        <>
          <ButtonLink to={addresses.login}>{m.ui_log_in()}</ButtonLink>
          <ButtonLink to={addresses.forgotPassword} variant="quiet">
            {m.recovery_password_heading()}
          </ButtonLink>
          <ButtonLink to={addresses.forgotUsername} variant="quiet">
            {m.recovery_username_heading()}
          </ButtonLink>
        </>
      }
    >
      <p>{m.credentials_already_set_text()}</p>
    </ProblemPage>
  );
}

/**
 * A link that is used, expired or invalid: the same page for all, with the ways to continue. `token`: the link's token.
 */
export function CredentialsInvalid({ token }: { token: string | null }) {
  const [stage, setStage] = useState<{ at: 'ask'; error: string | null } | { at: 'sent' } | { at: 'unknown' }>({
    at: 'ask',
    error: null,
  });
  const [waiting, setWaiting] = useState(false);
  const requestLink = async () => {
    if (waiting) return;
    setWaiting(true);
    const result = await call('POST /v2/credentials/requests', bearer(token ?? ''));
    setWaiting(false);
    if (result.ok) return setStage({ at: 'sent' });
    // A mistyped code can be typed again.
    if (result.problem.code === 'TOKEN_INVALID') forgetCredentialsToken();
    setStage(
      result.problem.code === 'TOKEN_INVALID' ? { at: 'unknown' } : { at: 'ask', error: result.problem.message },
    );
  };
  const mayRequest = token !== null && stage.at === 'ask';
  return (
    <ProblemPage
      heading={token === null ? m.credentials_none_heading() : m.invite_request_heading()}
      actions={
        <>
          {mayRequest && (
            <Button waiting={waiting} onClick={() => void requestLink()}>
              {m.credentials_request()}
            </Button>
          )}
          <ButtonLink to={addresses.login} variant={mayRequest ? 'quiet' : 'primary'}>
            {m.ui_log_in()}
          </ButtonLink>
        </>
      }
    >
      <p>{token === null ? m.credentials_none_text() : m.credentials_invalid_text()}</p>
      {mayRequest && <p>{m.credentials_invalid_way_out()}</p>}
      <div role="status">
        {stage.at === 'sent' && (
          <Notice tone="success">
            <p>{m.credentials_request_sent()}</p>
          </Notice>
        )}
      </div>
      <div role="alert">
        {stage.at === 'unknown' && <p>{m.credentials_request_unknown()}</p>}
        {stage.at === 'ask' && stage.error !== null && (
          <Notice tone="error">
            <p>{stage.error}</p>
          </Notice>
        )}
      </div>
      {(token === null || stage.at === 'unknown') && <SupportContact />}
    </ProblemPage>
  );
}
