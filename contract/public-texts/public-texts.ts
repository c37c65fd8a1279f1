import { accessibility } from './accessibility.ts';
import { help } from './help.ts';
import { leaving } from './leaving.ts';
import { privacy } from './privacy-2026-11.ts';
import type { PublicText } from './public-text.ts';
import { terms } from './terms-2026-11.ts';
import { whatTheySee } from './what-they-see.ts';

/**
 * Text pages by their address below `/app`. Samples, marked as such, to be replaced before selling (docs/selling.md).
 */
export const publicTexts: Readonly<Record<string, PublicText>> = {
  help,
  'what-they-see': whatTheySee,
  accessibility,
  leaving,
  terms,
  privacy,
  'terms/2026-11': terms,
  'privacy/2026-11': privacy,
};
