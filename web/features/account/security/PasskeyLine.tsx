import { useState } from 'react';
import type { FactorsView } from '#contract/api/second-factors.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { ownDay } from '#web/auth-session/own-time.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFocusInto } from '#web/ui/form/use-focus-into.ts';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import { standingText } from '../standing-text.ts';
import { PasskeyName } from './PasskeyName.tsx';
import style from './security.module.css';

type Passkey = FactorsView['passkeys'][number];

/** A passkey with its name, last use and removal. */
export function PasskeyLine({ passkey, onChanged }: { passkey: Passkey; onChanged: () => Promise<void> }) {
  const { id, name, worksAt, addedAt, usedAt } = passkey;
  const [naming, setNaming] = useState(false);
  const line = useFocusInto<HTMLLIElement>(naming);
  const [waiting, setWaiting] = useState(false);
  const params = { passkeyId: id };
  const rename = async (next: string) => {
    const result = await call('PUT /v2/account/passkeys/:passkeyId', { params, body: { name: next } });
    if (!result.ok) return showError(result.problem);
    setNaming(false);
    await onChanged();
  };
  const remove = async () => {
    setWaiting(true);
    const result = await callFresh('DELETE /v2/account/passkeys/:passkeyId', { params });
    setWaiting(false);
    if (!result.ok && result.problem.code !== 'NOT_FOUND') return showError(result.problem);
    showToast({ text: m.second_factors_removed() });
    await onChanged();
  };
  return (
    <li ref={line} className={style.device}>
      {naming ? (
        <PasskeyName name={name} onSave={rename} onCancel={() => setNaming(false)} />
      ) : (
        <>
          <div>
            <div className={style.name}>{name}</div>
            <div className={layout.soft}>
              {usedAt === null
                ? m.second_factors_added({ day: ownDay(addedAt) })
                : m.second_factors_used({ day: ownDay(usedAt) })}
            </div>
            <div className={layout.soft}>{standingText(passkey.standing)}</div>
            {worksAt !== null && <div className={layout.soft}>{m.passkey_works_at({ host: worksAt })}</div>}
          </div>
          <div className={layout.links}>
            <Button variant="link" aria-label={m.second_factors_rename_one({ name })} onClick={() => setNaming(true)}>
              {m.second_factors_rename()}
            </Button>
            <Button
              variant="link"
              waiting={waiting}
              aria-label={m.second_factors_remove_one({ name })}
              onClick={() => void remove()}
            >
              {m.second_factors_remove()}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
