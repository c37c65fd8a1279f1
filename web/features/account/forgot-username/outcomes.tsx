import { m } from '#messages/messages.js';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { DoneMessage } from '../forgot-password/DoneMessage.tsx';
import type { RecoveryProps } from './recovery-view.ts';

/** The same text whether or not the address is known: only the mail reveals it to its owner. */
export function UsernameSent({ view, move }: RecoveryProps) {
  const byText = view.sentBy === 'text';
  return (
    <>
      <DoneMessage heading={byText ? m.recovery_look_at_phone_heading() : m.recovery_look_in_mail_heading()}>
        <p>{byText ? m.recovery_username_texted() : m.recovery_username_mailed()}</p>
        {!byText && <p>{m.recovery_spam_text()}</p>}
      </DoneMessage>
      <ButtonLink to={addresses.login}>{m.ui_log_in()}</ButtonLink>
      <Button variant="link" onClick={() => move({ event: 'START_AGAIN' })}>
        {m.recovery_other_way()}
      </Button>
    </>
  );
}

export function NotRecovered({ view, move }: RecoveryProps) {
  return (
    <>
      <DoneMessage heading={m.recovery_failed_heading()}>
        <p>{view.problem || m.recovery_failed_text()}</p>
      </DoneMessage>
      <Button onClick={() => move({ event: 'START_AGAIN' })}>{m.ui_try_again()}</Button>
      <SupportContact />
    </>
  );
}
