import { useEffect, useState } from 'react';
import type { setCredentials } from '#contract/api/credentials.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { m } from '#messages/messages.js';
import { signedInHere } from '../../account/session/signed-in.ts';
import { addresses } from '../../addresses.ts';
import { trackSubmit, trackView } from '../../analytics/track.ts';
import { ProblemPage } from '../../problems/ProblemPage.tsx';
import { SupportContact } from '../../problems/SupportContact.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import style from './Credentials.module.css';
import { CredentialsDone } from './CredentialsDone.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import type { CredentialsOwner } from './credentials-form.ts';

type Saved = AnswerOf<typeof setCredentials>;
type Props = {
  owner: CredentialsOwner;
  /** What is said under the heading, where it is not that the payment is complete. */
  subtitle?: string;
  token: string;
  /** A spent token may have a successor: `null` when there is none, `done` when credentials are set already. */
  onRenew: () => Promise<{ token: string } | 'done' | null>;
  onSaved: (saved: Saved | null) => void;
  /** Goes on: after five seconds, or at once when the person asks. */
  onContinue: () => void;
};

/** The credentials step of everybody who has paid, invited or not (specification 2.9, 5.7). */
export function Credentials({ owner, subtitle, token: firstToken, onRenew, onSaved, onContinue }: Props) {
  const [token, setToken] = useState(firstToken);
  const [stage, setStage] = useState<'form' | 'done' | 'invalid'>('form');
  const [renewed, setRenewed] = useState(false);
  const { invited } = owner;
  useEffect(() => trackView('Login Credentials', { invited }), [invited]);

  const finish = (saved: Saved | null) => {
    trackSubmit('Login Credentials', { invited });
    if (saved) void signedInHere(saved.userId);
    onSaved(saved);
    setStage('done');
  };
  const renew = async () => {
    const next = await onRenew();
    if (next === 'done') return finish(null);
    if (next === null || renewed) return setStage('invalid');
    setToken(next.token);
    setRenewed(true);
  };
  if (stage === 'done') return <CredentialsDone onContinue={onContinue} />;
  if (stage === 'invalid') return <CredentialsInvalid />;
  return (
    <div className={style.page}>
      <PageHeading subtitle={subtitle ?? m.credentials_subtitle({ firstName: owner.firstName })}>{m.credentials_heading()}</PageHeading>
      {renewed && (
        <p role="alert" className={style.again}>
          {m.credentials_press_again()}
        </p>
      )}
      <CredentialsForm owner={owner} token={token} onSaved={finish} onTokenInvalid={() => void renew()} />
    </div>
  );
}

/** A link that was used, is too old or was never right: the same page for all, with the ways on. */
export function CredentialsInvalid() {
  return (
    <ProblemPage heading={m.credentials_invalid_heading()} actions={<ButtonLink to={addresses.login}>{m.credentials_log_in()}</ButtonLink>}>
      <p>{m.credentials_invalid_text()}</p>
      <p>{m.credentials_invalid_way_out()}</p>
      <SupportContact />
    </ProblemPage>
  );
}
