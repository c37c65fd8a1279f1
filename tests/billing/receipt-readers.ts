import { toPlainText } from '@react-email/render';
import { Fragment, createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Paid } from '#contract/api/payments.ts';
import type { Language } from '#contract/fields/languages.ts';
import type { RenderedMail } from '#server/mail-templates/render-mail.ts';
import { PaymentInformation } from '#web/checkout/receipt/PaymentInformation.tsx';
import { RenewalNotice } from '#web/checkout/review/RenewalNotice.tsx';
import { PriceLines } from '#web/checkout/summary/PriceLines.tsx';
import { startLanguage } from '#web/i18n/language.ts';

/** What a receipt shows: the amounts of its rows in order, the total, and the whole text. */
export type Reading = { rows: number[]; total: number; words: string };

const money = String.raw`[−-]?US\$[\d,]+\.\d\d`;

/** Throws for an amount that does not name its currency. */
function centsOf(text: string): number {
  if (!new RegExp(`^${money}$`, 'u').test(text)) throw new Error(`${text} is no amount in US dollars`);
  const cents = Number(text.replaceAll(/\D/g, ''));
  return /^[−-]/u.test(text) ? -cents : cents;
}

function readingOf(amounts: readonly string[], words: string): Reading {
  const cents = amounts.map(centsOf);
  return { rows: cents.slice(0, -1), total: cents.at(-1) ?? Number.NaN, words: words.replaceAll(/\s+/g, ' ') };
}

export function readScreen(receipt: Paid['receipt'], language: Language): Reading {
  startLanguage(language);
  const { lines, totals, country, renewals } = receipt;
  const html = renderToStaticMarkup(
    h(
      Fragment,
      null,
      h(PriceLines, { lines, totalLabel: 'Total', totalFormatted: totals.totalFormatted, country }),
      h(PaymentInformation, { receipt }),
      h(RenewalNotice, { renewals, needsMethod: 'no' }),
    ),
  );
  startLanguage('en');
  const table = html.slice(0, html.indexOf('</dl>'));
  const amounts = [...table.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, amount = '']) => amount);
  return readingOf(amounts, toPlainText(html, { wordwrap: false }));
}

export function readMailHtml({ html }: RenderedMail): Reading {
  const [table = ''] = html.match(/<table(?! role)[^>]*>.*?<\/table>/s) ?? [];
  const amounts = [...table.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, amount = '']) => amount);
  return readingOf(amounts, toPlainText(html, { wordwrap: false }));
}

export function readMailText({ text }: RenderedMail): Reading {
  const amounts = [...text.matchAll(new RegExp(`^ {2}\\S.* {2,}(${money})$`, 'gmu'))].map(([, amount = '']) => amount);
  return readingOf(amounts, text);
}

/** Reads the text that a tagged PDF offers to screen readers (`ActualText`). */
export function readPdf(pdf: Buffer): Reading {
  const said = pdf.toString('latin1').matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g);
  const texts = [...said].map(([, text = '']) => unescaped(text));
  const amounts = texts.filter((text) => new RegExp(`^${money}$`, 'u').test(text));
  return readingOf(amounts, texts.join('\n'));
}

function unescaped(text: string): string {
  const bytes = Buffer.from(
    text.replaceAll(
      /\\([\s\S])/g,
      (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
    ),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}
