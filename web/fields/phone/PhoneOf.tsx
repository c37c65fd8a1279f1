import type { ReactNode } from 'react';
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form';
import { PhoneField } from '#web/ui/form/PhoneField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { usePhoneCodes } from './use-phone-codes.ts';

type Props<Input extends FieldValues, Output> = {
  of: ContractForm<Input, Output>;
  /** Path of the object that has `phoneCountryCode` and `phoneNumber`. */
  at: string;
  hint?: ReactNode;
  optional?: boolean;
  whose?: 'oneself' | 'somebody else';
};

/** The phone of a person in a form, with the country codes from the server. */
export function PhoneOf<Input extends FieldValues, Output>({
  of,
  at,
  hint,
  optional = false,
  whose = 'oneself',
}: Props<Input, Output>) {
  const codePath = `${at}.phoneCountryCode` as Path<Input>;
  const numberPath = `${at}.phoneNumber` as Path<Input>;
  const chosen = useWatch({ control: of.form.control, name: codePath });
  const codes = usePhoneCodes(chosen);
  const takeRecognised = ({ code, number }: { code: string; number: string }) => {
    of.form.setValue(codePath, code as PathValue<Input, Path<Input>>, { shouldDirty: true });
    of.form.setValue(numberPath, number as PathValue<Input, Path<Input>>, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  };
  return (
    <PhoneField
      number={of.field(numberPath)}
      code={of.field(codePath)}
      codes={codes}
      chosen={chosen}
      hint={hint}
      optional={optional}
      of={whose}
      onRecognised={takeRecognised}
    />
  );
}
