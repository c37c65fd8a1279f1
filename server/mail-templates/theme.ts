/** The site's colours as literals: mail programs do not support custom properties. */
export const light = {
  ink: '#12263A',
  inkSoft: '#4A5B6C',
  primary: '#0B6B6B',
  onPrimary: '#FFFFFF',
  paper: '#FAF8F4',
  surface: '#FFFFFF',
  soft: '#E6F2F0',
  line: '#DDD8CE',
  ribbon: '#F2B261',
} as const;

export const dark = {
  ink: '#EEF3F5',
  inkSoft: '#B4C1CB',
  primary: '#5CC9BF',
  onPrimary: '#06262A',
  paper: '#0E1B26',
  surface: '#152634',
  soft: '#183640',
  line: '#2B3F4E',
} as const;

export const font = 'Figtree, -apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif';

/**
 * Inline styles override a style sheet, so the dark scheme needs !important. No quotes and no `>`: React escapes them.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; -webkit-text-size-adjust: 100%; }
a:focus-visible { outline: 3px solid #FFBF47; outline-offset: 2px; }
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .button a { display: block !important; text-align: center !important; }
  .wide { width: 100% !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .soft { background-color: ${dark.soft} !important; }
  .ink { color: ${dark.ink} !important; }
  .ink-soft { color: ${dark.inkSoft} !important; }
  .mark { border-color: ${dark.primary} !important; }
  .line { border-color: ${dark.line} !important; }
  .link { color: ${dark.primary} !important; }
  .button { background-color: ${dark.primary} !important; }
  .button a { color: ${dark.onPrimary} !important; background-color: ${dark.primary} !important; }
}
`;
