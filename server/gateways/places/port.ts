import type { Language } from '#contract/fields/languages.ts';
import type { PlaceSuggestion, ResolvedPlace } from '#contract/api/lookups.ts';

export type SuggestInput = {
  /** What was typed so far. */
  query: string;
  /**
   * ISO 3166-1 code; null searches all countries whose addresses are suggested, any country outside them gives nothing.
   */
  country: string | null;
  language: Language;
  /** One per address being typed; services bill by it. */
  sessionToken: string;
};

export type ResolveInput = { id: string; language: Language; sessionToken: string };

/**
 * Completes addresses while they are typed. It is a convenience: when the service fails, there are no suggestions and
 * the form works as before. Never throws.
 */
export type PlacesPort = {
  suggest(input: SuggestInput): Promise<PlaceSuggestion[]>;
  /**
   * Empty parts are not known. `region` is a code of our region list where the country has one. Null when there is no
   * such place.
   */
  resolve(input: ResolveInput): Promise<ResolvedPlace | null>;
};

/** What went wrong with the service, for the log: never what was typed. */
export type PlacesProblem = { code: 'timeout' | 'unreachable' | 'refused' | 'unreadable'; status?: number };

export const maxSuggestions = 6;
