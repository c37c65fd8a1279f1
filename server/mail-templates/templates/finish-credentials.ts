import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/** For a payer without a username. The link works once, for 24 hours. */
export type FinishCredentialsProps = { firstName: string; credentialsUrl: string };

export const finishCredentials: MailTemplate<FinishCredentialsProps> = (props, context) => {
  const { t } = context;
  return {
    subject: m.mail_finish_subject({ brand: brand.name }, t),
    preview: m.mail_finish_preview({}, t),
    heading: m.mail_finish_heading({}, t),
    reason: m.mail_reason_sign_up({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_finish_intro({}, t) },
      action({ label: m.mail_finish_action({}, t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_finish_expiry({}, t) },
    ],
  };
};
