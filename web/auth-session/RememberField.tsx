import { useId } from 'react';
import { rememberedDays } from '#contract/sign-in/remembered-sign-in.ts';
import { m } from '#messages/messages.js';
import { CheckboxField } from '#web/ui/form/CheckboxField.tsx';

type Props = { remember: boolean; onChange: (remember: boolean) => void };

/** Off by default: many devices here are shared. */
export function RememberField({ remember, onChange }: Props) {
  return (
    <CheckboxField
      id={useId()}
      name="remember"
      label={m.sign_in_remember()}
      hint={m.sign_in_remember_hint({ days: rememberedDays })}
      checked={remember}
      onChange={async ({ target }) => onChange(target instanceof HTMLInputElement && target.checked)}
    />
  );
}
