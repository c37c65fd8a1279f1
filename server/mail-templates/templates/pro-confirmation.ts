import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
import { action, greeting, link, notYou } from './phrases.ts';

/** `credentialsUrl` works once, for 24 hours; `casesUrl` is the page after that. */
export const proConfirmation: MailTemplate<{ firstName: string; casesUrl: string; credentialsUrl: string }> = {
  name: 'pro-confirmation',
  kind: 'awaited',
  sample: {
    firstName: 'Ana',
    casesUrl: `${site}/pro/cases`,
    credentialsUrl: `${site}/join/credentials#token=sample`,
  },
  write: (props, context) => ({
    subject: m.mail_pro_confirmation_subject({ brand: brand.name }, context.t),
    preview: m.mail_pro_confirmation_preview({}, context.t),
    heading: m.mail_pro_confirmation_heading({}, context.t),
    reason: m.mail_reason_account({ brand: brand.name }, context.t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_pro_confirmation_intro({}, context.t) },
      { kind: 'paragraph', text: m.mail_pro_confirmation_credentials({}, context.t) },
      action({ label: m.mail_finish_action({}, context.t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_finish_expiry({}, context.t) },
      link({ label: m.mail_pro_confirmation_action({}, context.t), url: props.casesUrl }, context),
      notYou(context),
    ],
  }),
};
