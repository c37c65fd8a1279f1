import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { greeting, notYou } from './phrases.ts';

/** Goes to both addresses: neither mail names the other one. */
export type EmailAddressCorrectedProps = { firstName: string; sentTo: 'new' | 'previous' };

export const emailAddressCorrected: MailTemplate<EmailAddressCorrectedProps> = (props, context) => {
  const { say } = context;
  const names = { brand: brand.name };
  return {
    subject: m.mail_email_corrected_subject(names, say),
    preview: m.mail_email_corrected_preview({}, say),
    heading: m.mail_email_corrected_heading({}, say),
    reason: m.mail_reason_account(names, say),
    blocks: [
      greeting(props, context),
      {
        kind: 'paragraph',
        text:
          props.sentTo === 'new' ? m.mail_email_corrected_new(names, say) : m.mail_email_corrected_previous(names, say),
      },
      notYou(context),
    ],
  };
};
