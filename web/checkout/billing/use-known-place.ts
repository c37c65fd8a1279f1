import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import type { Choice } from '#contract/api/lookups.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { type Billing, type BillingInput, zoneAfter } from './billing-form.ts';
import { browserZone } from './country-of-phone.ts';

type Options = {
  form: ContractForm<BillingInput, Billing>;
  /** Null before the list is there. */
  zones: readonly Choice[] | null;
  locked: boolean;
};

/**
 * Which of country and time zone show their fields: both once somebody wants to change them, each where it is not known
 * or refused. A field that showed stays.
 */
export function useKnownPlace({ form, zones, locked }: Options) {
  const [country, zone] = useWatch({ control: form.form.control, name: ['address.country', 'parent.timeZone'] });
  const [countryOpen, setCountryOpen] = useState(locked);
  const [zoneOpen, setZoneOpen] = useState(locked);
  const refused = (path: 'address.country' | 'parent.timeZone') => form.words(path).error !== undefined;
  // Without its line the time zone could not be changed.
  if (!zoneOpen && countryOpen) setZoneOpen(true);
  if (!countryOpen && (country === '' || refused('address.country'))) setCountryOpen(true);
  const zoneUnknown = zones !== null && zoneAfter({ zones, current: zone, here: browserZone() }) === '';
  if (!zoneOpen && (zoneUnknown || refused('parent.timeZone'))) setZoneOpen(true);
  const change = () => {
    flushSync(() => {
      setCountryOpen(true);
      setZoneOpen(true);
    });
    form.form.setFocus('address.country');
  };
  return { countryOpen, zoneOpen, change };
}
