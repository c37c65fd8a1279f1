import * as z from 'zod';
import { resolvePlace, suggestPlaces } from '#contract/api/lookups.ts';
import { maxSuggestions, type PlacesPort } from '#server/gateways/places/port.ts';
import { check } from '#server/go-live/check.ts';

const sessionToken = 'check-adapter';
const language = 'en';
const mend = {
  shape: 'answer as client/src/ports/places.ts says',
  many: `suggest ${maxSuggestions} at most`,
  unknown: 'resolve an unknown id to null',
};

/** What the address fields of a form rely on. */
export const placesContract = (places: PlacesPort) => {
  const suggest = (query: string, country: string | null) => places.suggest({ query, country, language, sessionToken });
  return [
    check({
      name: 'what is suggested resolves to an address',
      find: async () => {
        const suggestions = await suggest('Main Street', 'US');
        if (suggestions.length > maxSuggestions) return 'many';
        if (!suggestPlaces.answer.safeParse({ suggestions }).success) return 'shape';
        for (const { id } of suggestions) {
          const place = await places.resolve({ id, language, sessionToken });
          if (!resolvePlace.answer.safeParse({ place }).success) return 'shape';
        }
        return null;
      },
      mend,
    }),
    check({
      name: 'nothing that is typed is an error',
      find: async () => {
        for (const query of ['', ' ', '%', '<b>', 'ñandú 🏠', 'x'.repeat(200)])
          if (!z.array(z.unknown()).safeParse(await suggest(query, null)).success) return 'shape';
        return null;
      },
      mend,
    }),
    check({
      name: 'an unknown place is none',
      find: async () =>
        (await places.resolve({ id: 'no-such-place', language, sessionToken })) === null ? null : 'unknown',
      mend,
    }),
  ];
};
