import { useState } from 'react';
import type { RecoverableAccount } from '#contract/api/recovery.ts';
import { m } from '#messages/messages.js';
import { call } from '#web/api/call.ts';
import { currentLanguage } from '#web/i18n/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import style from '../sign-in/sign-in.module.css';
import type { RecoveryProps } from './recovery-view.ts';

/** Several accounts share this phone: the username of the chosen one is mailed. */
export function ChooseAccount({ view, move }: RecoveryProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = async ({ userId, email }: RecoverableAccount) => {
    if (chosen !== null) return;
    setChosen(userId);
    const result = await call('GET /v1/usernameRecovery/sendUsernameRecoveryEmail', {
      query: { userId, email, localeString: currentLanguage() },
    });
    setChosen(null);
    move(
      result.ok ? { event: 'ACCOUNT_CHOSEN', sentBy: 'mail' } : { event: 'FAILED', problem: result.problem.message },
    );
  };
  return (
    <>
      <DoneMessage heading={m.recovery_choose_heading()}>
        <p>{m.recovery_choose_text()}</p>
      </DoneMessage>
      <ul className={style.accounts}>
        {view.accounts.map((account) => (
          <li key={account.userId}>
            <Button variant="quiet" waiting={chosen === account.userId} onClick={() => void choose(account)}>
              {m.recovery_choose_account({ name: account.firstName, email: account.email })}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="link" onClick={() => move({ event: 'START_AGAIN' })}>
        {m.recovery_other_way()}
      </Button>
    </>
  );
}
