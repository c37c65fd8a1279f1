import type { ReactNode } from 'react';
import { describe, type FieldBinding, FieldErrorText, FieldHint } from './FieldShell.tsx';
import style from './fields.module.css';

type Props = FieldBinding & {
  hint?: ReactNode;
  /** Words with links in place of the plain label. */
  words?: ReactNode;
  /** Where the screen keeps the value; left out, the form does. */
  checked?: boolean;
};

/** One thing to tick; the whole card is the target. */
export function CheckboxField({ id, label, words, hint, error, ...input }: Props) {
  return (
    <div className={style.field}>
      <label className={style.choice} htmlFor={id}>
        <input {...input} {...describe({ id, hint, error })} id={id} type="checkbox" />
        <span>{words ?? label}</span>
      </label>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldErrorText id={id} error={error} />
    </div>
  );
}
