import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
import { action, codeFacts } from './phrases.ts';

/** Sent to an address that was only typed. `loginUrl`: for a reader who has that account. */
export type AddressCodeProps = { code: string; loginUrl: string };

/** Names nobody: the account with the address may be a stranger's. */
export const addressCode: MailTemplate<AddressCodeProps> = {
  name: 'address-code',
  kind: 'awaited',
  sample: { code: '274913', loginUrl: `${site}/login` },
  write: ({ code, loginUrl }, context) => ({
    subject: m.mail_ownership_code_subject({}, context.t),
    preview: m.mail_ownership_code_preview({}, context.t),
    heading: m.mail_ownership_code_heading({}, context.t),
    reason: m.mail_address_code_reason({ brand: brand.name }, context.t),
    blocks: [
      { kind: 'paragraph', text: m.mail_address_code_text({}, context.t) },
      codeFacts(code, context),
      { kind: 'paragraph', text: m.mail_address_code_own({}, context.t) },
      action({ label: m.ui_log_in({}, context.t), url: loginUrl }, context),
      { kind: 'note', text: m.mail_ownership_code_not_you({}, context.t) },
    ],
  }),
};
