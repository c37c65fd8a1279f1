import { m } from '#messages/messages.js';
import { Choices } from '#web/ui/form/Choices.tsx';
import type { FieldBinding } from '#web/ui/form/FieldShell.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { LiveText } from '#web/ui/LiveText.tsx';
import type { Further, FurtherState, FurtherValues, Way } from './further.ts';

type Props = { state: FurtherState; field: (path: keyof FurtherValues) => FieldBinding };

/** What a mailed link needs besides, where the mailbox alone is not enough: one of the ways that the account has. */
export default function FurtherFields({ state: { further, ways, chosen, choose, way }, field }: Props) {
  if (further === null) return null;
  return (
    <>
      <p>{m.recovery_further_text()}</p>
      {ways.length > 1 && (
        <Choices
          legend={m.second_step_heading()}
          choices={ways.map((one) => [one, wayText(one, further)] as const)}
          chosen={chosen ?? 'PHONE'}
          onChoose={choose}
        />
      )}
      <LiveText>{way === 'PHONE' && <p>{m.recovery_further_sent({ phone: further.phone ?? '' })}</p>}</LiveText>
      {way === 'PHONE' && <TextField {...field('code')} autoComplete="one-time-code" inputMode="numeric" />}
      {way === 'QUESTION' && (
        <>
          <PasswordField {...field('securityAnswer')} autoComplete="off" />
          <PasswordField {...field('securityCode')} autoComplete="off" numeric />
        </>
      )}
      {way === 'PASSKEY' && <p>{m.recovery_further_passkey()}</p>}
      {way === 'FACTOR' && (
        <TextField {...field('factorCode')} autoComplete="one-time-code" hint={m.second_step_code_hint()} />
      )}
    </>
  );
}

const wayTexts: Record<Way, (further: Further) => string> = {
  PHONE: ({ phone }) => m.ownership_by_phone({ phone: phone ?? '' }),
  QUESTION: () => m.ownership_by_question(),
  PASSKEY: () => m.passkey_use(),
  FACTOR: () => m.recovery_further_factor(),
};
const wayText = (way: Way, further: Further) => wayTexts[way](further);
