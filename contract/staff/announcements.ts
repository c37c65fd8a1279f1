import type { Language } from '../fields/languages.ts';

/** Where growth may replace a built-in text for a time. */
export const announcementPlaces = ['BANNER', 'OFFER'] as const;
export type AnnouncementPlace = (typeof announcementPlaces)[number];

/** Two lines of the banner on a narrow phone. */
export const announcementLength = 90;
/** Placeholder in an offer's text for the link's discount, filled in by the server. */
export const percentMark = '{percent}';

/** One text in every language. */
export type LocalText = Record<Language, string>;
