import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, Path } from 'react-hook-form';
import type { Choice } from '#contract/api/lookups.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { zoneAfter } from './billing-form.ts';
import { browserZone } from './country-of-phone.ts';

type Options<Input extends FieldValues, Output> = {
  form: ContractForm<Input, Output>;
  paths: { country: Path<Input>; zone: Path<Input> };
  /** What stands in those fields now. */
  country: string;
  zone: string;
  /** Null before the list is there. */
  zones: readonly Choice[] | null;
  locked?: boolean;
};

/**
 * Which of country and time zone show their fields: both once somebody wants to change them, each where it is not known
 * or refused. A field that showed stays.
 */
export function useKnownPlace<Input extends FieldValues, Output>(options: Options<Input, Output>) {
  const { form, paths, country, zone, zones, locked = false } = options;
  const [countryOpen, setCountryOpen] = useState(locked);
  const [zoneOpen, setZoneOpen] = useState(locked);
  const refused = (path: Path<Input>) => form.fieldTexts(path).error !== undefined;
  // Without its line the time zone could not be changed.
  if (!zoneOpen && countryOpen) setZoneOpen(true);
  if (!countryOpen && (country === '' || refused(paths.country))) setCountryOpen(true);
  const zoneUnknown = zones !== null && zoneAfter({ zones, current: zone, here: browserZone() }) === '';
  if (!zoneOpen && (zoneUnknown || refused(paths.zone))) setZoneOpen(true);
  const change = () => {
    flushSync(() => {
      setCountryOpen(true);
      setZoneOpen(true);
    });
    form.form.setFocus(paths.country);
  };
  return { countryOpen, zoneOpen, change };
}
