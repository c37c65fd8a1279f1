import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { firstName } from '../sample-values.ts';
import { greeting, notYou } from './phrases.ts';

/** The last mail to a closed account. */
export const accountClosed: MailTemplate<{ firstName: string }> = {
  name: 'account-closed',
  kind: 'awaited',
  sample: { firstName },
  write: (props, context) => ({
    subject: m.mail_closed_subject({ brand: brand.name }, context.t),
    preview: m.mail_closed_preview({}, context.t),
    heading: m.mail_closed_heading({}, context.t),
    reason: m.mail_reason_account({ brand: brand.name }, context.t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_closed_intro({}, context.t) },
      { kind: 'paragraph', text: m.mail_closed_again({}, context.t) },
      { kind: 'note', text: m.account_receipts_kept({}, context.t) },
      notYou(context),
    ],
  }),
};
