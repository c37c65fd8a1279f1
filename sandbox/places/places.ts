import { isNamed, type SandboxPlace, sandboxPlaces } from './places-data.ts';

const maxPredictions = 5;

function words(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function mainText({ number, route, unit }: SandboxPlace): string {
  const street = isNamed(number) ? `${number}, ${route}` : `${number} ${route}`;
  return unit ? `${street} #${unit}` : street;
}

function secondaryText({ city, region, country }: SandboxPlace): string {
  return `${city}, ${region.short}, ${country.short === 'US' ? 'USA' : country.long}`;
}

/** Places in which each typed word is the beginning of a word; without region codes, in every country. */
export function findPlaces({ input, regionCodes }: { input: string; regionCodes: readonly string[] }): SandboxPlace[] {
  const typed = words(input);
  const wanted = new Set(regionCodes.map((code) => code.toUpperCase()));
  const found = sandboxPlaces.filter((place) => {
    if (wanted.size > 0 && !wanted.has(place.country.short)) return false;
    const known = words(
      `${mainText(place)} ${place.city} ${place.region.long} ${place.region.short} ${place.postalCode}`,
    );
    return typed.length > 0 && typed.every((word) => known.some((other) => other.startsWith(word)));
  });
  return found.slice(0, maxPredictions);
}

export function placeById(id: string): SandboxPlace | undefined {
  return sandboxPlaces.find((place) => place.id === id);
}

/** A prediction in autocomplete's format; matches are the typed text at the start of the first line. */
export function predictionOf(place: SandboxPlace, input: string) {
  const main = mainText(place);
  const matches = main.toLowerCase().startsWith(input.toLowerCase()) ? [{ endOffset: input.length }] : [];
  return {
    place: `places/${place.id}`,
    placeId: place.id,
    text: { text: `${main}, ${secondaryText(place)}`, matches },
    structuredFormat: { mainText: { text: main, matches }, secondaryText: { text: secondaryText(place) } },
    types: ['street_address', 'geocode'],
  };
}

type Component = { longText: string; shortText: string; types: string[]; languageCode: string };

function component(longText: string, types: string[], shortText = longText): Component {
  return { longText, shortText, types, languageCode: 'en' };
}

function componentsOf(place: SandboxPlace): Component[] {
  const unit = place.unit ? [component(place.unit, ['subpremise'])] : [];
  return [
    ...unit,
    component(place.number, [isNamed(place.number) ? 'premise' : 'street_number']),
    component(place.route, ['route']),
    component(place.city, [place.cityType, 'political']),
    component(place.region.long, ['administrative_area_level_1', 'political'], place.region.short),
    component(place.country.long, ['country', 'political'], place.country.short),
    component(place.postalCode, ['postal_code']),
  ];
}

/** The fields of a place that a mask requests. */
export function detailsOf(place: SandboxPlace, mask: readonly string[]): Record<string, unknown> {
  const all: Record<string, unknown> = {
    name: `places/${place.id}`,
    id: place.id,
    formattedAddress: `${mainText(place)}, ${secondaryText(place)} ${place.postalCode}`,
    addressComponents: componentsOf(place),
  };
  if (mask.includes('*')) return all;
  return Object.fromEntries(Object.entries(all).filter(([field]) => mask.includes(field)));
}
