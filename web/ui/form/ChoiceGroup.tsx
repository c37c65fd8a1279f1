import type { ReactNode } from 'react';
import { type FieldBinding, describe, FieldErrorText, FieldHint } from './FieldShell.tsx';
import style from './fields.module.css';

export type Choice = { value: string; label: ReactNode; detail?: ReactNode };

type Props = FieldBinding & {
  hint?: ReactNode;
  choices: readonly Choice[];
  /** Side by side where there is room; for two or three short words. */
  columns?: boolean;
  /** The chosen value where the screen keeps it; left out, the form does. */
  chosen?: string | null;
};

/** One of a few, all in sight. The group's name is a legend; the first choice carries the field's id for links. */
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
