import type { OrderDetail } from '#contract/api/prices.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { isExperimentKey } from '#contract/experiments.ts';
import type { FieldRefusal } from '../refusal.ts';
import { type Catalog, type Package, packageById, type PackageOption } from './package-repository.ts';

export type Choice = { package: Package; options: readonly PackageOption[] };
export type ChoiceResult = { ok: true; choice: Choice } | { ok: false; fields: FieldRefusal[] };

/** Options that may be added to a package: its term's, and those of a running experiment only in treatment. */
export function optionsFor(catalog: Catalog, years: 1 | 2, states: Partial<ExperimentStates>): PackageOption[] {
  return catalog.options.filter(
    ({ years: term, experiment }) => term === years && (!experiment || (isExperimentKey(experiment) && states[experiment] === 'treatment')),
  );
}

/**
 * What an order names, looked up. A build-your-own order needs its term and its options (specification 3.6);
 * one option of each kind at most, storage always.
 */
export function chooseOptions(catalog: Catalog, order: OrderDetail, states: Partial<ExperimentStates>): ChoiceResult {
  const chosen = packageById(catalog, order.packageId);
  if (!chosen) return { ok: false, fields: [{ field: 'order.packageId', code: 'required' }] };
  if (chosen.packageName !== 'CYO') {
    return order.services.length === 0
      ? { ok: true, choice: { package: chosen, options: [] } }
      : { ok: false, fields: [{ field: 'order.services', code: 'not_understood' }] };
  }
  if (order.productId !== `SUB${chosen.years}YEAR`) return { ok: false, fields: [{ field: 'order.productId', code: 'options_required' }] };
  const offered = optionsFor(catalog, chosen.years, states);
  const options = order.services.map((code) => offered.find((option) => option.code === code));
  const known = options.filter((option) => option !== undefined);
  const kinds = new Set(known.map(({ optionName }) => optionName));
  if (known.length !== order.services.length || kinds.size !== known.length || !kinds.has('MYFILES')) {
    return { ok: false, fields: [{ field: 'order.services', code: 'options_required' }] };
  }
  return { ok: true, choice: { package: chosen, options: known } };
}
