import type { Styles } from './protocol.ts';

const selectors = new Set(['input', 'input:focus', '::placeholder', '.valid', '.invalid']);
const properties = new Set([
  'background-color',
  'color',
  'direction',
  'font',
  'font-family',
  'font-feature-settings',
  'font-size',
  'font-style',
  'font-variant',
  'font-variant-numeric',
  'font-weight',
  'letter-spacing',
  'line-height',
  'opacity',
  'padding',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'text-align',
  'caret-color',
]);

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Styles from the page, property by property: an allowlist excludes everything that could load or cover something. */
export function applyStyles(styles: Styles): void {
  sheet.replaceSync('');
  for (const [selector, look] of Object.entries(styles)) {
    if (!selectors.has(selector)) continue;
    const rule =
      sheet.cssRules[
        sheet.insertRule(`${selector === '::placeholder' ? 'input::placeholder' : selector} {}`, sheet.cssRules.length)
      ];
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const [property, value] of Object.entries(look)) {
      if (properties.has(property) && !/url\s*\(/i.test(value)) rule.style.setProperty(property, value);
    }
  }
}
