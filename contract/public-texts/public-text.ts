import type { Language } from '../fields/languages.ts';

/** A link leads to another page of this site, below `/app`. */
type Section = {
  heading: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  links?: readonly { to: string; text: string }[];
};

/** `title` is stored in the browser's history, so it reveals neither the site's audience nor its purpose. */
type TextIn = { title: string; heading: string; lead: string; sections: readonly Section[]; contacts?: true };

/** A read-only page, in every language. */
export type PublicText = Record<Language, TextIn>;
