import { brand } from '#contract/brand.ts';
import type { Block, MailDocument, TypedCode } from './mail-document.ts';

const width = 72;

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function underlined(text: string, mark: string): string {
  return `${wrapped(text)}\n${mark.repeat(Math.min(width, text.length))}`;
}

/** Label left, value right, in one column as wide as the widest row, but never wider than a line of a mail. */
function columns(rows: readonly { label: string; value: string }[]): string[] {
  const longest = Math.max(...rows.map(({ label, value }) => label.length + value.length + 4));
  const column = Math.min(width - 2, longest);
  return rows.map(
    ({ label, value }) => `  ${label}${' '.repeat(Math.max(2, column - label.length - value.length))}${value}`,
  );
}

function linked({ label, url, code }: { label: string; url: string; code: TypedCode }): string {
  return `${label}:\n${url}${code ? `\n\n${wrapped(code.text)}\n${code.value}` : ''}`;
}

type Views = { [Kind in Block['kind']]: (block: Extract<Block, { kind: Kind }>) => string };

const views: Views = {
  heading: ({ text }) => underlined(text, '-'),
  paragraph: ({ text }) => wrapped(text),
  note: ({ text }) => wrapped(text),
  action: linked,
  link: linked,
  facts: ({ caption, rows }) => [`${caption}:`, ...rows.map(({ label, value }) => `  ${label}: ${value}`)].join('\n'),
  amounts({ caption, rows, total, notes }) {
    const all = [...rows, total].map(({ label, amount }) => ({ label, value: amount }));
    const lines = columns(all);
    const last = lines.pop() ?? '';
    const table = [`${caption}:`, ...lines, `  ${'-'.repeat(last.length - 2)}`, last].join('\n');
    return [table, ...notes.map(wrapped)].join('\n\n');
  },
  box: ({ blocks }) => blocks.map(textBlock).join('\n\n'),
};

function textBlock(block: Block): string {
  const view = views[block.kind] as (block: Block) => string;
  return view(block);
}

/**
 * The mail for readers without HTML: the same blocks, lines of at most 72 characters, addresses on lines of their own.
 */
export function plainText({ mail, footerLines }: { mail: MailDocument; footerLines: readonly string[] }): string {
  const parts = [
    brand.name,
    underlined(mail.heading, '='),
    ...mail.blocks.map(textBlock),
    '-- ',
    ...footerLines.map(wrapped),
  ];
  return `${parts.join('\n\n')}\n`;
}
