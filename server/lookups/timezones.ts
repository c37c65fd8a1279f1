import type { Choice } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { Language } from '#contract/fields/languages.ts';
import countryZones from './data/country-timezones.json' with { type: 'json' };
import names from './data/timezone-names.json' with { type: 'json' };
import { type LocalNames, nameIn } from './local-names.ts';
import { regionTimezones } from './region-timezones.ts';

const zonesOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(countryZones));
const nameOf: ReadonlyMap<string, LocalNames> = new Map(Object.entries(names));

type Place = { country: string; region?: string | undefined };

/**
 * IANA zones of a country, most used first; with a region, those of that state or province (United States and Canada).
 */
export function timezoneIds({ country, region }: Place): readonly string[] {
  const all = zonesOf.get(country) ?? [];
  if (!region || !countryRow(country)?.hasZonesByRegion) return all;
  return regionTimezones[country]?.[region] ?? all;
}

/** `Central Time (Chicago)`; the zone's identifier if we have no name for it. */
export function timezoneName({ timezone, language }: { timezone: string; language: Language }): string {
  const known = nameOf.get(timezone);
  return known ? nameIn(known, language) : timezone;
}

/** Time zones to choose from; if there is only one, the form selects it. */
export function timezones({ language, ...place }: Place & { language: Language }): Choice[] {
  return timezoneIds(place).map((timezone) => ({ value: timezone, label: timezoneName({ timezone, language }) }));
}

/** Whether a zone is valid for the place; if the country has no list, any zone that we have a name for. */
export function isTimezone({ timezone, ...place }: Place & { timezone: string }): boolean {
  const ids = timezoneIds(place);
  return ids.length === 0 ? nameOf.has(timezone) : ids.includes(timezone);
}
