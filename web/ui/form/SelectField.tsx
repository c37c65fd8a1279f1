import type { HTMLInputAutoCompleteAttribute } from 'react';
import { describe, type FieldBinding, FieldShell, type FieldTexts } from './FieldShell.tsx';
import style from './fields.module.css';

export type Option = { value: string; label: string };

type Props = FieldBinding &
  FieldTexts & {
    options: readonly Option[];
    /** The first, empty option. Left out when something is always selected. */
    emptyLabel?: string;
    autoComplete?: HTMLInputAutoCompleteAttribute;
    /** Fixed to one option that cannot be changed: still shown, announced and sent. */
    lockedTo?: Option | undefined;
  };

/** A native list: typing finds an option, and phones show their own picker. */
export function SelectField({ label, hint, error, optional, options, emptyLabel, lockedTo, ...props }: Props) {
  const { id, ...select } = props;
  return (
    <FieldShell {...{ id, label, hint, error }} optional={optional ?? false}>
      <select
        {...select}
        {...describe({ id, hint, error })}
        id={id}
        className={style.select}
        data-locked={lockedTo ? true : undefined}
      >
        {emptyLabel !== undefined && !lockedTo && <option value="">{emptyLabel}</option>}
        {(lockedTo ? [lockedTo] : options).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}
