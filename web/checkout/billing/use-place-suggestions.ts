import { useState } from 'react';
import type { PlaceSuggestion, ResolvedPlace } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/countries.ts';
import { call } from '#web/api/call.ts';
import { useQuery } from '#web/api/use-query.ts';

const shortest = 3;
const timeoutMs = 5_000;
const none: readonly PlaceSuggestion[] = [];

/**
 * Addresses that begin as typed. Asked after a pause in typing; an answer to what is no longer typed is dropped;
 * without an answer the field is simply a field.
 */
export function usePlaceSuggestions(country: string) {
  const [typed, setTyped] = useState('');
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID());
  const query = typed.trim();
  const isAsked = query.length >= shortest && (country === '' || countryRow(country)?.suggestsAddresses === true);
  const body = { query, sessionToken, ...(country === '' ? {} : { country }) };
  const answer = useQuery('POST /v2/place-suggestions', isAsked ? { body } : null, { delayMs: 250, timeoutMs });

  const clear = () => {
    setTyped('');
    answer.replace({ suggestions: [] });
  };
  const take = async (suggestion: PlaceSuggestion): Promise<ResolvedPlace | null> => {
    clear();
    const result = await call(
      'POST /v2/place-resolutions',
      { body: { id: suggestion.id, sessionToken } },
      { timeoutMs },
    );
    setSessionToken(crypto.randomUUID());
    return result.ok ? result.data.place : null;
  };
  const suggestions = isAsked && answer.state !== 'failed' ? (answer.last?.suggestions ?? none) : none;
  return { suggestions, ask: setTyped, take, clear };
}
