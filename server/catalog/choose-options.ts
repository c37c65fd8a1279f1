import type { OrderDetail } from '#contract/api/prices.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import { isExperimentKey } from '#contract/sign-up/experiments.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import { type Catalog, type Package, type PackageOption, packageById } from './package-repository.ts';
import type { PriceList } from './pricing-group.ts';

export type Choice = { package: Package; options: readonly PackageOption[] };

/** Options that may be added to a package: those of its term, and those of a running experiment only in treatment. */
export function optionsFor(catalog: Catalog, years: 1 | 2, states: Partial<ExperimentStates>): PackageOption[] {
  return catalog.options.filter(
    ({ years: term, experiment }) =>
      term === years && (!experiment || (isExperimentKey(experiment) && states[experiment] === 'treatment')),
  );
}

/**
 * An order's choice, looked up in the offered price list: no other list is sold from. A build-your-own order needs its
 * term and its options (specification 3.6); at most one option of each kind, and storage always.
 */
export function chooseOptions(
  catalog: Catalog,
  { order, list, experiments }: { order: OrderDetail; list: PriceList; experiments: Partial<ExperimentStates> },
): Choice | Refusal<'PACKAGE_NOT_OFFERED' | 'VALIDATION'> {
  const chosen = packageById(catalog, order.packageId);
  if (chosen?.priceList !== list) return refuse('PACKAGE_NOT_OFFERED');
  if (chosen.packageName !== 'CYO') {
    return order.services.length === 0
      ? { package: chosen, options: [] }
      : refuseFields({ field: 'order.services', code: 'not_understood' });
  }
  if (order.productId !== `SUB${chosen.years}YEAR`)
    return refuseFields({ field: 'order.productId', code: 'options_required' });
  const offered = optionsFor(catalog, chosen.years, experiments);
  const options = order.services.map((code) => offered.find((option) => option.code === code));
  const knownOptions = options.filter((option) => option !== undefined);
  const kinds = new Set(knownOptions.map(({ optionName }) => optionName));
  if (knownOptions.length !== order.services.length) return refuse('PACKAGE_NOT_OFFERED');
  if (kinds.size !== knownOptions.length || !kinds.has('MYFILES'))
    return refuseFields({ field: 'order.services', code: 'options_required' });
  return { package: chosen, options: knownOptions };
}
