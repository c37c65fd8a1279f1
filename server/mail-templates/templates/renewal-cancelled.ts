import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/** `accessUntil` is the term's last day (ISO date); until then the cancellation can be taken back at `resumeUrl`. */
export type RenewalCancelledProps = { firstName: string; accessUntil: string; resumeUrl: string };

export const renewalCancelled: MailTemplate<RenewalCancelledProps> = (props, context) => {
  const { say } = context;
  const date = longDate(props.accessUntil, context);
  return {
    subject: m.mail_cancelled_subject({ brand: brand.name }, say),
    preview: m.mail_cancelled_preview({ date }, say),
    heading: m.mail_cancelled_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_cancelled_intro({ date }, say) },
      { kind: 'paragraph', text: m.mail_cancelled_undo({}, say) },
      action({ label: m.mail_cancelled_action({}, say), url: props.resumeUrl }, context),
    ],
  };
};
