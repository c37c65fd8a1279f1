import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { greeting, notYou } from './phrases.ts';

export type PaymentMethodReplacedProps = { firstName: string; paymentMethod: PaidWith };

export const paymentMethodReplaced: MailTemplate<PaymentMethodReplacedProps> = (props, context) => {
  const { say } = context;
  return {
    subject: m.mail_method_replaced_subject({ brand: brand.name }, say),
    preview: m.mail_method_replaced_preview({}, say),
    heading: m.mail_method_replaced_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_method_replaced_intro({ method: paymentMethodText(props.paymentMethod, context) }, say) },
      notYou(context),
    ],
  };
};
