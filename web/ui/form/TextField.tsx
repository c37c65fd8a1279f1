import type { HTMLInputAutoCompleteAttribute, InputHTMLAttributes } from 'react';
import { describe, type FieldBinding, FieldShell, type FieldTexts } from './FieldShell.tsx';
import style from './fields.module.css';

type Props = FieldBinding &
  FieldTexts & {
    type?: 'text' | 'email' | 'url' | 'date';
    /** The earliest day. */
    min?: string;
    max?: string;
    autoComplete: HTMLInputAutoCompleteAttribute;
    inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
    readOnly?: boolean;
    /** Names, codes and addresses are not dictionary words: spelling is off by default. */
    spellCheck?: boolean;
    autoCapitalize?: 'none' | 'words' | 'characters';
  };

/** One line of text. E-mail addresses get their keyboard, no capitals and no corrections. */
export function TextField({ label, hint, optional, error, type = 'text', spellCheck = false, ...props }: Props) {
  const { id, autoCapitalize = type === 'text' ? undefined : 'none', ...input } = props;
  return (
    <FieldShell {...{ id, label, hint, error }} optional={optional ?? false}>
      <input
        {...input}
        {...describe({ id, hint, error })}
        id={id}
        className={style.input}
        type={type}
        spellCheck={spellCheck}
        autoCapitalize={autoCapitalize}
      />
    </FieldShell>
  );
}
