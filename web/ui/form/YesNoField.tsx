import type { ReactNode } from 'react';
import { type FieldValues, type Path, useController } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import type { ContractForm } from './use-contract-form.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  path: Path<Input>;
  hint?: ReactNode;
};

/** Yes or no for a boolean of the schema; nothing is selected at first. */
export function YesNoField<Input extends FieldValues, Output>({ of, path, hint }: Props<Input, Output>) {
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ name: path, control: of.form.control });
  const chosen: unknown = value;
  const choices = [
    { value: 'true', label: m.ui_yes() },
    { value: 'false', label: m.ui_no() },
  ];
  return (
    <ChoiceGroup
      {...of.fieldTexts(path)}
      hint={hint}
      columns
      choices={choices}
      chosen={typeof chosen === 'boolean' ? String(chosen) : null}
      onChange={async ({ target }) => onChange(target instanceof HTMLInputElement && target.value === 'true')}
      onBlur={async () => onBlur()}
      ref={ref}
    />
  );
}
