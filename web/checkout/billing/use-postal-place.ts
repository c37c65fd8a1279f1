import { useEffect, useEffectEvent, useRef } from 'react';
import type { RegionLookup } from '#contract/api/lookups.ts';
import { type FilledPlace, partAfter, placeOfPostalCode } from './postal-place.ts';

type Part = keyof FilledPlace;
type Options = {
  /** ISO code of the address. */
  country: string;
  /** The postal code as it is typed. */
  typed: string;
  /** What is known of the country; null where nothing is to be filled. */
  lookup: RegionLookup | null;
  get: (part: Part) => string;
  set: (part: Part, value: string) => void;
};

const nothing: FilledPlace = { region: '', city: '' };
const parts = ['region', 'city'] as const;

/** Fills city and state as far as the postal code tells them; both can be corrected. */
export function usePostalPlace({ country, typed, lookup, get, set }: Options): void {
  const filled = useRef(nothing);
  const fill = useEffectEvent((place: FilledPlace) => {
    const before = filled.current;
    filled.current = place;
    for (const part of parts) {
      const next = partAfter({ current: get(part), filled: before[part], next: place[part] });
      if (next !== get(part)) set(part, next);
    }
  });
  useEffect(() => {
    const place = lookup?.country === country ? placeOfPostalCode(typed, lookup) : null;
    if (place) fill(place);
  }, [country, typed, lookup]);
}
