import { isWritable, legible, plain, printable } from './printable.ts';
import { line, margin, type Page, soft, write } from './tagged-pdf.ts';

export type Row = { label: string; amount: string; bold?: boolean };
export type Fact = { label: string; value: string };

const labelWidth = 150;
const amountWidth = 120;
const gap = 16;

/**
 * Continues on another page unless a row of this height fits: the parts of a row are placed one by one, and each that
 * crossed the end of the page would start a page of its own.
 */
function keepTogether({ document }: Page, height: number): void {
  if (document.y + height > document.page.maxY()) document.addPage();
}

/** Writes labels with their values beside them. */
export function facts(page: Page, rows: readonly Fact[]): void {
  const { document, width } = page;
  const room = { width: width - labelWidth };
  for (const { label, value } of rows.filter((row) => isWritable(row.value))) {
    const height = Math.max(write(document, { size: 10.5 }).heightOfString(printable(value), room), 12.6);
    keepTogether(page, height);
    const top = document.y;
    document.addStructure(
      document.struct('P', { actual: plain(`${label}: ${value}`) }, () => {
        write(document, { size: 10.5, color: soft }).text(label, margin, top, { width: labelWidth - gap });
        write(document, { size: 10.5 }).text(printable(value), margin + labelWidth, top, room);
      }),
    );
    document.y = top + height + 4;
    document.x = margin;
  }
}

/** Writes parties side by side, each with a heading and the lines of an address. */
export function parties(
  { document, width }: Page,
  columns: readonly { label: string; lines: readonly string[] }[],
): void {
  const top = document.y;
  const column = (width - gap * (columns.length - 1)) / columns.length;
  let bottom = top;
  for (const [index, { label, lines }] of columns.entries()) {
    const x = margin + index * (column + gap);
    const written = lines.filter(isWritable).map(plain);
    document.addStructure(
      document.struct('P', { actual: `${label}: ${written.join(', ')}` }, () => {
        write(document, { size: 9.5, color: soft }).text(label, x, top, { width: column });
        for (const text of written)
          write(document, { size: 10.5 }).text(printable(text), x, document.y + 1, { width: column });
      }),
    );
    bottom = Math.max(bottom, document.y);
  }
  document.x = margin;
  document.y = bottom;
}

/** Writes labels left and amounts right, as rows of a tagged table; a bold row is a total, under a stronger line. */
export function table(page: Page, rows: readonly Row[]): void {
  const { document, width } = page;
  if (rows.length === 0) return;
  const root = document.struct('Table');
  document.addStructure(root);
  for (const { label, amount, bold = false } of rows) {
    const room = { width: width - amountWidth - gap };
    const style = { bold, size: bold ? 12 : 10.5 };
    const height = write(document, style).heightOfString(legible(label), room);
    keepTogether(page, height + 6);
    line(page, document.y, { strong: bold });
    const top = document.y + 6;
    const cell = (text: string, place: () => void) => document.struct('TD', { actual: plain(text) }, place);
    const row = document.struct('TR', {}, [
      cell(label, () => write(document, style).text(legible(label), margin, top, room)),
      cell(amount, () =>
        write(document, style).text(plain(amount), margin + width - amountWidth, top, {
          width: amountWidth,
          align: 'right',
        }),
      ),
    ]);
    root.add(row);
    row.end();
    document.y = top + height + 6;
    document.x = margin;
  }
  root.end();
}
