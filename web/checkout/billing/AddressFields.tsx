import { useWatch } from 'react-hook-form';
import type { ResolvedPlace } from '#contract/api/lookups.ts';
import { m } from '#messages/messages.js';
import { LookupError } from '#web/fields/LookupError.tsx';
import { Pair } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import { withChosen } from '../country-name.ts';
import { AddressLineField } from './AddressLineField.tsx';
import { placeChanges } from './billing-form.ts';
import type { Billing, BillingInput } from './billing-schema.ts';
import { lockedOption } from './locked-option.ts';
import { PlaceSummary } from './PlaceSummary.tsx';
import { RegionField } from './RegionField.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import type { CountryLookups } from './use-country-lookups.ts';
import { useFillFromPostalCode } from './use-fill-from-postal-code.ts';
import { usePlaceFields } from './use-place-fields.ts';

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

  const forgetCountry = () => {
    setValue('address.region', '');
    setValue('parent.timeZone', '');
  };
  const countryField = form.field('address.country');
  const changeCountry: typeof countryField.onChange = async (event) => {
    // Only when the value differs: a browser that autofills the whole form sets the region in the same moment.
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.value !== getValues('address.country')) forgetCountry();
    await countryField.onChange(event);
  };
  const applyPlace = (place: ResolvedPlace) => {
    if (place.country !== country) forgetCountry();
    for (const [part, value] of placeChanges(place)) set(`address.${part}`, value);
  };
  const paths = { country: 'address.country', zone: 'parent.timeZone' } as const;
  const place = usePlaceFields({ form, paths, country, zone, zones, locked });
  useFillFromPostalCode({
    country,
    typed: postalCode,
    lookup: locked ? null : lookup,
    get: (part) => getValues(`address.${part}`),
    set: (part, value) => setValue(`address.${part}`, value, { shouldDirty: true, shouldValidate: value !== '' }),
  });

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
        <LateSelectField
          {...countryField}
          onChange={changeCountry}
          {...lockedOption({ locked, value: country, options: choices })}
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
        <RegionField {...{ form, country, region, lookups, locked }} path="address.region" />
      </Pair>
      <div hidden={!place.zoneOpen}>
        <TimeZoneField {...{ form, country, region, zone, lookups, locked }} path="parent.timeZone" />
      </div>
    </>
  );
}
