import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { greeting, notYou } from './phrases.ts';

/** The last mail to a closed account. */
export type AccountClosedProps = { firstName: string };

export const accountClosed: MailTemplate<AccountClosedProps> = (props, context) => {
  const { t } = context;
  return {
    subject: m.mail_closed_subject({ brand: brand.name }, t),
    preview: m.mail_closed_preview({}, t),
    heading: m.mail_closed_heading({}, t),
    reason: m.mail_reason_account({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_closed_intro({}, t) },
      { kind: 'paragraph', text: m.mail_closed_again({}, t) },
      { kind: 'note', text: m.account_receipts_kept({}, t) },
      notYou(context),
    ],
  };
};
