import { Suspense, useState } from 'react';
import type { Routes } from '#contract/api/routes.ts';
import type { FactorsView } from '#contract/api/second-factors.ts';
import { m } from '#messages/messages.js';
import type { QueryOf } from '#web/api/use-query.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { ownDay } from '#web/auth-session/own-time.ts';
import { LoadError } from '#web/problems/LoadError.tsx';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { lazyPart } from '#web/ui/loading-error.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/toast-list.ts';
import { standingText } from '../standing-text.ts';
import { PasskeyLine } from './PasskeyLine.tsx';
import style from './security.module.css';

const AddPasskey = lazyPart(() => import('./AddPasskey.tsx'));
const AddTotp = lazyPart(() => import('./AddTotp.tsx'));
const RecoveryCodes = lazyPart(() => import('./RecoveryCodes.tsx'));

/** Passkeys, authenticator app and recovery codes of the signed-in user. Every change needs a fresh sign-in. */
export function SecondFactors({ answer }: { answer: QueryOf<Routes['GET /v2/account/second-factors']> }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (answer.state === 'loading') return <Skeleton shape="card" />;
  if (answer.state === 'failed') return <LoadError problem={answer.problem} onRetry={answer.retry} />;
  const changed = async (recoveryCodes: readonly string[] | null = null) => {
    if (recoveryCodes) setCodes(recoveryCodes);
    await answer.refresh();
  };
  return (
    <Suspense fallback={<Skeleton shape="card" />}>
      <FactorParts factors={answer.data} codes={codes} onChanged={changed} onDismissCodes={() => setCodes(null)} />
    </Suspense>
  );
}

type Changed = (recoveryCodes?: readonly string[] | null) => Promise<void>;
type PartsProps = {
  factors: FactorsView;
  codes: readonly string[] | null;
  onChanged: Changed;
  onDismissCodes: () => void;
};

function FactorParts({ factors, codes, onChanged, onDismissCodes }: PartsProps) {
  const { required, totp, passkeys } = factors;
  const none = totp === null && passkeys.length === 0;
  return (
    <>
      {none && required && <Notice>{m.second_factors_required()}</Notice>}
      <p>{m.second_factors_text()}</p>
      {codes && <RecoveryCodes codes={codes} onDismiss={onDismissCodes} />}
      <h3>{m.second_factors_passkeys()}</h3>
      {passkeys.length > 0 && (
        <ul className={style.devices}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <AddPasskey onAdded={onChanged} />
      <h3>{m.second_factors_app()}</h3>
      {totp ? <TotpLine totp={totp} onChanged={onChanged} /> : <AddTotp onAdded={onChanged} />}
      {!none && <RemainingCodes factors={factors} onCreated={onChanged} />}
    </>
  );
}

function TotpLine({ totp, onChanged }: { totp: NonNullable<FactorsView['totp']>; onChanged: Changed }) {
  const [waiting, setWaiting] = useState(false);
  const remove = async () => {
    setWaiting(true);
    const result = await callFresh('DELETE /v2/account/second-factors/totp', {});
    setWaiting(false);
    if (!result.ok) return showError(result.problem);
    showToast({ text: m.second_factors_removed() });
    await onChanged();
  };
  return (
    <div className={style.device}>
      <div>
        <div className={style.name}>{m.second_factors_app_in_use()}</div>
        <div className={layout.soft}>{m.second_factors_added({ day: ownDay(totp.addedAt) })}</div>
        <div className={layout.soft}>{standingText(totp.standing)}</div>
      </div>
      <Button variant="link" waiting={waiting} aria-label={m.second_factors_remove_app()} onClick={() => void remove()}>
        {m.second_factors_remove()}
      </Button>
    </div>
  );
}

function RemainingCodes({ factors, onCreated }: { factors: FactorsView; onCreated: Changed }) {
  const { recoveryCodesLeft: left, recoveryCodesStanding: standing } = factors;
  const [waiting, setWaiting] = useState(false);
  const createCodes = async () => {
    setWaiting(true);
    const result = await callFresh('POST /v2/account/second-factors/recovery-codes', {});
    setWaiting(false);
    if (!result.ok) return showError(result.problem);
    await onCreated(result.data.recoveryCodes);
  };
  return (
    <>
      <h3>{m.second_factors_codes()}</h3>
      <p>{m.second_factors_codes_left({ left: String(left) })}</p>
      {left > 0 && <p className={layout.soft}>{standingText(standing)}</p>}
      <div>
        <Button variant="quiet" waiting={waiting} onClick={() => void createCodes()}>
          {m.second_factors_codes_make()}
        </Button>
      </div>
    </>
  );
}
