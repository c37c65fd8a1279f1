import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { action, greeting } from './phrases.ts';

/** For somebody who has paid and has no username yet. The link works once, for 24 hours. */
export type FinishCredentialsProps = { firstName: string; credentialsUrl: string };

export const finishCredentials: MailTemplate<FinishCredentialsProps> = (props, context) => {
  const { say } = context;
  return {
    subject: m.mail_finish_subject({ brand: brand.name }, say),
    preview: m.mail_finish_preview({}, say),
    heading: m.mail_finish_heading({}, say),
    reason: m.mail_reason_sign_up({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_finish_intro({}, say) },
      action({ label: m.mail_finish_action({}, say), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_finish_expiry({}, say) },
    ],
  };
};
