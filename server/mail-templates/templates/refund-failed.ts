import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { greeting } from './phrases.ts';
import type { RefundIssuedProps } from './refund-issued.ts';

/** To whom a refund was promised that the gateway has refused for good. `requestedOn` is an ISO date. */
export type RefundFailedProps = Pick<
  RefundIssuedProps,
  'planName' | 'receiptNumber' | 'firstName' | 'amount' | 'paymentMethod'
> & {
  requestedOn: string;
};

export const refundFailed: MailTemplate<RefundFailedProps> = (props, context) => {
  const { say, phone } = context;
  return {
    subject: m.mail_refund_failed_subject({ brand: brand.name, amount: props.amount }, say),
    preview: m.mail_refund_failed_preview({}, say),
    heading: m.mail_refund_failed_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_refund_failed_intro({ amount: props.amount }, say) },
      { kind: 'paragraph', text: m.mail_refund_failed_next({ phone, email: brand.supportEmail }, say) },
      {
        kind: 'facts',
        caption: m.mail_fact_refund({}, say),
        rows: [
          { label: m.mail_fact_plan({}, say), value: props.planName },
          { label: m.account_receipt_number({}, say), value: props.receiptNumber, whole: true },
          { label: m.mail_fact_amount({}, say), value: props.amount },
          { label: m.mail_fact_payment_method({}, say), value: paymentMethodText(props.paymentMethod, context) },
          { label: m.mail_fact_date({}, say), value: longDate(props.requestedOn, context) },
        ],
      },
    ],
  };
};
