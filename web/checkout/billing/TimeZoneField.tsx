import type { FieldValues, Path } from 'react-hook-form';
import { countryRow } from '#contract/fields/countries.ts';
import { m } from '#messages/messages.js';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { lockedOption } from './locked-option.ts';
import type { RegionLookups } from './use-country-lookups.ts';

type Props<Input extends FieldValues, Output> = {
  form: ContractForm<Input, Output>;
  path: Path<Input>;
  /** The current values of country, region and time zone. */
  country: string;
  region: string;
  zone: string;
  lookups: Pick<RegionLookups, 'zones' | 'failed'>;
  locked?: boolean;
};

/** The time zone: of the country, or of its region once one is chosen. */
export function TimeZoneField<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, path, country, region, zone, lookups, locked = false } = props;
  const { zones, failed } = lookups;
  const options = zones ?? [];
  const needsRegion = region === '' && (countryRow(country)?.hasZonesByRegion ?? false);
  const isLoading = zones === null && country !== '' && !needsRegion && !failed;
  return (
    <LateSelectField
      {...form.field(path)}
      {...lockedOption({ locked, value: zone, options })}
      options={options}
      emptyLabel={isLoading ? m.ui_loading() : m.ui_choose()}
      hint={needsRegion ? m.payment_timezone_after_region() : undefined}
    />
  );
}
