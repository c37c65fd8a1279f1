import { brand, company } from '#contract/brand.ts';
import { supportPhone } from '#contract/countries.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import { longDate } from '../mail-templates/formats.ts';
import { qrCode, qrSize } from '../pdf/qr-code.ts';
import { isWhole, isWritable } from '../pdf/printable.ts';
import { paragraph, type Piece, soft, taggedPdf } from '../pdf/tagged-pdf.ts';

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

function greetingOf({ firstName, professionalName, paid, language }: Letter): Piece[] {
  const t = { locale: language };
  const greeting = isWritable(firstName) ? m.mail_greeting({ name: firstName }, t) : m.pro_letter_greeting_plain({}, t);
  const from = isWritable(professionalName)
    ? m.mail_pro_invite_intro({ name: professionalName, brand: brand.name }, t)
    : m.pro_letter_from_plain({ brand: brand.name }, t);
  return [
    { tag: 'H1', text: m.mail_pro_invite_heading({}, t), size: 22, bold: true, space: 0.8 },
    { tag: 'P', text: greeting, size: 12, space: 0.6 },
    { tag: 'P', text: from, size: 12, space: 0.6 },
    { tag: 'P', text: paid ? m.pro_letter_paid({}, t) : m.pro_letter_unpaid({}, t), size: 12, space: 1.2 },
  ];
}

/** What is done with the letter; the QR code stands beside it. */
function stepsOf({ address, code, language }: Letter): Piece[] {
  const t = { locale: language };
  return [
    { tag: 'P', text: m.pro_letter_step_address({}, t), size: 12, space: 0.3 },
    { tag: 'P', text: address, size: 14, bold: true, space: 1 },
    { tag: 'P', text: m.pro_letter_step_code({}, t), size: 12, space: 0.3 },
    { tag: 'P', text: code, size: 24, bold: true, space: 0.2 },
    { tag: 'P', text: m.pro_letter_scan({}, t), size: 12, space: 1.2 },
  ];
}

function endOf({ firstName, professionalName, expiresOn, language }: Letter): Piece[] {
  const t = { locale: language };
  const whole = [firstName, professionalName].every(isWhole);
  return [
    { tag: 'P', text: m.pro_letter_expiry({ date: longDate(expiresOn, { language }) }, t), size: 12, space: 0.6 },
    { tag: 'P', text: m.pro_letter_private({}, t), size: 12, space: 0.6 },
    ...(whole ? [] : [{ tag: 'P', text: m.pdf_letters_simplified({}, t), size: 9.5, color: soft } as const]),
  ];
}

/**
 * A letter that somebody without e-mail can follow. Tagged, so that screen readers
 * read it in order.
 */
export function letterPdf(letter: Letter): Promise<Buffer> {
  const { language, country } = letter;
  const t = { locale: language };
  const { supportEmail } = brand;
  const help = m.pro_letter_help({ phone: supportPhone(country).display, email: supportEmail }, t);
  const sheet = {
    title: m.mail_pro_invite_heading({}, t),
    language,
    country,
    footer: [help, `${company.name}, ${company.address}`],
  };
  return taggedPdf(sheet, (page) => {
    for (const piece of greetingOf(letter)) paragraph(page, piece);
    const top = page.document.y;
    for (const piece of stepsOf(letter)) paragraph({ ...page, width: page.width - qrSize - 24 }, piece);
    const { y } = page.document;
    qrCode(page, { text: `${letter.address}#code=${letter.code}`, alt: m.pro_letter_scan({}, t), top });
    page.document.y = Math.max(y, top + qrSize + 16);
    for (const piece of endOf(letter)) paragraph(page, piece);
  });
}
