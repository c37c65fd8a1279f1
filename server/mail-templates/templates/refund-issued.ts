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
  const { say } = context;
  return {
    subject: m.mail_refund_subject({ brand: brand.name, amount: props.amount }, say),
    preview: m.mail_refund_preview({}, say),
    heading: m.mail_refund_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_refund_intro({ amount: props.amount }, say) },
      {
        kind: 'facts',
        caption: m.mail_fact_refund({}, say),
        rows: [
          { label: m.mail_fact_plan({}, say), value: props.planName },
          { label: m.account_receipt_number({}, say), value: props.receiptNumber, whole: true },
          { label: m.mail_fact_amount({}, say), value: props.amount },
          { label: m.mail_fact_payment_method({}, say), value: paymentMethodText(props.paymentMethod, context) },
          { label: m.mail_fact_date({}, say), value: longDate(props.refundedOn, context) },
          { label: m.mail_fact_transaction({}, say), value: props.transactionId },
        ],
      },
      ...currencyBlocks(context),
    ],
  };
};
