import { m } from '#messages/messages.js';
import type { FieldBinding } from '#web/ui/form/FieldShell.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import style from './CredentialsForm.module.css';
import type { Availability } from './use-username-availability.ts';

type Props = FieldBinding & { availability: Availability };

const statusTexts: Partial<Record<Availability, { text: () => string; good: boolean }>> = {
  checking: { text: () => m.credentials_username_checking(), good: false },
  available: { text: () => m.credentials_username_available(), good: true },
  unknown: { text: () => m.credentials_username_unknown(), good: false },
};

/** The username with its availability. "Taken" is an error; a failed check is not. */
export function UsernameField({ availability, error, ...field }: Props) {
  const unavailable =
    availability === 'taken'
      ? m.field_username_unavailable()
      : availability === 'refused'
        ? m.field_username_requirements()
        : undefined;
  const statusText = error === undefined ? statusTexts[availability] : undefined;
  return (
    <div className={style.username}>
      <TextField
        {...field}
        error={error ?? unavailable}
        autoComplete="username"
        autoCapitalize="none"
        hint={m.credentials_username_hint()}
      />
      <p className={style.news} role="status" data-good={statusText?.good || undefined}>
        {statusText?.text()}
      </p>
    </div>
  );
}
