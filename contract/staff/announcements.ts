import type { Language } from '../fields/languages.ts';

/** Where growth may say something for a time in place of a built-in text. */
export const announcementPlaces = ['BANNER', 'OFFER'] as const;
export type AnnouncementPlace = (typeof announcementPlaces)[number];

/** Two lines of the banner on a narrow phone. */
export const announcementLength = 90;
/** Stands in an offer's text for what the server says that the link takes off. */
export const percentMark = '{percent}';

/** One text in every language. */
export type LocalText = Record<Language, string>;
