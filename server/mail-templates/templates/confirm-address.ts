import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { action } from './phrases.ts';

/** Sent to an address that its account has not proved: it names nobody. `url`: the link that proves it. */
export type ConfirmAddressProps = { code: string; url: string };

export const confirmAddress: MailTemplate<ConfirmAddressProps> = ({ code, url }, context) => {
  const { t } = context;
  const names = { brand: brand.name };
  return {
    subject: m.mail_confirm_address_subject(names, t),
    preview: m.mail_confirm_address_preview({}, t),
    heading: m.mail_email_change_heading({}, t),
    reason: m.mail_email_change_reason(names, t),
    blocks: [
      { kind: 'paragraph', text: m.mail_confirm_address_text({}, t) },
      {
        kind: 'facts',
        caption: m.mail_ownership_code_heading({}, t),
        rows: [{ label: m.mail_ownership_code_label({}, t), value: code, whole: true }],
      },
      action({ label: m.mail_confirm_address_action({}, t), url }, context),
      { kind: 'note', text: m.mail_confirm_address_not_you({}, t) },
    ],
  };
};
