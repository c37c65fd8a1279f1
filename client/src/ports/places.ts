export type PlaceSuggestion = { id: string; text: string; secondaryText: string };

export type ResolvedPlace = { line1: string; city: string; region: string; postalCode: string; country: string };

export type SuggestInput = {
  /** The input so far. */
  query: string;
  /**
   * ISO 3166-1 code; null searches all countries whose addresses are suggested; other countries have no suggestions.
   */
  country: string | null;
  language: string;
  /** One per address being typed; services bill by it. */
  sessionToken: string;
};

export type ResolveInput = { id: string; language: string; sessionToken: string };

/**
 * Completes addresses while they are typed. It is a convenience: if the service fails, there are no suggestions and the
 * form still works. Never throws.
 */
export type PlacesPort = {
  suggest(input: SuggestInput): Promise<PlaceSuggestion[]>;
  /**
   * Empty parts are unknown. `region` is a code of our region list if the country has one. Null if the place does not
   * exist.
   */
  resolve(input: ResolveInput): Promise<ResolvedPlace | null>;
};
