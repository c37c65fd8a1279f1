import type { ReactNode } from 'react';
import { describe, type FieldBinding, FieldErrorText, FieldHint } from './FieldShell.tsx';
import style from './fields.module.css';

type Props = Omit<FieldBinding, 'error' | 'onBlur' | 'ref'> & {
  error?: FieldBinding['error'];
  /** A form's; a controlled field needs none. */
  onBlur?: FieldBinding['onBlur'];
  ref?: FieldBinding['ref'];
  hint?: ReactNode;
  /** A label with links, instead of the plain one. */
  richLabel?: ReactNode;
  /** For a controlled field; left out, the form holds the value. */
  checked?: boolean;
};

/** One thing to tick; the whole card is the target. */
export function CheckboxField({ id, label, richLabel, hint, error, ...input }: Props) {
  return (
    <div className={style.field}>
      <label className={style.choice} htmlFor={id}>
        <input {...input} {...describe({ id, hint, error })} id={id} type="checkbox" />
        <span>{richLabel ?? label}</span>
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
