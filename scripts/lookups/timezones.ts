import { getAllCountries } from 'countries-and-timezones';
import { regionTimezones } from '#server/lookups/region-timezones.ts';
import type { LocalNames } from './lookup-files.ts';
import { cityNames, ownZones, primaryZones, zoneNames } from './timezone-tables.ts';

const day = 86_400_000;
const from = Date.UTC(2026, 10, 1);
const named = Date.UTC(2026, 6, 1);
const locales = { en: 'en-US', es: 'es-419' } as const;
const regionNames = new Intl.DisplayNames('es', { type: 'region' });

function zonePart(
  locale: string,
  timeZone: string,
  style: 'longGeneric' | 'shortGeneric' | 'longOffset',
  instant: number,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A zone's offsets for the next two years: zones with the same ones are offered as one choice. */
function clockOf(timeZone: string): string {
  const samples = Array.from({ length: 240 }, (_, index) => from + index * 3 * day);
  return samples.map((instant) => zonePart('en-US', timeZone, 'longOffset', instant)).join();
}

function distinctZones(country: string, zones: readonly string[]): string[] {
  const primary = primaryZones[country];
  const ordered = primary ? [primary, ...zones.filter((zone) => zone !== primary)] : [...zones];
  if (ordered.length < 2) return ordered;
  const byClock = new Map<string, string>();
  for (const zone of ordered) {
    const clock = clockOf(zone);
    if (!byClock.has(clock)) byClock.set(clock, zone);
  }
  return [...byClock.values()];
}

/** Zones of every country, the most used first. */
export function zonesByCountry(): Record<string, readonly string[]> {
  const sourced = Object.values(getAllCountries()).map(
    ({ id, timezones }) => [id, distinctZones(id, timezones)] as const,
  );
  const zones = { ...Object.fromEntries(sourced), ...ownZones };
  return Object.fromEntries(Object.entries(zones).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function cityInIdentifier(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `hora de Ciudad de México` → `Ciudad de México`; null where the name is that of a country. */
function exemplarCity(zone: string, countries: ReadonlySet<string>): string | null {
  const match = /^hora de (.+)$/.exec(zonePart('es', zone, 'shortGeneric', named));
  return match?.[1] && !countries.has(match[1]) ? match[1] : null;
}

const countryNames = new Set(Object.keys(getAllCountries()).map((code) => regionNames.of(code) ?? code));

function cityOf(zone: string): LocalNames {
  const own = cityNames[zone];
  const english = /^(.+) Time$/.exec(zonePart('en-GB', zone, 'shortGeneric', named))?.[1];
  const spanish = exemplarCity(zone, countryNames);
  const identifier = cityInIdentifier(zone);
  return { en: own?.en ?? (spanish && english ? english : identifier), es: own?.es ?? spanish ?? identifier };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf(zone: string, language: 'en' | 'es'): string {
  const name = zoneNames[zone]?.[language] ?? capitalised(zonePart(locales[language], zone, 'longGeneric', named));
  return `${name} (${cityOf(zone)[language]})`;
}

/** Readable names of every zone that a country, state or province lists. */
export function zoneNamesOf(countries: Record<string, readonly string[]>): Record<string, LocalNames> {
  const byRegion = Object.values(regionTimezones).flatMap((regions) => Object.values(regions).flat());
  const zones = [...new Set([...Object.values(countries).flat(), ...byRegion])].sort();
  return Object.fromEntries(zones.map((zone) => [zone, { en: nameOf(zone, 'en'), es: nameOf(zone, 'es') }]));
}
