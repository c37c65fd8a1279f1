import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { RegionLookup } from '#contract/api/lookups.ts';
import type { ContractForm } from '#web/ui/form/use-contract-form.ts';
import type { Billing, BillingInput } from './billing-form.ts';
import { type FilledPlace, partAfter, placeOfPostalCode } from './postal-place.ts';

type Options = { form: ContractForm<BillingInput, Billing>; lookup: RegionLookup | null; locked: boolean };

const nothing: FilledPlace = { region: '', city: '' };
const parts = ['region', 'city'] as const;

/** Fills city and state as far as the postal code tells them; both can be corrected. */
export function usePostalPlace({ form, lookup, locked }: Options): void {
  const { control, getValues, setValue } = form.form;
  const [country, typed] = useWatch({ control, name: ['address.country', 'address.postalCode'] });
  const filled = useRef(nothing);
  useEffect(() => {
    const place = locked || lookup?.country !== country ? null : placeOfPostalCode(typed, lookup);
    if (place === null) return;
    const before = filled.current;
    filled.current = place;
    for (const part of parts) {
      const current = getValues(`address.${part}`);
      const next = partAfter({ current, filled: before[part], next: place[part] });
      if (next !== current) setValue(`address.${part}`, next, { shouldDirty: true, shouldValidate: next !== '' });
    }
  }, [country, typed, lookup, locked, getValues, setValue]);
}
