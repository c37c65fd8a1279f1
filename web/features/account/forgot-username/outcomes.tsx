import { m } from '#messages/messages.js';
import { addresses } from '#web/site/addresses.ts';
import { SupportContact } from '#web/problems/SupportContact.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Done } from '../forgot-password/Done.tsx';
import type { RecoveryProps } from './recovery-view.ts';

/** Said alike whether or not we know the address: only its owner's mail tells. */
export function OnItsWay({ view, move }: RecoveryProps) {
  const byText = view.wentBy === 'text';
  return (
    <>
      <Done heading={byText ? m.recovery_look_at_phone_heading() : m.recovery_look_in_mail_heading()}>
        <p>{byText ? m.recovery_username_texted() : m.recovery_username_mailed()}</p>
        {!byText && <p>{m.recovery_spam_text()}</p>}
      </Done>
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
      <Done heading={m.recovery_failed_heading()}>
        <p>{view.problem || m.recovery_failed_text()}</p>
      </Done>
      <Button onClick={() => move({ event: 'START_AGAIN' })}>{m.ui_try_again()}</Button>
      <SupportContact />
    </>
  );
}
