import { useState } from 'react';
import type { PlaceSuggestion, ResolvedPlace } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/fields/countries.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';

const minQueryLength = 3;
const timeoutMs = 5_000;
const none: readonly PlaceSuggestion[] = [];

/**
 * Address suggestions for the typed text. Requested after a pause in typing; an outdated response is dropped, and
 * without a response the field works as plain text.
 */
export function usePlaceSuggestions(country: string) {
  const [typed, setTyped] = useState('');
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID());
  const query = typed.trim();
  const isSearchable =
    query.length >= minQueryLength && (country === '' || countryRow(country)?.suggestsAddresses === true);
  const body = { query, sessionToken, ...(country === '' ? {} : { country }) };
  const answer = useQuery('POST /v2/place-suggestions', isSearchable ? { body } : null, { delayMs: 250, timeoutMs });

  const clear = () => {
    setTyped('');
    answer.replace({ suggestions: [] });
  };
  const resolve = async (suggestion: PlaceSuggestion): Promise<ResolvedPlace | null> => {
    clear();
    const result = await call(
      'POST /v2/place-resolutions',
      { body: { id: suggestion.id, sessionToken } },
      { timeoutMs },
    );
    setSessionToken(crypto.randomUUID());
    return result.ok ? result.data.place : null;
  };
  const suggestions = isSearchable && answer.state !== 'failed' ? (answer.last?.suggestions ?? none) : none;
  return { suggestions, suggest: setTyped, resolve, clear };
}
