import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting } from './phrases.ts';

/**
 * Usually one username; several if several accounts share the address. `hasAccount`: the reader requested a link to
 * join.
 */
export type UsernameRecoveryProps = {
  firstName: string;
  usernames: readonly string[];
  hasAccount: boolean;
  loginUrl: string;
};

const one = {
  subject: m.mail_username_subject,
  preview: m.mail_username_preview,
  heading: m.mail_username_heading,
  intro: m.mail_username_intro,
  label: m.ui_username,
};
const many = {
  subject: m.mail_username_subject_many,
  preview: m.mail_username_preview,
  heading: m.mail_username_heading_many,
  intro: m.mail_username_intro_many,
  label: m.mail_fact_usernames,
};

const account = {
  subject: m.mail_have_account_subject,
  preview: m.mail_have_account_preview,
  heading: m.mail_have_account_heading,
  intro: m.mail_have_account_intro,
  label: m.ui_username,
};

export const usernameRecovery: MailTemplate<UsernameRecoveryProps> = {
  name: 'username-recovery',
  kind: 'awaited',
  sample: { firstName, usernames: ['marta.ruiz'], hasAccount: false, loginUrl: `${site}/login` },
  write: (props, context) => {
    const { t } = context;
    const words = props.hasAccount ? account : props.usernames.length > 1 ? many : one;
    return {
      subject: words.subject({ brand: brand.name }, t),
      preview: words.preview({}, t),
      heading: words.heading({}, t),
      reason: m.mail_reason_recovery({}, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: words.intro({}, t) },
        { kind: 'paragraph', text: `${words.label({}, t)}: ${props.usernames.join(', ')}` },
        action({ label: m.mail_log_in({}, t), url: props.loginUrl }, context),
        { kind: 'note', text: m.mail_username_not_you({}, t) },
      ],
    };
  },
};
