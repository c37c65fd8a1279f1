import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting, notYou } from './phrases.ts';

/** `changedAt` is an ISO instant, `timeZone` the user's IANA zone, `recoverUrl` the page to ask for a new password. */
export type PasswordChangedProps = { firstName: string; changedAt: string; timeZone: string; recoverUrl: string };

export const passwordChanged: MailTemplate<PasswordChangedProps> = (props, context) => {
  const { say } = context;
  const time = longTime({ instant: props.changedAt, timeZone: props.timeZone }, context);
  return {
    subject: m.mail_password_changed_subject({ brand: brand.name }, say),
    preview: m.mail_password_changed_preview({}, say),
    heading: m.mail_password_changed_heading({}, say),
    reason: m.mail_reason_account({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_password_changed_intro({}, say) },
      { kind: 'paragraph', text: `${m.mail_fact_changed_at({}, say)}: ${time}` },
      action({ label: m.mail_password_changed_action({}, say), url: props.recoverUrl }, context),
      notYou(context),
    ],
  };
};
