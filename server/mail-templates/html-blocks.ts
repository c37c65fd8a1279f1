import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import type { Block, TypedCode } from './mail-document.ts';
import { phonesWhole } from './phones-whole.ts';
import { font, light } from './theme.ts';

const text: CSSProperties = {
  margin: '0 0 16px',
  color: light.ink,
  fontFamily: font,
  fontSize: 17,
  lineHeight: '26px',
};
const small: CSSProperties = { ...text, fontSize: 15, lineHeight: '22px', color: light.inkSoft };
const linkStyle: CSSProperties = { color: light.primary, textDecoration: 'underline' };
const tableAttributes = { cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' } as const;
const rule = `1px solid ${light.line}`;

/** A mail links only to http(s) addresses. */
function webAddress(url: string): string {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('A mail links to http and https addresses only');
  return url;
}

function anchor({ url, label }: { url: string; label: string }): ReactNode {
  return h('a', { href: webAddress(url), className: 'link', style: linkStyle }, label);
}

function linkCode({ code }: { code: TypedCode }): ReactNode {
  if (code === null) return null;
  const style: CSSProperties = { ...small, wordBreak: 'break-word' };
  return h('p', { className: 'ink-soft', style }, code.text, h('br'), h('strong', null, code.value));
}

type Row = { label: string; value: string; strong: boolean; whole?: boolean };

function row({ label, value, strong, whole = false }: Row, index: number): ReactNode {
  const cell: CSSProperties = {
    padding: '10px 0',
    borderTop: index === 0 ? 'none' : strong ? `2px solid ${light.line}` : rule,
    fontFamily: font,
    fontSize: strong ? 19 : 16,
    lineHeight: '24px',
    fontWeight: strong ? 700 : 400,
    verticalAlign: 'top',
  };
  return h(
    'tr',
    { key: index },
    h(
      'th',
      {
        scope: 'row',
        className: 'ink line',
        style: { ...cell, color: light.ink, textAlign: 'left', paddingRight: 16 },
      },
      label,
    ),
    h(
      'td',
      {
        className: 'ink line',
        style: {
          ...cell,
          color: light.ink,
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
          ...(whole ? { whiteSpace: 'nowrap' } : { wordBreak: 'break-word' }),
        },
      },
      value,
    ),
  );
}

/** A caption that repeats the heading of its mail is only read aloud. */
function dataTable({ caption, rows, heading }: { caption: string; rows: Row[]; heading: string }): ReactNode {
  const isSeen = caption !== heading;
  const captionStyle: CSSProperties = { ...text, margin: 0, fontWeight: 700, textAlign: 'left', paddingBottom: 4 };
  return h(
    'table',
    {
      ...tableAttributes,
      'aria-label': isSeen ? undefined : caption,
      style: { margin: '8px 0 24px', borderCollapse: 'collapse' },
    },
    isSeen && h('caption', { className: 'ink', style: captionStyle }, caption),
    h('tbody', null, rows.map(row)),
  );
}

function button({ url, label }: { url: string; label: string }): ReactNode {
  const anchorStyle: CSSProperties = {
    display: 'inline-block',
    padding: '13px 28px',
    borderRadius: 999,
    backgroundColor: light.primary,
    color: light.onPrimary,
    fontFamily: font,
    fontSize: 17,
    lineHeight: '22px',
    fontWeight: 700,
    textDecoration: 'none',
  };
  const cellStyle: CSSProperties = { backgroundColor: light.primary, borderRadius: 999 };
  const link = h('a', { href: webAddress(url), style: anchorStyle }, label);
  return h(
    'table',
    {
      role: 'presentation',
      className: 'wide',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { margin: '8px 0 16px' },
    },
    h('tbody', null, h('tr', null, h('td', { className: 'button', style: cellStyle }, link))),
  );
}

type View<Shown> = (block: Shown, heading: string) => ReactNode;
type Views = { [Kind in Block['kind']]: View<Extract<Block, { kind: Kind }>> };

const views: Views = {
  heading: (block) =>
    h('h2', { className: 'ink', style: { ...text, margin: '24px 0 8px', fontSize: 19, fontWeight: 700 } }, block.text),
  paragraph: (block) => h('p', { className: 'ink', style: text }, phonesWhole(block.text)),
  note: (block) => h('p', { className: 'ink-soft', style: small }, phonesWhole(block.text)),
  link: (block) => h(Fragment, null, h('p', { className: 'ink', style: text }, anchor(block)), linkCode(block)),
  action: (block) =>
    h(
      Fragment,
      null,
      button(block),
      h(
        'p',
        { className: 'ink-soft', style: { ...small, wordBreak: 'break-word' } },
        block.fallback,
        h('br'),
        anchor({ url: block.url, label: block.url }),
      ),
      linkCode(block),
    ),
  facts: ({ caption, rows }, heading) =>
    dataTable({ caption, heading, rows: rows.map((fact) => ({ ...fact, strong: false })) }),
  amounts: ({ caption, rows, total, notes }, heading) =>
    h(
      Fragment,
      null,
      dataTable({
        caption,
        heading,
        rows: [
          ...rows.map(({ label, amount }) => ({ label, value: amount, strong: false, whole: true })),
          { label: total.label, value: total.amount, strong: true, whole: true },
        ],
      }),
      notes.map((note, index) => h('p', { key: index, className: 'ink-soft', style: small }, phonesWhole(note))),
    ),
  box: ({ blocks }, heading) => {
    const style: CSSProperties = { padding: '0 20px 8px', borderRadius: 14, backgroundColor: light.soft };
    const content = blocks.map((block, index) => h(Fragment, { key: index }, htmlBlock(block, heading)));
    return h(
      'table',
      { ...tableAttributes, role: 'presentation', style: { margin: '8px 0 24px' } },
      h('tbody', null, h('tr', null, h('td', { className: 'soft', style }, content))),
    );
  },
};

/** One block of a mail with this heading, as React elements. */
export function htmlBlock(block: Block, heading: string): ReactNode {
  const view = views[block.kind] as View<Block>;
  return view(block, heading);
}
