import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { type FurtherWays, furtherNote } from './further-proof.ts';
import { action, greeting } from './phrases.ts';

/** The link works once, for 30 minutes. `username`: which account it is for, if several share an address. */
export const passwordReset: MailTemplate<{
  firstName: string;
  username: string;
  resetUrl: string;
  further: FurtherWays | null;
}> = {
  name: 'password-reset',
  kind: 'awaited',
  sample: {
    firstName,
    username: 'marta.ruiz',
    resetUrl: `${site}/set-password#token=sample`,
    further: { PHONE: true, QUESTION: true, FACTOR: false },
  },
  write: (props, context) => {
    const { t, phone } = context;
    return {
      subject: m.mail_password_reset_subject({ brand: brand.name }, t),
      preview: m.mail_password_reset_preview({}, t),
      heading: m.mail_password_reset_heading({}, t),
      reason: m.mail_reason_recovery({}, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_password_reset_intro({}, t) },
        { kind: 'paragraph', text: `${m.ui_username({}, t)}: ${props.username}` },
        ...furtherNote(props.further, context),
        action({ label: m.mail_password_reset_action({}, t), url: props.resetUrl }, context),
        { kind: 'note', text: m.mail_password_reset_not_you({ phone }, t) },
      ],
    };
  },
};
