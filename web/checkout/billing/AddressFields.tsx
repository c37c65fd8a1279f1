import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Choice, ResolvedPlace } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import { LookupError } from '#web/fields/LookupError.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { AddressLineField } from './AddressLineField.tsx';
import { PlaceSummary } from './PlaceSummary.tsx';
import { usePlaceFields } from './use-place-fields.ts';
import { useFillFromPostalCode } from './use-fill-from-postal-code.ts';
import { withChosen } from '../country-name.ts';
import { placeChanges, zoneFromList } from './billing-form.ts';
import type { Billing, BillingInput } from './billing-schema.ts';
import { browserZone } from './country-of-phone.ts';
import type { CountryLookups } from './use-country-lookups.ts';

type Props = { form: ContractForm<BillingInput, Billing>; lookups: CountryLookups; locked: boolean };

/**
 * Address and time zone. The country decides the labels and rules of region, postal code and zone. Fields with known or
 * derived values are collapsed, and can be changed.
 */
export function AddressFields({ form, lookups, locked }: Props) {
  const { control, setValue, getValues } = form.form;
  const [country, region, postalCode, zone] = useWatch({
    control,
    name: ['address.country', 'address.region', 'address.postalCode', 'parent.timeZone'],
  });
  const { countries, lookup, zones, failed, retry } = lookups;
  const choices = withChosen(countries, country);
  const set = (path: Parameters<typeof setValue>[0], value: string) => setValue(path, value, { shouldValidate: true });

  useEffect(() => {
    if (locked || zones === null) return;
    const current = getValues('parent.timeZone');
    const next = zoneFromList({ zones, current, here: browserZone() });
    if (next !== current) setValue('parent.timeZone', next, { shouldValidate: next !== '' });
  }, [zones, locked, getValues, setValue]);

  // A native select drops a value that has no option yet: set it again once the options are loaded.
  useEffect(() => {
    const lists = [
      ['address.country', countries],
      ['address.region', lookup?.regions ?? []],
      ['parent.timeZone', zones ?? []],
    ] as const;
    for (const [path, choices] of lists) {
      const value = getValues(path);
      if (choices.some((choice) => choice.value === value)) setValue(path, value);
    }
  }, [countries, lookup, zones, getValues, setValue]);

  const countryField = form.field('address.country');
  const changeCountry: typeof countryField.onChange = async (event) => {
    // Only when the value differs: a browser that autofills the whole form sets the region in the same moment.
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.value !== getValues('address.country')) {
      setValue('address.region', '');
      setValue('parent.timeZone', '');
    }
    await countryField.onChange(event);
  };
  const applyPlace = (place: ResolvedPlace) => {
    if (place.country !== country) {
      setValue('address.region', '');
      setValue('parent.timeZone', '');
    }
    for (const [part, value] of placeChanges(place)) set(`address.${part}`, value);
  };
  const lock = (value: string, choices: readonly Choice[]) =>
    locked ? { lockedTo: { value, label: choices.find((choice) => choice.value === value)?.label ?? value } } : {};
  const regions = lookup?.regions ?? [];
  const regionTyped = lookup !== null && regions.length === 0;
  const regionLabel = lookup ? { label: lookup.regionLabel } : {};
  const zoneHint =
    country !== '' && countryRow(country)?.hasZonesByRegion && region === ''
      ? m.payment_timezone_after_region()
      : undefined;
  const paths = { country: 'address.country', zone: 'parent.timeZone' } as const;
  const place = usePlaceFields({ form, paths, country, zone, zones, locked });
  useFillFromPostalCode({
    country,
    typed: postalCode,
    lookup: locked ? null : lookup,
    get: (part) => getValues(`address.${part}`),
    set: (part, value) => setValue(`address.${part}`, value, { shouldDirty: true, shouldValidate: value !== '' }),
  });
  const zonesLoading = zones === null && country !== '' && zoneHint === undefined && !failed;

  return (
    <>
      {failed && <LookupError onRetry={retry} />}
      {!place.countryOpen && (
        <PlaceSummary
          country={country}
          zone={zones?.find(({ value }) => value === zone)?.label}
          onChange={place.change}
        />
      )}
      {/* Hidden but rendered, so that autofill fills it too. */}
      <div hidden={!place.countryOpen}>
        <SelectField
          {...countryField}
          onChange={changeCountry}
          {...lock(country, choices)}
          options={choices}
          emptyLabel={m.payment_country_choose()}
          autoComplete="country"
        />
      </div>
      <AddressLineField {...form.field('address.line1')} country={country} readOnly={locked} onPlace={applyPlace} />
      <TextField {...form.field('address.line2')} optional autoComplete="address-line2" readOnly={locked} />
      <Pair>
        <TextField
          {...form.field('address.postalCode')}
          {...(lookup ? { label: lookup.postalCode.label } : {})}
          autoComplete="postal-code"
          autoCapitalize="characters"
          readOnly={locked}
        />
      </Pair>
      <Pair>
        <TextField {...form.field('address.city')} autoComplete="address-level2" readOnly={locked} />
        {regionTyped ? (
          <TextField
            {...form.field('address.region')}
            {...regionLabel}
            autoComplete="address-level1"
            readOnly={locked}
          />
        ) : (
          <SelectField
            {...form.field('address.region')}
            {...regionLabel}
            {...lock(region, regions)}
            options={regions}
            emptyLabel={country !== '' && lookup === null && !failed ? m.ui_loading() : m.payment_choose()}
            autoComplete="address-level1"
          />
        )}
      </Pair>
      <div hidden={!place.zoneOpen}>
        <SelectField
          {...form.field('parent.timeZone')}
          {...lock(zone, zones ?? [])}
          options={zones ?? []}
          emptyLabel={zonesLoading ? m.ui_loading() : m.payment_choose()}
          hint={zoneHint}
        />
      </div>
    </>
  );
}
