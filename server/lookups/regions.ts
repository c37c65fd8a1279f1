import { type Choice, type RegionKind, regionKinds } from '#contract/api/lookups.ts';
import type { Language } from '#contract/fields/languages.ts';
import { withoutAccents } from '#contract/fields/typed-text.ts';
import data from './data/regions.json' with { type: 'json' };
import { type LocalNames, nameIn, sortByLabel } from './local-names.ts';
import { codeText } from './message-texts.ts';

type RegionRow = LocalNames & { code: string };
type CountryRegions = { kind: string; regions: readonly RegionRow[] };

const byCountry: ReadonlyMap<string, CountryRegions> = new Map(Object.entries(data));

/** Military addresses come after the states (specification 5.5). */
const listedLast: ReadonlySet<string> = new Set(['US.AA', 'US.AE', 'US.AP']);

function isKind(kind: string): kind is RegionKind {
  return (regionKinds as readonly string[]).includes(kind);
}

function rowsOf(country: string): readonly RegionRow[] {
  return byCountry.get(country)?.regions ?? [];
}

/** A country's regions to choose from; empty if the region is typed. */
export function regions({ country, language }: { country: string; language: Language }): Choice[] {
  const choices = rowsOf(country).map((row) => ({ value: row.code, label: nameIn(row, language) }));
  const isLast = ({ value }: Choice) => Number(listedLast.has(`${country}.${value}`));
  return sortByLabel(choices, language).toSorted((one, other) => isLast(one) - isLast(other));
}

type RegionAsked = { country: string; region: string; language: Language };

/** Name of a region by its code; the typed text if the country has no list. */
export function regionName({ country, region, language }: RegionAsked): string {
  const row = rowsOf(country).find(({ code }) => code === region);
  return row ? nameIn(row, language) : region;
}

/** The country's term for its regions. */
export function regionKind(country: string): RegionKind {
  const kind = byCountry.get(country)?.kind ?? '';
  return isKind(kind) ? kind : 'province';
}

export function regionLabel({ country, language }: { country: string; language: Language }): string {
  return codeText('lookups_region', regionKind(country), language);
}

/** Whether a region is valid in an address of the country: one of the list, or any text if there is no list. */
export function isRegion({ country, region }: { country: string; region: string }): boolean {
  const rows = rowsOf(country);
  return rows.length === 0 ? region.trim() !== '' : rows.some((row) => row.code === region);
}

/**
 * Code of a region by its code or its name in either language, as external services spell it; null if it is not listed.
 */
export function regionCode({ country, name }: { country: string; name: string }): string | null {
  const plainName = plain(name);
  const row = rowsOf(country).find(({ code, en, es }) =>
    [code, en, es ?? en].some((known) => plain(known) === plainName),
  );
  return row?.code ?? null;
}

/** `Manawatū-Whanganui` → `manawatu whanganui`; `Waikato Region` → `waikato`. */
function plain(name: string): string {
  return withoutAccents(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ (?:region|district)$/, '')
    .trim();
}
