import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { firstName } from '../sample-values.ts';
import { greeting, notYou } from './phrases.ts';

/** Sent to both addresses: neither mail names the other one. */
export const emailAddressCorrected: MailTemplate<{ firstName: string; sentTo: 'new' | 'previous' }> = {
  name: 'email-address-corrected',
  kind: 'transactional',
  sample: { firstName, sentTo: 'new' },
  write: (props, context) => {
    const { t } = context;
    const names = { brand: brand.name };
    return {
      subject: m.mail_email_corrected_subject(names, t),
      preview: m.mail_email_corrected_preview({}, t),
      heading: m.mail_email_corrected_heading({}, t),
      reason: m.mail_reason_account(names, t),
      blocks: [
        greeting(props, context),
        {
          kind: 'paragraph',
          text:
            props.sentTo === 'new' ? m.mail_email_corrected_new(names, t) : m.mail_email_corrected_previous(names, t),
        },
        notYou(context),
      ],
    };
  },
};
