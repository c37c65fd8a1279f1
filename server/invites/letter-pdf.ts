import { setImmediate } from 'node:timers/promises';
import { brand, company } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import { longDate } from '../mail-templates/formats.ts';
import { isWhole, isWritable } from '../pdf/printable.ts';
import { qrCode, qrSize } from '../pdf/qr-code.ts';
import { nextPage, type Page, type Piece, paragraph, soft, taggedPdf } from '../pdf/tagged-pdf.ts';

/** Who invites, and their signature. */
export type Inviter =
  | { is: 'PROFESSIONAL'; name: string; role: string; practice: string }
  | { is: 'PARENT'; name: string };
export type Letter = {
  firstName: string;
  inviter: Inviter;
  paid: boolean;
  address: string;
  code: string;
  /** ISO date. */
  expiresOn: Day;
  language: Language;
  /** ISO country of the inviter: paper size and support phone. */
  country: string;
};

/** `plain`: if no letter of the inviter's name can be printed. `end`: what a stranger should know. */
const texts = {
  PROFESSIONAL: {
    heading: m.mail_pro_invite_heading,
    from: m.mail_pro_invite_intro,
    plain: m.pro_letter_from_plain,
    paid: m.pro_letter_paid,
    unpaid: m.pro_letter_unpaid,
    end: [m.pro_letter_private, m.invite_letter_unexpected],
  },
  PARENT: {
    heading: m.invite_letter_title,
    from: m.mail_invite_intro,
    plain: m.invite_letter_from_plain,
    paid: m.mail_invite_paid,
    unpaid: m.mail_invite_unpaid,
    end: [m.pro_letter_private, m.invite_letter_unexpected],
  },
} as const;

/** Identifies a professional, so that the letter can be checked with the practice. */
function signatureOf({ inviter, language }: Pick<Letter, 'inviter' | 'language'>): Piece[] {
  if (inviter.is === 'PARENT') return [];
  const { name, role, practice } = inviter;
  if (![name, practice].every(isWritable) || practice === '') return [];
  const text = m.pro_letter_signed({ name, role, practice }, { locale: language });
  return [{ tag: 'P', text, size: 12, bold: true, space: 0.6 }];
}

function greetingOf({ firstName, inviter, paid, language }: Letter): Piece[] {
  const { is, name } = inviter;
  const t = { locale: language };
  const text = texts[is];
  const greeting = isWritable(firstName) ? m.mail_greeting({ name: firstName }, t) : m.pro_letter_greeting_plain({}, t);
  const from = isWritable(name) ? text.from({ name, brand: brand.name }, t) : text.plain({ brand: brand.name }, t);
  return [
    { tag: 'H1', text: text.heading({}, t), size: 22, bold: true, space: 0.8 },
    { tag: 'P', text: greeting, size: 12, space: 0.6 },
    { tag: 'P', text: from, size: 12, space: 0.6 },
    ...signatureOf({ inviter, language }),
    { tag: 'P', text: (paid ? text.paid : text.unpaid)({}, t), size: 12, space: 1.2 },
  ];
}

/** The instructions, beside the QR code. */
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

function endOf({ firstName, inviter, expiresOn, language, country }: Letter): Piece[] {
  const t = { locale: language };
  const practice = inviter.is === 'PROFESSIONAL' ? inviter.practice : '';
  const isPrintable = [firstName, inviter.name, practice].every(isWhole);
  return [
    {
      tag: 'P',
      text: m.pro_letter_expiry({ date: longDate(expiresOn, { language, country }) }, t),
      size: 12,
      space: 0.6,
    },
    ...texts[inviter.is].end.map((text) => ({ tag: 'P', text: text({}, t), size: 12, space: 0.6 }) as const),
    ...(isPrintable ? [] : [{ tag: 'P', text: m.pdf_letters_simplified({}, t), size: 9.5, color: soft } as const]),
  ];
}

/**
 * Letters for parents without e-mail, each from the top of a page. Tagged, so that screen readers read them in order.
 * All are in the language, and on the paper, of the first.
 */
export function lettersPdf(letters: readonly [Letter, ...Letter[]]): Promise<Buffer> {
  const [{ language, country, inviter }] = letters;
  const t = { locale: language };
  const { supportEmail } = brand;
  const help = m.pro_letter_help({ phone: supportPhone(country).display, email: supportEmail }, t);
  const sheet = {
    title: texts[inviter.is].heading({}, t),
    language,
    country,
    footer: [help, `${company.name}, ${company.address}`],
    // Whoever receives one is not told how many others there are.
    numbered: false,
  };
  return taggedPdf(sheet, async (page) => {
    for (const [index, letter] of letters.entries()) {
      if (index > 0) nextPage(page);
      drawLetter(page, letter);
      // Lets other requests run in between.
      await setImmediate();
    }
  });
}

function drawLetter(page: Page, letter: Letter): void {
  const t = { locale: letter.language };
  for (const piece of greetingOf(letter)) paragraph(page, piece);
  const top = page.document.y;
  for (const piece of stepsOf(letter)) paragraph({ ...page, width: page.width - qrSize - 24 }, piece);
  const { y } = page.document;
  qrCode(page, { text: `${letter.address}#code=${letter.code}`, alt: m.pro_letter_scan({}, t), top });
  page.document.y = Math.max(y, top + qrSize + 16);
  for (const piece of endOf(letter)) paragraph(page, piece);
}
