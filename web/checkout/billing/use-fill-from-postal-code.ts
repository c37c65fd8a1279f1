import { useEffect, useEffectEvent, useRef } from 'react';
import type { RegionLookup } from '#contract/api/lookups.ts';
import { type FilledPlace, placeOfPostalCode, updatedPart } from './postal-place.ts';

type Part = keyof FilledPlace;
type Options = {
  /** ISO code of the address. */
  country: string;
  /** The postal code while it is typed. */
  typed: string;
  /** The country's lists; null where nothing should be filled in. */
  lookup: RegionLookup | null;
  get: (part: Part) => string;
  set: (part: Part, value: string) => void;
};

const nothingFilled: FilledPlace = { region: '', city: '' };
const parts = ['region', 'city'] as const;

/** Fills in city and state from the postal code; both can be corrected. */
export function useFillFromPostalCode({ country, typed, lookup, get, set }: Options): void {
  const filled = useRef(nothingFilled);
  const fill = useEffectEvent((place: FilledPlace) => {
    const previous = filled.current;
    filled.current = place;
    for (const part of parts) {
      const next = updatedPart({ current: get(part), filled: previous[part], next: place[part] });
      if (next !== get(part)) set(part, next);
    }
  });
  useEffect(() => {
    const place = lookup?.country === country ? placeOfPostalCode(typed, lookup) : null;
    if (place) fill(place);
  }, [country, typed, lookup]);
}
