export type { PlacesPort } from '#client/ports/places.ts';

/** The service's failure, for the log: never the input. */
export type PlacesProblem = { code: 'timeout' | 'unreachable' | 'refused' | 'unreadable'; status?: number };

export const maxSuggestions = 6;
