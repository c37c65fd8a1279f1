import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { currencyBlocks, greeting } from './phrases.ts';

/**
 * `planName` and `receiptNumber`: what it was paid for. `amount` is written out (`US$198.00`); `refundedOn` is an ISO
 * date.
 */
export type RefundIssuedProps = {
  planName: string;
  receiptNumber: string;
  firstName: string;
  amount: string;
  paymentMethod: PaidWith;
  refundedOn: string;
  transactionId: string;
};

export const refundIssued: MailTemplate<RefundIssuedProps> = (props, context) => {
  const { t } = context;
  return {
    subject: m.mail_refund_subject({ brand: brand.name, amount: props.amount }, t),
    preview: m.mail_refund_preview({}, t),
    heading: m.mail_refund_heading({}, t),
    reason: m.mail_reason_payment({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_refund_intro({ amount: props.amount }, t) },
      {
        kind: 'facts',
        caption: m.mail_fact_refund({}, t),
        rows: [
          { label: m.mail_fact_plan({}, t), value: props.planName },
          { label: m.account_receipt_number({}, t), value: props.receiptNumber, whole: true },
          { label: m.mail_fact_amount({}, t), value: props.amount },
          { label: m.mail_fact_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
          { label: m.mail_fact_date({}, t), value: longDate(props.refundedOn, context) },
          { label: m.mail_fact_transaction({}, t), value: props.transactionId },
        ],
      },
      ...currencyBlocks(context),
    ],
  };
};
