import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { cancelRenewal, greeting, renewalTerms } from './phrases.ts';

/** `amount` is written out (`$198.00`); `renewsOn` is an ISO date. */
export type RenewalResumedProps = { firstName: string; amount: string; renewsOn: string; cancelUrl: string };

export const renewalResumed: MailTemplate<RenewalResumedProps> = (props, context) => {
  const { say } = context;
  return {
    subject: m.mail_resumed_subject({ brand: brand.name }, say),
    preview: m.mail_resumed_preview({ date: longDate(props.renewsOn, context), amount: props.amount }, say),
    heading: m.mail_resumed_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_resumed_intro({}, say) },
      { kind: 'paragraph', text: renewalTerms({ date: props.renewsOn, amount: props.amount }, context) },
      cancelRenewal(props, context),
    ],
  };
};
