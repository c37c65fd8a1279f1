import { proofDays } from '#contract/account/proof-code.ts';
import { brand, company } from '#contract/brand.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { longDate } from '../mail-templates/formats.ts';
import { facts } from '../pdf/blocks.ts';
import { isWhole, isWritable } from '../pdf/printable.ts';
import { qrCode, qrSize } from '../pdf/qr-code.ts';
import { paragraph, soft, taggedPdf } from '../pdf/tagged-pdf.ts';
import { addDays } from '../subscriptions/calendar.ts';

type Proof = {
  user: Pick<User, 'firstName' | 'lastName' | 'country'>;
  initials: string;
  enrolledSince: Day;
  issuedOn: Day;
  code: string;
  /** URL of the page that checks it. */
  address: string;
  language: Language;
};

/**
 * A proof of enrolment for a court: the person and since when. No address, e-mail, price, plan or other person, and a
 * statement of what it does not prove.
 */
export function proofPdf({ user, language, ...proof }: Proof): Promise<Buffer> {
  const t = { locale: language };
  const day = (date: Day) => longDate(date, { language, country: user.country });
  const name = `${user.firstName} ${user.lastName}`;
  const { supportEmail } = brand;
  const country = user.country ?? 'US';
  const sheet = {
    title: m.proof_title({}, t),
    language,
    country,
    footer: [
      m.pro_letter_help({ phone: supportPhone(country).display, email: supportEmail }, t),
      `${company.name}, ${company.address}`,
    ],
  };
  return taggedPdf(sheet, (page) => {
    const write = (text: string, style: { size?: number; bold?: boolean; color?: string; space?: number } = {}) =>
      paragraph(page, { tag: 'P', text, size: 12, space: 0.6, ...style });
    paragraph(page, { tag: 'H1', text: m.proof_title({}, t), size: 22, bold: true, space: 0.8 });
    write(m.proof_confirms({ brand: brand.name }, t), { space: 1 });
    facts(page, [
      { label: m.proof_name({}, t), value: isWritable(name) ? name : m.proof_name_unprintable({}, t) },
      { label: m.proof_initials({}, t), value: proof.initials },
      { label: m.proof_since({}, t), value: day(proof.enrolledSince) },
      { label: m.proof_issued({}, t), value: day(proof.issuedOn) },
    ]);
    page.document.moveDown(1.2);
    const top = page.document.y;
    const beside = { ...page, width: page.width - qrSize - 24 };
    paragraph(beside, { tag: 'H2', text: m.proof_check_heading({}, t), size: 14, bold: true, space: 0.4 });
    paragraph(beside, { tag: 'P', text: m.proof_check_how({}, t), size: 12, space: 0.4 });
    paragraph(beside, { tag: 'P', text: proof.address, size: 12, bold: true, space: 0.4 });
    paragraph(beside, { tag: 'P', text: proof.code, size: 20, bold: true, space: 0.6 });
    const { y } = page.document;
    qrCode(page, { text: `${proof.address}#code=${proof.code}`, alt: m.proof_scan({}, t), top });
    page.document.y = Math.max(y, top + qrSize + 16);
    write(m.proof_check_shows({ date: day(addDays(proof.issuedOn, proofDays - 1)) }, t), { space: 1.2 });
    write(m.proof_not_identity({}, t), { size: 10.5 });
    write(m.proof_nobody_else({}, t), { size: 10.5 });
    if (!isWhole(name)) write(m.pdf_letters_simplified({}, t), { size: 9.5, color: soft });
  });
}
