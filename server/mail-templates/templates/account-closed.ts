import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { greeting, notYou } from './phrases.ts';

/** The last mail to somebody whose account is closed now. */
export type AccountClosedProps = { firstName: string };

export const accountClosed: MailTemplate<AccountClosedProps> = (props, context) => {
  const { say } = context;
  return {
    subject: m.mail_closed_subject({ brand: brand.name }, say),
    preview: m.mail_closed_preview({}, say),
    heading: m.mail_closed_heading({}, say),
    reason: m.mail_reason_account({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_closed_intro({}, say) },
      { kind: 'paragraph', text: m.mail_closed_again({}, say) },
      { kind: 'note', text: m.mail_closing_kept({}, say) },
      notYou(context),
    ],
  };
};
