import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ResolvedPlace } from '#contract/api/lookups.ts';
import type { ValidationError } from '#contract/problem.ts';
import type { StepTwo } from '#contract/professionals/professional.ts';
import { m } from '#messages/messages.js';
import { AddressLineField } from '#web/checkout/billing/AddressLineField.tsx';
import { PlaceSummary } from '#web/checkout/billing/PlaceSummary.tsx';
import { RegionField } from '#web/checkout/billing/RegionField.tsx';
import { TimeZoneField } from '#web/checkout/billing/TimeZoneField.tsx';
import { type RegionLookups, useRegionLookups } from '#web/checkout/billing/use-country-lookups.ts';
import { useFillFromPostalCode } from '#web/checkout/billing/use-fill-from-postal-code.ts';
import { usePlaceFields } from '#web/checkout/billing/use-place-fields.ts';
import { withChosen } from '#web/checkout/country-name.ts';
import { LookupError } from '#web/fields/LookupError.tsx';
import { Actions } from '#web/ui/Button.tsx';
import { Form, Pair, Submit } from '#web/ui/form/Form.tsx';
import { LateSelectField } from '#web/ui/form/LateSelectField.tsx';
import { lateSchema } from '#web/ui/form/late-validation.ts';
import { TextField } from '#web/ui/form/TextField.tsx';
import { type ContractForm, useContractForm } from '#web/ui/form/use-contract-form.ts';
import { useSaveDraft } from '#web/ui/form/use-save-draft.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
import { RolesField } from './RolesField.tsx';
import { type PracticeInput, practiceLabels } from './sign-up-forms.ts';
import { type Options, useOptions } from './use-options.ts';

type Props = {
  values: PracticeInput;
  /** Resolves to the server's problem, or null. */
  onSubmit: (values: StepTwo) => Promise<readonly ValidationError[] | null>;
  onTyped?: (values: PracticeInput) => void;
  submitText: string;
  /** Beside the main button. */
  children?: ReactNode;
};

/** The practice's name, address and roles, in the sign-up and afterwards. */
export function PracticeForm({ values, onSubmit, onTyped = () => undefined, submitText, children }: Props) {
  const options = useOptions();
  const form = useContractForm<PracticeInput, StepTwo>({
    schema: lateSchema(
      () => import('./step-validation.ts'),
      ({ practiceSchema }) => practiceSchema,
      ({ errorText }) => errorText,
    ),
    defaultValues: values,
    labels: practiceLabels,
    onSubmit: async (practice) => {
      const errors = await onSubmit(practice);
      if (errors) form.applyServerErrors(errors);
    },
  });
  useSaveDraft(form, onTyped);
  const [country, region, postalCode, zone] = useWatch({
    control: form.form.control,
    name: ['country', 'region', 'postalCode', 'timezone'],
  });
  const lookups = useRegionLookups({ country, region });
  useErrorToast(lookups.failed);
  const { lookup } = lookups;
  useFillFromPostalCode({
    country,
    typed: postalCode,
    lookup,
    get: form.form.getValues,
    set: (part, value) => form.form.setValue(part, value, { shouldDirty: true, shouldValidate: value !== '' }),
  });
  const roles = options.lists?.rolesByCountry[country] ?? options.lists?.rolesByCountry['US'] ?? [];
  return (
    <Form of={form} labels={lookup ? { region: lookup.regionLabel, postalCode: lookup.postalCode.label } : {}}>
      {(options.failed || lookups.failed) && (
        <LookupError
          onRetry={() => {
            options.retry();
            lookups.retry();
          }}
        />
      )}
      <TextField {...form.field('practiceName')} autoComplete="organization" autoCapitalize="words" />
      <PracticeAddress form={form} options={options} lookups={lookups} place={{ country, region, zone }} />
      <RolesField form={form} choices={roles} />
      <Actions>
        <Submit of={form}>{submitText}</Submit>
        {children}
      </Actions>
    </Form>
  );
}

type AddressProps = {
  form: ContractForm<PracticeInput, StepTwo>;
  options: Options;
  lookups: RegionLookups;
  place: { country: string; region: string; zone: string };
};

function PracticeAddress({ form, options, lookups, place: { country, region, zone } }: AddressProps) {
  const { setValue } = form.form;
  const { lookup, zones } = lookups;
  const countries = withChosen(options.countries, country);
  const paths = { country: 'country', zone: 'timezone' } as const;
  const placeFields = usePlaceFields({ form, paths, country, zone, zones });
  const forgetCountry = () => {
    setValue('region', '');
    setValue('timezone', '');
    setValue('roles', []);
  };
  const countryField = form.field('country');
  const changeCountry: typeof countryField.onChange = async (event) => {
    await countryField.onChange(event);
    forgetCountry();
  };
  const applyPlace = (place: ResolvedPlace) => {
    if (!countries.some(({ value }) => value === place.country)) return;
    if (place.country !== country) forgetCountry();
    for (const part of ['country', 'region', 'line1', 'city', 'postalCode'] as const) {
      if (place[part] !== '') setValue(part, place[part], { shouldValidate: true });
    }
  };
  return (
    <>
      {!placeFields.countryOpen && (
        <PlaceSummary
          country={country}
          zone={zones?.find(({ value }) => value === zone)?.label}
          onChange={placeFields.change}
        />
      )}
      <div hidden={!placeFields.countryOpen}>
        <LateSelectField
          {...countryField}
          onChange={changeCountry}
          options={countries}
          emptyLabel={countries.length === 0 ? m.ui_loading() : m.ui_choose()}
          autoComplete="country"
        />
      </div>
      <AddressLineField {...form.field('line1')} country={country} readOnly={false} onPlace={applyPlace} />
      <TextField {...form.field('line2')} optional autoComplete="address-line2" />
      <Pair>
        <TextField
          {...form.field('postalCode')}
          {...(lookup ? { label: lookup.postalCode.label } : {})}
          autoComplete="postal-code"
          autoCapitalize="characters"
        />
      </Pair>
      <Pair>
        <TextField {...form.field('city')} autoComplete="address-level2" />
        <RegionField {...{ form, country, region, lookups }} path="region" />
      </Pair>
      <div hidden={!placeFields.zoneOpen}>
        <TimeZoneField {...{ form, country, region, zone, lookups }} path="timezone" />
      </div>
    </>
  );
}
