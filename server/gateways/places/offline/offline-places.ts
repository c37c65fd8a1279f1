import type { PlaceSuggestion } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { maxSuggestions, type PlacesPort } from '../port.ts';
import { type CityIndex, cityAt, findCities, loadCities } from './city-index.ts';

const shortestPrefix = 2;

/** `742 Evergreen Terrace, Springf` → street and beginning of a city; without a comma all of it is the city. */
function splitQuery(query: string): { street: string; prefix: string } {
  const comma = query.lastIndexOf(',');
  if (comma < 0) return { street: '', prefix: query.trim() };
  return { street: query.slice(0, comma).trim(), prefix: query.slice(comma + 1).trim() };
}

/** The street is part of the id, so that the server need not remember the input. */
function placeId(position: number, street: string): string {
  return `${position}.${Buffer.from(street).toString('base64url')}`;
}

function parsePlaceId(id: string): { position: number; street: string } | null {
  const match = /^(\d{1,6})\.([\w-]{0,800})$/.exec(id);
  if (!match) return null;
  return { position: Number(match[1]), street: Buffer.from(match[2] ?? '', 'base64url').toString() };
}

function suggestion(index: CityIndex, position: number, street: string): PlaceSuggestion[] {
  const city = cityAt(index, position);
  if (!city) return [];
  const text = street === '' ? city.name : `${street}, ${city.name}`;
  return [{ id: placeId(position, street), text, secondaryText: `${city.region}, ${city.country}` }];
}

/**
 * Cities of the five countries from our own file: completes the city, region and country of an address without any
 * service. It has no streets and no postal codes; a street typed before a comma is kept.
 */
export function offlinePlaces(): PlacesPort {
  let loaded: CityIndex | undefined;
  const cities = () => (loaded ??= loadCities());
  return {
    async suggest({ query, country }) {
      const { street, prefix } = splitQuery(query);
      if (prefix.length < shortestPrefix || (country !== null && !countryRow(country)?.suggestsAddresses)) return [];
      const index = cities();
      const found = findCities({ index, prefix, country, limit: maxSuggestions });
      return found.flatMap((position) => suggestion(index, position, street));
    },

    async resolve({ id }) {
      const parsed = parsePlaceId(id);
      const city = parsed && cityAt(cities(), parsed.position);
      if (!parsed || !city) return null;
      return { line1: parsed.street, city: city.name, region: city.region, postalCode: '', country: city.country };
    },
  };
}
