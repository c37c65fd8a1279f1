import { brand, company } from '#contract/brand.ts';
import { countryRow } from '#contract/fields/countries.ts';
import type { Language } from '../db/schema.ts';
import { drawMark } from './mark.ts';
import { isWritable, plain, printable } from './printable.ts';

/**
 * `country`: ISO code of the reader's country, for the paper size. `footer`: lines at the foot of every page, and
 * below them, if `numbered`, its number. `at`: the creation date of the document.
 */
type Sheet = {
  title: string;
  language: Language;
  country: string;
  footer: readonly string[];
  numbered?: boolean;
  at?: Date;
};
export type Page = { document: PDFKit.PDFDocument; width: number };
export type Piece = {
  tag: 'H1' | 'H2' | 'P';
  text: string;
  size: number;
  bold?: boolean;
  color?: string;
  space?: number;
};
type Style = { bold?: boolean; size: number; color?: string };

export const margin = 60;
const footerHeight = 58;
const ink = '#12263a';
export const soft = '#4a5b6c';
const rule = '#d9d5cc';

/**
 * Creates a tagged PDF under our letterhead: its text can be searched, copied and read aloud in order, in the reader's
 * language. The PDF library is loaded on first use, which makes a process start a twentieth faster.
 */
export async function taggedPdf(
  { title, language, country, footer, numbered = true, at = new Date() }: Sheet,
  fill: (page: Page) => Promise<void> | void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: countryRow(country)?.paper ?? 'A4',
    margins: { top: margin, bottom: margin + footerHeight, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: company.name, CreationDate: at },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject);
  });
  const page = { document, width: document.page.width - 2 * margin };
  letterhead(page);
  await fill(page);
  writeFooters(page, { footer, numbered });
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

/** Starts another page under the same letterhead. */
export function nextPage(page: Page): void {
  page.document.addPage();
  letterhead(page);
}

/** Mark and name, and a line under them, as on all our letters. */
function letterhead({ document, width }: Page): void {
  const top = 44;
  drawMark(document, { x: margin, y: top, size: 26 });
  document.addStructure(
    document.struct('P', { actual: brand.name }, () => {
      write(document, { bold: true, size: 17 }).text(brand.name, margin + 35, top + 5, { width: width - 35 });
    }),
  );
  line({ document, width }, top + 40);
  document.x = margin;
  document.y = top + 62;
}

function writeFooters(
  { document, width }: Page,
  { footer, numbered }: { footer: readonly string[]; numbered: boolean },
): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index);
    // Content below the margin would start another page.
    document.page.margins.bottom = 0;
    const top = document.page.height - margin - footerHeight + 22;
    line({ document, width }, top);
    const number = numbered && count > 1 ? [`${index + 1} / ${count}`] : [];
    document.y = top + 10;
    for (const text of [...footer, ...number]) {
      document.x = margin;
      document.addStructure(
        document.struct('P', { actual: plain(text) }, () => {
          write(document, { size: 9, color: soft }).text(plain(text), { width });
        }),
      );
    }
  }
}

export function line({ document, width }: Page, y: number, { strong = false } = {}): void {
  document.markContent('Artifact');
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(strong ? 1.2 : 0.5)
    .strokeColor(strong ? ink : rule)
    .stroke();
  document.endMarkedContent();
}

export function paragraph({ document, width }: Page, { tag, text, space = 0, ...style }: Piece): void {
  if (!isWritable(text)) return;
  document.x = margin;
  document.addStructure(
    document.struct(tag, { actual: plain(text) }, () => {
      write(document, style).text(printable(text), { width });
    }),
  );
  document.moveDown(space);
}

/** Sets typeface, size and colour for the text that follows. */
export function write(document: PDFKit.PDFDocument, { bold = false, size, color = ink }: Style): PDFKit.PDFDocument {
  return document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
}
