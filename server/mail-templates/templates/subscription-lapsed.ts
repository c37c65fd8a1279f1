import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/** `lapsedOn` is an ISO date. `declined`: a charge was refused; otherwise it was not to be renewed. */
export type SubscriptionLapsedProps = { firstName: string; lapsedOn: string; declined: boolean; renewUrl: string };

export const subscriptionLapsed: MailTemplate<SubscriptionLapsedProps> = (props, context) => {
  const { say } = context;
  const intro = props.declined ? m.mail_lapsed_intro : m.mail_lapsed_intro_cancelled;
  return {
    subject: m.mail_lapsed_subject({ brand: brand.name }, say),
    preview: m.mail_lapsed_preview({}, say),
    heading: m.mail_lapsed_heading({}, say),
    reason: m.mail_reason_account({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: intro({ date: longDate(props.lapsedOn, context) }, say) },
      action({ label: m.mail_lapsed_action({}, say), url: props.renewUrl }, context),
    ],
  };
};
