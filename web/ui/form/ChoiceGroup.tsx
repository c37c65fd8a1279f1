import type { ReactNode } from 'react';
import { describe, type FieldBinding, FieldErrorText, FieldHint } from './FieldShell.tsx';
import style from './fields.module.css';

export type Choice = { value: string; label: ReactNode; detail?: ReactNode };

type Props = FieldBinding & {
  hint?: ReactNode;
  choices: readonly Choice[];
  /** Side by side if there is room; for two or three short labels. */
  columns?: boolean;
  /** For a controlled field; left out, the form holds the value. */
  chosen?: string | null;
};

/** Radio buttons. The group's name is a legend; the first choice has the field's id for links from the summary. */
export function ChoiceGroup({ id, label, hint, error, choices, columns = false, chosen, ...input }: Props) {
  return (
    <fieldset className={style.group} {...describe({ id, hint, error })}>
      <legend className={style.label}>{label}</legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <div className={columns ? style.pair : style.stack}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={style.choice}>
            <input
              {...input}
              {...describe({ id, error })}
              id={index === 0 ? id : undefined}
              type="radio"
              value={choice.value}
              {...(chosen === undefined ? {} : { checked: chosen === choice.value })}
            />
            <span>
              {choice.label}
              {choice.detail && <span className={style.detail}>{choice.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldErrorText id={id} error={error} />
    </fieldset>
  );
}
