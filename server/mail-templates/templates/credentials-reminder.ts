import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import type { FinishCredentialsProps } from './finish-credentials.ts';
import { action, greeting } from './phrases.ts';

/** A second link for somebody who has paid and still has no username; the first link is dead. */
export const credentialsReminder: MailTemplate<FinishCredentialsProps> = (props, context) => {
  const { say } = context;
  return {
    subject: m.mail_reminder_subject({ brand: brand.name }, say),
    preview: m.mail_reminder_preview({}, say),
    heading: m.mail_reminder_heading({}, say),
    reason: m.mail_reason_sign_up({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_reminder_intro({ brand: brand.name }, say) },
      action({ label: m.mail_finish_action({}, say), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_reminder_expiry({}, say) },
    ],
  };
};
