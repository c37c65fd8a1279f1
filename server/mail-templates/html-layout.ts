import { type CSSProperties, Fragment, createElement as h, type ReactElement } from 'react';
import { brand } from '#contract/brand.ts';
import { htmlBlock } from './html-blocks.ts';
import type { MailDocument } from './mail-document.ts';
import { phonesWhole } from './phones-whole.ts';
import { font, light, styleSheet } from './theme.ts';

const hidden: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  opacity: 0,
  fontSize: 1,
  lineHeight: '1px',
};
const outer: CSSProperties = { width: '100%', maxWidth: 560, margin: '0 auto', borderCollapse: 'separate' };
const wordmark: CSSProperties = {
  margin: 0,
  color: light.ink,
  fontFamily: font,
  fontSize: 22,
  lineHeight: '28px',
  fontWeight: 700,
  letterSpacing: '-0.02em',
};
const card: CSSProperties = {
  backgroundColor: light.surface,
  border: `1px solid ${light.line}`,
  borderRadius: 14,
  padding: '32px 36px',
};
const title: CSSProperties = {
  margin: '0 0 20px',
  color: light.ink,
  fontFamily: font,
  fontSize: 27,
  lineHeight: '34px',
  fontWeight: 700,
  letterSpacing: '-0.02em',
};
const footer: CSSProperties = {
  margin: '0 0 10px',
  color: light.inkSoft,
  fontFamily: font,
  fontSize: 14,
  lineHeight: '21px',
};

const presentation = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

function cells(...rows: { style: CSSProperties; className?: string; content: ReactElement }[]): ReactElement {
  return h(
    'tbody',
    null,
    rows.map(({ style, className, content }, index) => h('tr', { key: index }, h('td', { style, className }, content))),
  );
}

/**
 * The brand's mark without an image, because many readers do not load images: a circle on a horizontal line. Outlook
 * draws a square.
 */
function mark(size: number): ReactElement {
  const [edge, level] = [Math.round(size / 10), Math.round(size / 10)];
  const side = (size - 2 * edge - level) / 2;
  const rowOf = (height: number, style: CSSProperties = {}) =>
    h(
      'tr',
      null,
      h('td', { style: { height, padding: 0, fontSize: 1, lineHeight: `${height}px`, ...style } }, '\u00a0'),
    );
  const style: CSSProperties = {
    width: size,
    height: size,
    border: `${edge}px solid ${light.primary}`,
    borderRadius: size,
    borderCollapse: 'separate',
  };
  return h(
    'table',
    { ...presentation, width: size, className: 'mark', 'aria-hidden': true, style },
    h('tbody', null, rowOf(side), rowOf(level, { backgroundColor: light.ribbon }), rowOf(side)),
  );
}

/** A text next to a mark of this size. */
function besideMark(size: number, text: ReactElement): ReactElement {
  const cell: CSSProperties = { padding: 0, verticalAlign: 'middle' };
  return h(
    'table',
    presentation,
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { style: { ...cell, width: size, paddingRight: 10 } }, mark(size)),
        h('td', { style: cell }, text),
      ),
    ),
  );
}

function page(mail: MailDocument, footerLines: readonly string[]): ReactElement {
  const content = h(
    Fragment,
    null,
    h('h1', { className: 'ink', style: title }, mail.heading),
    mail.blocks.map((block, index) => h(Fragment, { key: index }, htmlBlock(block, mail.heading))),
  );
  const signature = besideMark(
    20,
    h('p', { className: 'ink-soft', style: { ...footer, margin: 0, fontWeight: 700 } }, brand.name),
  );
  const lines = footerLines.map((line, index) =>
    h(
      'p',
      { key: index, className: 'ink-soft', style: { ...footer, marginTop: index === 0 ? 10 : 0 } },
      phonesWhole(line),
    ),
  );
  const column = h(
    'table',
    { ...presentation, width: '100%', align: 'center', style: outer },
    cells(
      {
        style: { padding: '0 8px 16px' },
        content: besideMark(30, h('p', { className: 'ink', style: wordmark }, brand.name)),
      },
      { style: card, className: 'card', content },
      { style: { padding: '24px 8px 0' }, content: h(Fragment, null, signature, lines) },
    ),
  );
  return h(
    'table',
    { ...presentation, width: '100%', className: 'paper', style: { backgroundColor: light.paper } },
    cells({ style: { padding: '28px 12px 40px' }, content: column }),
  );
}

type HtmlMail = { mail: MailDocument; language: string; footerLines: readonly string[] };

/** The whole mail: brand, one card with the blocks, and below it why it was sent and how to reach us. */
export function htmlLayout({ mail, language, footerLines }: HtmlMail): ReactElement {
  return h(
    'html',
    { lang: language, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'date=no, address=no' }),
      h('title', null, mail.subject),
      h('style', null, styleSheet),
    ),
    h(
      'body',
      { className: 'paper', style: { margin: 0, padding: 0, backgroundColor: light.paper } },
      h('div', { style: hidden }, mail.preview),
      // Mail programs remove <html> with its language, so it is repeated inside.
      h('div', { role: 'article', 'aria-label': mail.subject, lang: language, dir: 'ltr' }, page(mail, footerLines)),
    ),
  );
}
