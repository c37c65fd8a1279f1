import { useState } from 'react';
import { m } from '#messages/messages.js';
import { describe, type FieldBinding, FieldShell, type FieldTexts } from './FieldShell.tsx';
import style from './fields.module.css';

type Props = FieldBinding &
  FieldTexts & {
    autoComplete: 'new-password' | 'current-password' | 'one-time-code' | 'off';
    /** A code of digits instead of a password: the number keyboard. */
    numeric?: boolean;
    /** The id of a further description of the field, a list of rules for instance. */
    describedBy?: string;
  };

/** A secret that can be shown. Pasting and password managers work; nothing is corrected or capitalised. */
export function PasswordField({ label, hint, error, optional, describedBy, numeric = false, ...props }: Props) {
  const { id, ...input } = props;
  const [shown, setShown] = useState(false);
  const described = describe({ id, hint, error });
  const ids = [described['aria-describedby'], describedBy].filter(Boolean).join(' ');
  return (
    <FieldShell {...{ id, label, hint, error }} optional={optional ?? false}>
      <span className={style.secret}>
        <input
          {...input}
          {...described}
          aria-describedby={ids || undefined}
          id={id}
          className={style.input}
          type={shown ? 'text' : 'password'}
          inputMode={numeric ? 'numeric' : undefined}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
        />
        <button
          type="button"
          className={style.reveal}
          aria-pressed={shown}
          aria-label={m.ui_show_secret({ label })}
          onClick={() => setShown(!shown)}
        >
          {shown ? m.ui_hide() : m.ui_show()}
        </button>
      </span>
    </FieldShell>
  );
}
