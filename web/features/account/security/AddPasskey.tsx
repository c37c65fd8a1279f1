import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { callFresh } from '#web/auth-session/fresh-sign-in.ts';
import { canUsePasskeys, createPasskey } from '#web/auth-session/passkey-browser.ts';
import { showError } from '#web/problems/show-error.ts';
import { Actions, Button } from '#web/ui/Button.tsx';
import { useFocusInto } from '#web/ui/form/use-focus-into.ts';
import layout from '#web/ui/layout.module.css';
import { showToast } from '#web/ui/toast-list.ts';
import { PasskeyName } from './PasskeyName.tsx';

/** The name first, then the device asks for finger, face or PIN. */
export default function AddPasskey({ onAdded }: { onAdded: (codes: readonly string[] | null) => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const part = useFocusInto<HTMLDivElement>(open);
  const add = async (name: string) => {
    const options = await callFresh('POST /v2/account/passkeys/options', {});
    if (!options.ok) return showError(options.problem);
    const response = await createPasskey(options.data.options);
    if (!response) return void showToast({ text: m.passkey_not_made(), tone: 'error' });
    const added = await call('POST /v2/account/passkeys', { body: { name, response } });
    if (!added.ok) return showError(added.problem);
    setOpen(false);
    showToast({ text: m.second_factors_passkey_added() });
    await onAdded(added.data.recoveryCodes);
  };
  if (!canUsePasskeys()) return <p className={layout.soft}>{m.passkey_unsupported()}</p>;
  return (
    <div ref={part} className={layout.part}>
      {open ? (
        <PasskeyName name="" save={m.second_factors_add_passkey()} onSave={add} onCancel={() => setOpen(false)} />
      ) : (
        <>
          <p className={layout.soft}>{m.second_factors_passkeys_text()}</p>
          <Actions>
            <Button variant="quiet" onClick={() => setOpen(true)}>
              {m.second_factors_add_passkey()}
            </Button>
          </Actions>
        </>
      )}
    </div>
  );
}
