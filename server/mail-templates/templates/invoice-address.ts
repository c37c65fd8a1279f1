import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { unlinked } from '../foreign-text.ts';
import { longDate } from '../formats.ts';
import type { Block, MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, currencyBlocks, link } from './phrases.ts';

/** Asks a reader without an account whether they want somebody's invoices. `stopUrl`: refuses them, for good. */
export const invoiceAddress: MailTemplate<{ payerFirstName: string; agreeUrl: string; stopUrl: string }> = {
  name: 'invoice-address',
  kind: 'invite',
  sample: {
    payerFirstName: firstName,
    agreeUrl: `${site}/invoices#token=sample`,
    stopUrl: `${site}/stop-invoices#token=sample`,
  },
  write: ({ payerFirstName, agreeUrl, stopUrl }, context) => {
    const { t } = context;
    const words = { brand: brand.name, name: unlinked(payerFirstName) };
    return {
      subject: m.mail_invoice_address_subject(words, t),
      preview: m.mail_invoice_address_preview(words, t),
      heading: m.mail_invoice_address_heading({}, t),
      reason: m.mail_invoice_address_reason(words, t),
      blocks: [
        { kind: 'paragraph', text: m.mail_invoice_address_intro(words, t) },
        { kind: 'paragraph', text: m.mail_invoice_address_only({}, t) },
        action({ label: m.mail_invoice_address_action({}, t), url: agreeUrl }, context),
        { kind: 'note', text: m.mail_invoice_address_refuse({}, t) },
        link({ label: m.mail_invoice_address_stop({}, t), url: stopUrl }, context),
      ],
    };
  },
};

/** `payerName`: as the document itself has it. */
type DocumentCopyProps = {
  kind: 'INVOICE' | 'CREDIT_NOTE';
  number: string;
  payerName: string;
  issuedOn: Day;
  amount: string;
  stopUrl: string;
};

const texts = {
  INVOICE: {
    subject: m.mail_document_copy_subject_invoice,
    intro: m.mail_document_copy_invoice,
    number: m.document_number_invoice,
    attached: m.mail_document_copy_invoice_attached,
  },
  CREDIT_NOTE: {
    subject: m.mail_document_copy_subject_credit,
    intro: m.mail_document_copy_credit,
    number: m.document_number_credit,
    attached: m.mail_credit_note_attached,
  },
} as const;

/** An invoice or credit note for its payer's accountant: no link leads into an account. */
export const documentCopy: MailTemplate<DocumentCopyProps> = {
  name: 'document-copy',
  kind: 'transactional',
  sample: {
    kind: 'INVOICE',
    number: 'EK-US-1000-0012',
    payerName: "Marta O'Brien",
    issuedOn: '2026-11-21',
    amount: 'US$345.00',
    stopUrl: `${site}/stop-invoices#token=sample`,
  },
  write: ({ kind, number, payerName, issuedOn, amount, stopUrl }, context) => {
    const { t } = context;
    const chosen = texts[kind];
    const words = { brand: brand.name, number, name: unlinked(payerName) };
    const facts: Block = {
      kind: 'facts',
      caption: chosen.subject(words, t),
      rows: [
        { label: chosen.number({}, t), value: number, whole: true },
        { label: m.receipt_date({}, t), value: longDate(issuedOn, context) },
        { label: m.mail_fact_amount({}, t), value: amount },
      ],
    };
    return {
      subject: chosen.subject(words, t),
      preview: chosen.attached({}, t),
      heading: chosen.subject(words, t),
      reason: m.mail_document_copy_reason(words, t),
      blocks: [
        { kind: 'paragraph', text: chosen.intro(words, t) },
        facts,
        ...currencyBlocks(context),
        { kind: 'note', text: chosen.attached({}, t) },
        link({ label: m.mail_document_copy_stop({}, t), url: stopUrl }, context),
      ],
    };
  },
};
