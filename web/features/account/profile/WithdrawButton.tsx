import { useState } from 'react';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { Button } from '#web/ui/Button.tsx';
import type { EditProps } from './profile-forms.ts';

type Props = Pick<EditProps, 'onSaved'> & { what: 'email' | 'phone'; variant: 'link' | 'quiet' };

/** Cancels a change that waits for its confirmation. */
export function WithdrawButton({ what, variant, onSaved }: Props) {
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    const result = await call(`DELETE /v2/account/profile/${what}`, {});
    setBusy(false);
    return result.ok ? onSaved(result.data) : showError(result.problem);
  };
  return (
    <Button variant={variant} waiting={busy} onClick={() => void withdraw()}>
      {m.profile_withdraw()}
    </Button>
  );
}
