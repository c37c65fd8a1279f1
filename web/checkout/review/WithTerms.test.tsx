import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { startLanguage } from '#web/i18n/language.ts';
import { WithTerms } from './WithTerms.tsx';

afterEach(() => startLanguage('en'));

test.each(['en', 'es'] as const)(
  '2.8-21: consent by paying links to the terms and the privacy policy (%s)',
  (language) => {
    startLanguage(language);
    const text = m.payment_agree_by_paying();
    const html = renderToStaticMarkup(<WithTerms text={text} />);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)).toEqual([
      brand.links.terms,
      brand.links.privacy,
    ]);
    expect(html.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&')).toBe(text);
  },
);
