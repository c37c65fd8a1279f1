import { divideRounded, formatCents } from '#contract/fields/money.ts';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { firstVersion } from '../catalog/price-version.ts';
import type { StoredPrices } from '../db/tables/column-types.ts';

/** A price of a version next to the one in force. `name`: its field. `list`: a price list, or OPTIONS. */
export type Item = {
  name: string;
  list: string;
  item: string;
  priceCents: number;
  includedTaxCents: number;
  inForceCents: number;
};

/** `catalog`: with the prices in force. */
export type Priced = { prices: StoredPrices; catalog: Catalog };

/** In cents. A price outside these bounds is treated as a typing error. */
const bounds = { package: { least: 10_00, most: 1_000_00 }, option: { least: 1_00, most: 200_00 } } as const;

const kindOf = (name: string) => (name.startsWith('package-') ? 'package' : 'option');
export const maxCents = (name: string): number => bounds[kindOf(name)].most;

const isAbsurd = (name: string, cents: number | undefined) => {
  const { least, most } = bounds[kindOf(name)];
  return cents === undefined || !Number.isSafeInteger(cents) || cents < least || cents > most;
};

/** All prices, list by list, options last. */
export function itemsOf({ prices, catalog }: Priced): Item[] {
  const packages = catalog.packages.map(({ id, priceList, texts, ...inForce }) => ({
    name: `package-${id}`,
    list: priceList,
    item: texts.en.receiptText,
    ...(prices.packages[id] ?? inForce),
    inForceCents: inForce.priceCents,
  }));
  const options = catalog.options.map(({ code, years, texts, priceCents }) => ({
    name: `option-${code}`,
    list: 'OPTIONS',
    item: `${texts.en.description}, ${years === 1 ? 'one year' : 'two years'}`,
    priceCents: prices.options[code]?.priceCents ?? priceCents,
    includedTaxCents: 0,
    inForceCents: priceCents,
  }));
  return [...packages, ...options];
}

const isFar = ({ priceCents, inForceCents }: Item) => Math.abs(priceCents - inForceCents) * 4 > inForceCents;

/** The price changes in sentences; changes of more than a quarter are marked. */
export function differences(version: Priced): string[] {
  return itemsOf(version)
    .filter(({ priceCents, inForceCents }) => priceCents !== inForceCents)
    .map((row) => {
      const { list, item, priceCents, inForceCents } = row;
      const change = `${item} (${list}): ${formatCents(inForceCents)} becomes ${formatCents(priceCents)}`;
      return isFar(row) ? `${change}, a change by more than a quarter.` : `${change}.`;
    });
}

type Changed = { prices: StoredPrices; absurd: string[] };

/** The prices with changes by field name; included tax is recomputed at the first version's rate. */
export function changedPrices({ prices, catalog }: Priced, typed: InputValues): Changed {
  const changed = new Map(Object.entries(typed).map(([name, cents]) => [name, Number(cents)]));
  const first = catalog.prices.get(firstVersion)?.packages ?? {};
  const packages = Object.entries(prices.packages).map(([id, row]) => {
    const priceCents = changed.get(`package-${id}`) ?? row.priceCents;
    const { includedTaxCents: tax, priceCents: of } = first[id] ?? row;
    return [id, { priceCents, includedTaxCents: tax === 0 ? 0 : divideRounded(priceCents * tax, of) }] as const;
  });
  const options = Object.entries(prices.options).map(([code, row]) => {
    return [code, { priceCents: changed.get(`option-${code}`) ?? row.priceCents }] as const;
  });
  return {
    prices: { packages: Object.fromEntries(packages), options: Object.fromEntries(options) },
    absurd: [...changed].flatMap(([name, cents]) => (isAbsurd(name, cents) ? [name] : [])),
  };
}
