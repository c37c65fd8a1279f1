import { useState } from 'react';
import { Link } from 'react-router';
import { activityText } from '#contract/account/activity.ts';
import type { ClaimView } from '#contract/api/ownership-claims.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { ownTime } from '#web/auth-session/own-time.ts';
import { signedOut } from '#web/auth-session/signed-in.ts';
import { useNavigate } from '#web/navigation/NavigationView.tsx';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Actions, Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card, Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import profile from '../profile/profile.module.css';
import { claimTokenStore, newPasswordTokenStore } from './claim-token.ts';
import { SecondProof } from './SecondProof.tsx';
import { StartOver } from './StartOver.tsx';

type Props = {
  token: string;
  claim: ClaimView;
  onChanged: (claim: ClaimView) => void;
  onRefresh: () => Promise<void>;
  onStartOver: () => void;
};

const missingTexts = {
  UNSEEN: m.ownership_more_text,
  ANOTHER: m.ownership_second_text,
  HELD: m.ownership_held_text,
};

/** What is in dispute, and which proofs which decision needs. */
export function Decision(props: Props) {
  const { token, claim, onChanged, onStartOver } = props;
  const { changes, missing } = claim;
  if (claim.maySetPassword) return <SetPassword token={token} />;
  if (changes.length === 0 && missing === null) return <NothingToUndo onStartOver={onStartOver} />;
  return (
    <>
      {claim.waitUntil !== null && claim.state !== 'STAFF' && (
        <Notice>{m.ownership_waits({ time: ownTime(claim.waitUntil) })}</Notice>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {claim.mayDecide ? (
        <Decide token={token} onRefresh={props.onRefresh} />
      ) : (
        <>
          <p>{missingTexts[changes.length === 0 ? 'UNSEEN' : (missing ?? 'ANOTHER')]()}</p>
          <SecondProof key={claim.proved.join()} token={token} claim={claim} onProved={onChanged} />
          {missing === 'HELD' && <SupportContact />}
          {claim.waitUntil === null && changes.length > 0 && missing !== 'HELD' && (
            <Wait token={token} onRefresh={props.onRefresh} />
          )}
        </>
      )}
    </>
  );
}

function Changes({ changes }: Pick<ClaimView, 'changes'>) {
  return (
    <Card>
      <ul className={profile.rows}>
        {changes.map((change) => (
          <li key={`${change.kind} ${change.at}`} className={profile.entry}>
            <strong>{activityText(change.kind)}</strong>
            <span className={layout.soft}>
              {m.activity_line({ time: ownTime(change.at), device: deviceName(change) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Undoing leads on to a new password. */
function useDecision({ token, onKept }: { token: string; onKept?: () => Promise<void> }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'undo' | 'keep' | null>(null);
  const decide = async (keep: boolean) => {
    if (busy !== null) return;
    setBusy(keep ? 'keep' : 'undo');
    const result = await call('POST /v2/ownership-claims/decision', { ...bearer(token), body: { keep } });
    setBusy(null);
    if (!result.ok) return showError(result.problem);
    const { passwordToken } = result.data;
    if (passwordToken === null) return onKept?.();
    newPasswordTokenStore.write(passwordToken);
    claimTokenStore.write(null);
    signedOut();
    void navigate(`${addresses.setPassword}#token=${passwordToken}`, { replace: true });
  };
  return { busy, decide };
}

function SetPassword({ token }: Pick<Props, 'token'>) {
  const { busy, decide } = useDecision({ token });
  return (
    <>
      <p>{m.ownership_password_open()}</p>
      <Actions>
        <Button waiting={busy === 'undo'} onClick={() => void decide(false)}>
          {m.recovery_new_password_heading()}
        </Button>
      </Actions>
    </>
  );
}

function Decide({ token, onRefresh }: Pick<Props, 'token' | 'onRefresh'>) {
  const { busy, decide } = useDecision({ token, onKept: onRefresh });
  return (
    <>
      <p>{m.ownership_decide_text()}</p>
      <Actions>
        <Button waiting={busy === 'undo'} onClick={() => void decide(false)}>
          {m.ownership_undo()}
        </Button>
        <Button variant="quiet" waiting={busy === 'keep'} onClick={() => void decide(true)}>
          {m.ownership_keep()}
        </Button>
      </Actions>
    </>
  );
}

function Wait({ token, onRefresh }: Pick<Props, 'token' | 'onRefresh'>) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const result = await call('POST /v2/ownership-claims/wait', bearer(token));
    if (!result.ok) showError(result.problem);
    else await onRefresh();
    setBusy(false);
  };
  return (
    <section className={layout.part}>
      <h2>{m.ownership_wait_heading()}</h2>
      <p>{m.ownership_wait_text()}</p>
      <div>
        <Button variant="quiet" waiting={busy} onClick={() => void start()}>
          {m.ownership_wait_start()}
        </Button>
      </div>
    </section>
  );
}

function NothingToUndo({ onStartOver }: Pick<Props, 'onStartOver'>) {
  return (
    <>
      <p>{m.ownership_nothing()}</p>
      <ButtonLink to={addresses.forgotPassword}>{m.recovery_password_heading()}</ButtonLink>
      <SupportContact />
      <StartOver onClick={onStartOver} />
    </>
  );
}

/** The claim was decided, by this one or by another. */
export function Decided({ state, onStartOver }: { state: 'KEPT' | 'UNDONE'; onStartOver: () => void }) {
  return (
    <>
      <DoneMessage heading={state === 'KEPT' ? m.ownership_kept_heading() : m.ownership_undone_heading()}>
        <p>{state === 'KEPT' ? m.ownership_kept_text() : m.ownership_undone_text()}</p>
      </DoneMessage>
      <Link to={addresses.login}>{m.ui_log_in()}</Link>
      <StartOver onClick={onStartOver} />
    </>
  );
}
