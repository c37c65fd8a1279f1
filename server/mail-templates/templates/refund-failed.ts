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
  const { t, phone } = context;
  return {
    subject: m.mail_refund_failed_subject({ brand: brand.name, amount: props.amount }, t),
    preview: m.mail_refund_failed_preview({}, t),
    heading: m.mail_refund_failed_heading({}, t),
    reason: m.mail_reason_payment({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_refund_failed_intro({ amount: props.amount }, t) },
      { kind: 'paragraph', text: m.mail_refund_failed_next({ phone, email: brand.supportEmail }, t) },
      {
        kind: 'facts',
        caption: m.mail_fact_refund({}, t),
        rows: [
          { label: m.mail_fact_plan({}, t), value: props.planName },
          { label: m.account_receipt_number({}, t), value: props.receiptNumber, whole: true },
          { label: m.mail_fact_amount({}, t), value: props.amount },
          { label: m.mail_fact_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
          { label: m.mail_fact_date({}, t), value: longDate(props.requestedOn, context) },
        ],
      },
    ],
  };
};
