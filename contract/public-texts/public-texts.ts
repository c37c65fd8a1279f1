import { accessibility } from './accessibility.ts';
import { help } from './help.ts';
import { leaving } from './leaving.ts';
import { privacy as privacy11 } from './privacy-2026-11.ts';
import { privacy } from './privacy-2026-12.ts';
import type { PublicText } from './public-text.ts';
import { terms as terms11 } from './terms-2026-11.ts';
import { terms } from './terms-2026-12.ts';
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
  'terms/2026-11': terms11,
  'privacy/2026-11': privacy11,
  'terms/2026-12': terms,
  'privacy/2026-12': privacy,
};
