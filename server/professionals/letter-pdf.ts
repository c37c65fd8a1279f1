import PDFDocument from 'pdfkit';
import { brand, supportPhone } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';

export type Letter = {
  firstName: string;
  /** How the professional signs. */
  professionalName: string;
  paid: boolean;
  address: string;
  code: string;
  /** ISO date. */
  expiresOn: string;
  language: Language;
  /** ISO country of the professional: paper size and support phone. */
  country: string;
};

const letterPaper = new Set(['US', 'CA', 'MX']);
/** What the built-in typefaces of PDF can write (Windows-1252). A name that they cannot is left out rather than written wrong. */
const writable = /^[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2013\u2014\u2018\u2019]*$/u;

const ink = '#12263a';
const soft = '#4a5b6c';

function longDate(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

type Piece = { tag: 'H1' | 'P'; text: string; size: number; bold?: boolean; color?: string; space?: number };

function piecesOf({ firstName, professionalName, paid, address, code, expiresOn, language, country }: Letter): Piece[] {
  const say = { locale: language };
  const phone = supportPhone(country).display;
  const greeting = writable.test(firstName) ? m.pro_letter_greeting({ name: firstName }, say) : m.pro_letter_greeting_plain({}, say);
  const from = writable.test(professionalName)
    ? m.pro_letter_from({ name: professionalName, brand: brand.name }, say)
    : m.pro_letter_from_plain({ brand: brand.name }, say);
  return [
    { tag: 'P', text: brand.name, size: 13, bold: true, color: soft, space: 1.5 },
    { tag: 'H1', text: m.pro_letter_heading({}, say), size: 22, bold: true, space: 0.8 },
    { tag: 'P', text: greeting, size: 12, space: 0.6 },
    { tag: 'P', text: from, size: 12, space: 0.6 },
    { tag: 'P', text: paid ? m.pro_letter_paid({}, say) : m.pro_letter_unpaid({}, say), size: 12, space: 1.2 },
    { tag: 'P', text: m.pro_letter_step_address({}, say), size: 12, space: 0.3 },
    { tag: 'P', text: address, size: 15, bold: true, space: 1 },
    { tag: 'P', text: m.pro_letter_step_code({}, say), size: 12, space: 0.3 },
    { tag: 'P', text: code, size: 24, bold: true, space: 1 },
    { tag: 'P', text: m.pro_letter_expiry({ date: longDate(expiresOn, language) }, say), size: 12, space: 0.6 },
    { tag: 'P', text: m.pro_letter_private({}, say), size: 12, space: 1.2 },
    { tag: 'P', text: m.pro_letter_help({ phone, email: brand.supportEmail }, say), size: 10.5, color: soft },
  ];
}

/** A letter that somebody without e-mail, or without a printer's patience, can follow. Tagged, so that screen readers read it in order. */
export async function letterPdf(letter: Letter): Promise<Buffer> {
  const document = new PDFDocument({
    size: letterPaper.has(letter.country) ? 'LETTER' : 'A4',
    margins: { top: 72, bottom: 72, left: 72, right: 72 },
    pdfVersion: '1.7',
    tagged: true,
    lang: letter.language === 'es' ? 'es' : 'en',
    displayTitle: true,
    info: { Title: m.pro_letter_heading({}, { locale: letter.language }), Author: brand.name },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) =>
    document
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', resolve)
      .on('error', reject),
  );
  for (const { tag, text, size, bold = false, color = ink, space = 0 } of piecesOf(letter)) {
    document.addStructure(
      document.struct(tag, {}, () => {
        document
          .font(bold ? 'Helvetica-Bold' : 'Helvetica')
          .fontSize(size)
          .fillColor(color)
          .text(text);
      }),
    );
    document.moveDown(space);
  }
  document.end();
  await finished;
  return Buffer.concat(chunks);
}
