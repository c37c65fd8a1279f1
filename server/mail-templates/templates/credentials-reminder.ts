import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import type { FinishCredentialsProps } from './finish-credentials.ts';
import { action, greeting } from './phrases.ts';

/** A second link for a payer without a username; the first link is invalid. */
export const credentialsReminder: MailTemplate<FinishCredentialsProps> = (props, context) => {
  const { t } = context;
  return {
    subject: m.mail_reminder_subject({ brand: brand.name }, t),
    preview: m.mail_reminder_preview({}, t),
    heading: m.mail_reminder_heading({}, t),
    reason: m.mail_reason_sign_up({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_reminder_intro({ brand: brand.name }, t) },
      action({ label: m.mail_finish_action({}, t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_reminder_expiry({}, t) },
    ],
  };
};
