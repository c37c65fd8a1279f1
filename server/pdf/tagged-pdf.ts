import { brand } from '#contract/brand.ts';
import type { Language } from '../db/schema.ts';

/** `country`: ISO code of the reader's country, for the paper. `margin` in points. */
type Sheet = { title: string; language: Language; country: string; margin: number };
export type Page = { document: PDFKit.PDFDocument; margin: number };
export type Piece = { tag: 'H1' | 'P'; text: string; size: number; bold?: boolean; color?: string; space?: number };
export type Row = { label: string; amount: string; bold?: boolean };

const letterPaper = new Set(['US', 'CA', 'MX']);
const ink = '#12263a';
export const soft = '#4a5b6c';
const rule = '#d9d5cc';

/** What the built-in typefaces of PDF can write: Windows-1252. */
const inTypeface =
  /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/u;

/** The built-in typefaces have a hyphen where our amounts have a minus sign. */
const plain = (text: string) => text.replaceAll('\u2212', '-');

/** Whether a text can be printed. One that cannot is left out rather than written wrong. */
export function isWritable(text: string): boolean {
  return inTypeface.test(plain(text));
}

/**
 * A tagged PDF: its text can be searched, copied and read aloud in order, in the reader's language. What writes it is loaded with the first:
 * a process starts a twentieth sooner.
 */
export async function taggedPdf({ title, language, country, margin }: Sheet, fill: (page: Page) => void): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: letterPaper.has(country) ? 'LETTER' : 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: brand.name },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  fill({ document, margin });
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

export function paragraph({ document }: Page, { tag, text, size, bold = false, color = ink, space = 0 }: Piece): void {
  if (!isWritable(text)) return;
  document.addStructure(
    document.struct(tag, { actual: plain(text) }, () => {
      write(document, { bold, size, color }).text(plain(text));
    }),
  );
  document.moveDown(space);
}

function write(document: PDFKit.PDFDocument, { bold, size, color }: { bold: boolean; size: number; color: string }): PDFKit.PDFDocument {
  return document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
}

/** Labels left, amounts right, each row a row of the document's structure. */
export function table({ document, margin }: Page, rows: readonly Row[]): void {
  const width = document.page.width - 2 * margin;
  const amountWidth = 110;
  const root = document.struct('Table');
  document.addStructure(root);
  for (const { label, amount, bold = false } of rows) {
    const top = document.y + 6;
    const style = { bold, size: 11, color: ink };
    const cell = (text: string, place: () => void) => document.struct('TD', { actual: text }, place);
    const labelWidth = width - amountWidth - 12;
    const row = document.struct('TR', {}, [
      cell(plain(label), () => write(document, style).text(plain(label), margin, top, { width: labelWidth })),
      cell(plain(amount), () =>
        write(document, style).text(plain(amount), margin + width - amountWidth, top, { width: amountWidth, align: 'right' }),
      ),
    ]);
    root.add(row);
    row.end();
    const height = write(document, style).heightOfString(plain(label), { width: labelWidth });
    document.y = top + height + 6;
    document.x = margin;
    document.markContent('Artifact');
    document
      .moveTo(margin, document.y)
      .lineTo(margin + width, document.y)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    document.endMarkedContent();
  }
  root.end();
}
