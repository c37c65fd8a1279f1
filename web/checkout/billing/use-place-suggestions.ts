import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PlaceSuggestion, type ResolvedPlace, resolvePlace, suggestPlaces } from '#contract/api/lookups.ts';
import { countryRow } from '#contract/countries.ts';
import { call } from '#web/api/call.ts';

const pauseMs = 250;
const shortest = 3;
const none: readonly PlaceSuggestion[] = [];

/**
 * Addresses that begin as typed. Asked after a pause in typing; an answer to what is no longer typed is dropped;
 * without an answer the field is simply a field.
 */
export function usePlaceSuggestions(country: string) {
  const [suggestions, setSuggestions] = useState(none);
  const [sessionToken, setSessionToken] = useState(() => crypto.randomUUID());
  const asked = useRef<{ timer: ReturnType<typeof setTimeout>; aborter: AbortController } | null>(null);

  const stop = () => {
    if (!asked.current) return;
    clearTimeout(asked.current.timer);
    asked.current.aborter.abort();
    asked.current = null;
  };
  const clear = () => {
    stop();
    setSuggestions(none);
  };
  const stopLast = useEffectEvent(stop);
  useEffect(() => () => stopLast(), []);

  const ask = (typed: string) => {
    stop();
    const query = typed.trim();
    if (query.length < shortest || (country !== '' && !countryRow(country)?.suggestsAddresses))
      return setSuggestions(none);
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      const body = { query, sessionToken, ...(country === '' ? {} : { country }) };
      const result = await call(suggestPlaces, { body }, { signal: aborter.signal, timeoutMs: 5_000 });
      if (!aborter.signal.aborted) setSuggestions(result.ok ? result.data.suggestions : none);
    }, pauseMs);
    asked.current = { timer, aborter };
  };

  const take = async (suggestion: PlaceSuggestion): Promise<ResolvedPlace | null> => {
    clear();
    const result = await call(resolvePlace, { body: { id: suggestion.id, sessionToken } }, { timeoutMs: 5_000 });
    setSessionToken(crypto.randomUUID());
    return result.ok ? result.data.place : null;
  };
  return { suggestions, ask, take, clear };
}
