import type { FieldValues, Path } from 'react-hook-form';
import { m } from '#messages/messages.js';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { lockedOption } from './locked-option.ts';
import type { RegionLookups } from './use-country-lookups.ts';

type Props<Input extends FieldValues, Output> = {
  form: ContractForm<Input, Output>;
  path: Path<Input>;
  /** The current values of country and region. */
  country: string;
  region: string;
  lookups: Pick<RegionLookups, 'lookup' | 'failed'>;
  locked?: boolean;
};

/** State, province or county: a list where the country has one, a text elsewhere. */
export function RegionField<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, path, country, region, lookups, locked = false } = props;
  const { lookup, failed } = lookups;
  const regions = lookup?.regions ?? [];
  const shared = {
    ...form.field(path),
    ...(lookup ? { label: lookup.regionLabel } : {}),
    autoComplete: 'address-level1',
  } as const;
  if (lookup !== null && regions.length === 0) return <TextField {...shared} readOnly={locked} />;
  return (
    <LateSelectField
      {...shared}
      {...lockedOption({ locked, value: region, options: regions })}
      options={regions}
      emptyLabel={country !== '' && lookup === null && !failed ? m.ui_loading() : m.ui_choose()}
    />
  );
}
