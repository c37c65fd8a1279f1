import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
import { action, codeFacts } from './phrases.ts';

/** Sent to an address that its account has not proved: it names nobody. `url`: the link that proves it. */
export const confirmAddress: MailTemplate<{ code: string; url: string }> = {
  name: 'confirm-address',
  kind: 'awaited',
  sample: { code: '274913', url: `${site}/account/email#token=sample` },
  write: ({ code, url }, context) => {
    const { t } = context;
    const names = { brand: brand.name };
    return {
      subject: m.mail_confirm_address_subject(names, t),
      preview: m.mail_confirm_address_preview({}, t),
      heading: m.mail_email_change_heading({}, t),
      reason: m.mail_email_change_reason(names, t),
      blocks: [
        { kind: 'paragraph', text: m.mail_confirm_address_text({}, t) },
        codeFacts(code, context),
        action({ label: m.mail_confirm_address_action({}, t), url }, context),
        { kind: 'note', text: m.mail_confirm_address_not_you({}, t) },
      ],
    };
  },
};
