import { useState } from 'react';
import { m } from '#messages/messages.js';
import { bearer } from '#web/api/bearer.ts';
import { call } from '#web/api/call.ts';
import { showError } from '#web/problems/show-error.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import style from '../sign-in/sign-in.module.css';

/** For the reader of the mailbox, who did not open this account, while the account has never proved the address. */
export function NotMine({ token, onFreed }: { token: string; onFreed: () => void }) {
  const [busy, setBusy] = useState(false);
  const disown = async () => {
    setBusy(true);
    const result = await call('POST /v2/users/password/reset/not-mine', bearer(token));
    setBusy(false);
    if (result.ok) onFreed();
    else showError(result.problem);
  };
  return (
    <Card as="section" labelledBy="not-mine">
      <h2 id="not-mine">{m.not_mine_title()}</h2>
      <p>{m.not_mine_text()}</p>
      <Button variant="quiet" waiting={busy} onClick={() => void disown()}>
        {m.not_mine_action()}
      </Button>
    </Card>
  );
}

export function Freed() {
  return (
    <div className={style.page}>
      <DoneMessage heading={m.not_mine_done_heading()}>
        <p>{m.not_mine_done_text()}</p>
      </DoneMessage>
      <ButtonLink to={addresses.home}>{m.not_mine_sign_up()}</ButtonLink>
    </div>
  );
}
