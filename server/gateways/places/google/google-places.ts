import type { ZodType } from 'zod';
import type { PlaceSuggestion } from '#contract/api/lookups.ts';
import { countriesWhere, countryRow } from '#contract/fields/countries.ts';
import { maxSuggestions, type PlacesPort, type PlacesProblem } from '../port.ts';
import { addressOfComponents, type RegionCodeOf } from './address-of-components.ts';
import { type AutocompleteAnswer, autocompleteAnswer, detailsAnswer } from './google-answers.ts';

export type GooglePlacesOptions = {
  apiKey: string;
  regionCodeOf: RegionCodeOf;
  /** Called once for each failure; gets no personal data. */
  onProblem: (problem: PlacesProblem) => void;
  baseUrl?: string;
  timeoutMs?: number;
};

/** Shorter text matches everything and is not worth a paid call. */
const shortestQuery = 3;
const googleUrl = 'https://places.googleapis.com';
const addressTypes = ['street_address', 'premise', 'subpremise', 'route', 'locality'];

type Fetched<T> = { answer: T } | { problem: PlacesProblem };
type Request = { url: string; init: RequestInit; timeoutMs: number };

async function fetchJson<T>({ url, init, timeoutMs }: Request, schema: ZodType<T>): Promise<Fetched<T>> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) {
      await response.body?.cancel();
      return { problem: { code: 'refused', status: response.status } };
    }
    const parsed = schema.safeParse(await response.json());
    return parsed.success ? { answer: parsed.data } : { problem: { code: 'unreadable' } };
  } catch (fault) {
    return { problem: { code: problemCode(fault) } };
  }
}

function problemCode(fault: unknown): PlacesProblem['code'] {
  if (fault instanceof DOMException && fault.name === 'TimeoutError') return 'timeout';
  return fault instanceof SyntaxError ? 'unreadable' : 'unreachable';
}

function suggestionsOf({ suggestions }: AutocompleteAnswer): PlaceSuggestion[] {
  const predictions = suggestions.flatMap(({ placePrediction }) => (placePrediction ? [placePrediction] : []));
  return predictions.slice(0, maxSuggestions).map(({ placeId, text, structuredFormat }) => ({
    id: placeId,
    text: structuredFormat?.mainText.text ?? text.text,
    secondaryText: structuredFormat?.secondaryText?.text ?? '',
  }));
}

/** Google's Places API (New): autocomplete and place details over HTTPS. */
export function googlePlaces({
  apiKey,
  regionCodeOf,
  onProblem,
  baseUrl = googleUrl,
  timeoutMs = 2000,
}: GooglePlacesOptions): PlacesPort {
  const key = { 'x-goog-api-key': apiKey };
  return {
    async suggest({ query, country, language, sessionToken }) {
      if (query.length < shortestQuery || (country !== null && !countryRow(country)?.suggestsAddresses)) return [];
      const regions = (country === null ? countriesWhere(({ suggestsAddresses }) => suggestsAddresses) : [country]).map(
        (code) => code.toLowerCase(),
      );
      const body = {
        input: query,
        includedRegionCodes: regions,
        includedPrimaryTypes: addressTypes,
        languageCode: language,
        sessionToken,
      };
      const init = {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const fetched = await fetchJson(
        { url: `${baseUrl}/v1/places:autocomplete`, init, timeoutMs },
        autocompleteAnswer,
      );
      if ('answer' in fetched) return suggestionsOf(fetched.answer);
      onProblem(fetched.problem);
      return [];
    },

    async resolve({ id, language, sessionToken }) {
      // They have no maximum length (developers.google.com/maps/documentation/places/web-service/place-id).
      if (!/^[\w-]+$/.test(id)) return null;
      const query = new URLSearchParams({ languageCode: language, sessionToken });
      const init = { headers: { ...key, 'x-goog-fieldmask': 'addressComponents' } };
      const fetched = await fetchJson(
        { url: `${baseUrl}/v1/places/${id}?${query.toString()}`, init, timeoutMs },
        detailsAnswer,
      );
      if ('answer' in fetched)
        return addressOfComponents({ components: fetched.answer.addressComponents, regionCodeOf });
      if (fetched.problem.status !== 404) onProblem(fetched.problem);
      return null;
    },
  };
}
