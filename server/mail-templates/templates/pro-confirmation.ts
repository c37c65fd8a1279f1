import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting, link, notYou } from './phrases.ts';

/** `credentialsUrl` works once, for 24 hours; `casesUrl` is the page after that. */
export type ProConfirmationProps = { firstName: string; casesUrl: string; credentialsUrl: string };

export const proConfirmation: MailTemplate<ProConfirmationProps> = (props, context) => {
  const { t } = context;
  return {
    subject: m.mail_pro_confirmation_subject({ brand: brand.name }, t),
    preview: m.mail_pro_confirmation_preview({}, t),
    heading: m.mail_pro_confirmation_heading({}, t),
    reason: m.mail_reason_account({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_pro_confirmation_intro({}, t) },
      { kind: 'paragraph', text: m.mail_pro_confirmation_credentials({}, t) },
      action({ label: m.mail_finish_action({}, t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_finish_expiry({}, t) },
      link({ label: m.mail_pro_confirmation_action({}, t), url: props.casesUrl }, context),
      notYou(context),
    ],
  };
};
