import type { FieldValues, Path } from 'react-hook-form';
import { PhoneOf } from '#web/fields/phone/PhoneOf.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';

type Props<Input extends FieldValues, Output> = {
  /** A form whose `parent` has name, e-mail and phone. */
  of: ContractForm<Input, Output>;
  emailHint: string;
};

/** A parent's own name, e-mail and phone, on step 1 of both parents. */
export function ContactFields<Input extends FieldValues, Output>({ of, emailHint }: Props<Input, Output>) {
  const field = (name: 'firstName' | 'lastName' | 'email') => of.field(`parent.${name}` as Path<Input>);
  return (
    <>
      <Pair>
        <TextField {...field('firstName')} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...field('lastName')} autoComplete="family-name" autoCapitalize="words" />
      </Pair>
      <TextField {...field('email')} type="email" autoComplete="email" hint={emailHint} />
      <PhoneOf of={of} at="parent" />
    </>
  );
}
