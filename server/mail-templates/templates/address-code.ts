import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { action } from './phrases.ts';

/** Sent to an address that was only typed. `loginUrl`: for a reader who has that account. */
export type AddressCodeProps = { code: string; loginUrl: string };

/** Names nobody: the account with the address may be a stranger's. */
export const addressCode: MailTemplate<AddressCodeProps> = ({ code, loginUrl }, context) => {
  const { t } = context;
  return {
    subject: m.mail_ownership_code_subject({}, t),
    preview: m.mail_ownership_code_preview({}, t),
    heading: m.mail_ownership_code_heading({}, t),
    reason: m.mail_address_code_reason({ brand: brand.name }, t),
    blocks: [
      { kind: 'paragraph', text: m.mail_address_code_text({}, t) },
      {
        kind: 'facts',
        caption: m.mail_ownership_code_heading({}, t),
        rows: [{ label: m.mail_ownership_code_label({}, t), value: code, whole: true }],
      },
      { kind: 'paragraph', text: m.mail_address_code_own({}, t) },
      action({ label: m.ui_log_in({}, t), url: loginUrl }, context),
      { kind: 'note', text: m.mail_ownership_code_not_you({}, t) },
    ],
  };
};
