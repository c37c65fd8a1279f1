import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import type { Choice } from '#contract/api/lookups.ts';
import { browserZone } from '#web/i18n/long-day.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { zoneFromList } from './billing-form.ts';

type Options<Input extends FieldValues, Output> = {
  form: ContractForm<Input, Output>;
  paths: { country: Path<Input>; zone: Path<Input> };
  /** The current values of the two fields. */
  country: string;
  zone: string;
  /** Null until loaded. */
  zones: readonly Choice[] | null;
  locked?: boolean;
};

/**
 * Chooses the time zone once its list is loaded, and which of country and time zone show their fields: both once the
 * person wants to change them, otherwise each one that is unknown or invalid. A shown field stays.
 */
export function usePlaceFields<Input extends FieldValues, Output>(options: Options<Input, Output>) {
  const { form, paths, country, zone, zones, locked = false } = options;
  const [countryOpen, setCountryOpen] = useState(locked);
  const [zoneOpen, setZoneOpen] = useState(locked);
  const { getValues, setValue } = form.form;
  const { zone: zonePath } = paths;
  useEffect(() => {
    if (locked || zones === null) return;
    const current: string = getValues(zonePath);
    const next = zoneFromList({ zones, current, here: browserZone() });
    if (next !== current) setValue(zonePath, next as PathValue<Input, Path<Input>>, { shouldValidate: next !== '' });
  }, [zones, locked, zonePath, getValues, setValue]);
  const refused = (path: Path<Input>) => form.fieldTexts(path).error !== undefined;
  // The summary with the change button is gone once the country's field shows, so the zone's field must show too.
  if (!zoneOpen && countryOpen) setZoneOpen(true);
  if (!countryOpen && (country === '' || refused(paths.country))) setCountryOpen(true);
  const zoneUnknown = zones !== null && zoneFromList({ zones, current: zone, here: browserZone() }) === '';
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
