import { returnedCodeDays } from '#contract/account/refund.ts';
import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import type { RefundReason } from '../../db/schema.ts';
import { longDate, type PaidWith, paymentMethodText } from '../formats.ts';
import type { Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { card, firstName } from '../sample-values.ts';
import { currencyBlocks, greeting } from './phrases.ts';

/**
 * `planName` and `invoiceNumber`: what it was paid for. `amount` is formatted (`US$198.00`); `on` is an ISO date.
 * `codesBack`: what codes had paid of it and get back; null if none did.
 */
export type RefundFailedProps = {
  planName: string;
  invoiceNumber: string;
  firstName: string;
  amount: string;
  codesBack: string | null;
  paymentMethod: PaidWith;
  because: RefundReason;
  on: Day;
};
/**
 * `creditNoteNumber`: null if the invoice, and so its credit note, is not issued yet. `again`: it was sent before, and
 * a bank declined it.
 */
export type RefundIssuedProps = RefundFailedProps & {
  transactionId: string;
  creditNoteNumber: string | null;
  isAttached: boolean;
  again: boolean;
};

/** The reason for a refund that the reader has not requested. */
const reasons: Partial<Record<RefundReason, typeof m.mail_refund_cancelled_meanwhile>> = {
  CANCELLED_MEANWHILE: m.mail_refund_cancelled_meanwhile,
  NOT_COMPLETED: m.mail_refund_not_completed,
};

function details(props: RefundFailedProps, { more, context }: { more: Fact[]; context: MailContext }): Block[] {
  const { t } = context;
  const { codesBack } = props;
  return [
    ...(codesBack === null
      ? []
      : [
          {
            kind: 'paragraph',
            text: m.account_billing_refund_codes({ amount: codesBack, days: returnedCodeDays }, t),
          } as const,
        ]),
    {
      kind: 'facts',
      caption: m.mail_fact_refund({}, t),
      rows: [
        { label: m.mail_fact_plan({}, t), value: props.planName },
        { label: m.document_number_invoice({}, t), value: props.invoiceNumber, whole: true },
        { label: m.mail_fact_amount({}, t), value: props.amount },
        { label: m.receipt_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
        { label: m.receipt_date({}, t), value: longDate(props.on, context) },
        ...more,
      ],
    },
    ...currencyBlocks(context),
  ];
}

function reason({ because }: RefundFailedProps, { t }: MailContext): Block[] {
  const text = reasons[because]?.({}, t);
  return text === undefined ? [] : [{ kind: 'paragraph', text }];
}

function issuedFacts({ creditNoteNumber, transactionId }: RefundIssuedProps, { t }: MailContext): Fact[] {
  return [
    ...(creditNoteNumber === null
      ? []
      : [{ label: m.document_number_credit({}, t), value: creditNoteNumber, whole: true }]),
    { label: m.mail_fact_transaction({}, t), value: transactionId },
  ];
}

/** For the recipient of a pending refund. */
export const refundIssued: MailTemplate<RefundIssuedProps> = {
  name: 'refund-issued',
  kind: 'transactional',
  sample: {
    planName: 'Premium, two years',
    invoiceNumber: 'EK-US-1000-0012',
    firstName,
    amount: 'US$345.00',
    codesBack: 'US$72.00',
    paymentMethod: card,
    because: 'BY_PAYER',
    on: '2026-11-22',
    again: true,
    transactionId: '4f8k2m9q',
    creditNoteNumber: 'EK-US-CR-1000-0012',
    isAttached: true,
  },
  write: (props, context) => ({
    subject: m.mail_refund_subject({ brand: brand.name, amount: props.amount }, context.t),
    preview: m.mail_refund_preview({}, context.t),
    heading: m.mail_refund_heading({}, context.t),
    reason: m.mail_reason_payment({ brand: brand.name }, context.t),
    blocks: [
      greeting(props, context),
      ...reason(props, context),
      ...(props.again ? [{ kind: 'paragraph', text: m.mail_refund_again({}, context.t) } as const] : []),
      { kind: 'paragraph', text: m.mail_refund_intro({ amount: props.amount }, context.t) },
      ...details(props, { more: issuedFacts(props, context), context }),
      ...(props.isAttached ? [{ kind: 'note', text: m.mail_credit_note_attached({}, context.t) } as const] : []),
    ],
  }),
};

/** For the recipient of a promised refund that the gateway has refused for good. */
export const refundFailed: MailTemplate<RefundFailedProps> = {
  name: 'refund-failed',
  kind: 'transactional',
  sample: {
    planName: 'Premium, two years',
    invoiceNumber: 'EK-US-1000-0012',
    firstName,
    amount: 'US$345.00',
    codesBack: null,
    paymentMethod: card,
    because: 'NOT_COMPLETED',
    on: '2026-11-22',
  },
  write: (props, context) => {
    const { t, phone } = context;
    return {
      subject: m.mail_refund_failed_subject({ brand: brand.name, amount: props.amount }, t),
      preview: m.mail_refund_failed_preview({}, t),
      heading: m.mail_refund_failed_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        ...reason(props, context),
        { kind: 'paragraph', text: m.mail_refund_failed_intro({ amount: props.amount }, t) },
        { kind: 'paragraph', text: m.mail_refund_failed_next({ phone, email: brand.supportEmail }, t) },
        ...details(props, { more: [], context }),
      ],
    };
  },
};
