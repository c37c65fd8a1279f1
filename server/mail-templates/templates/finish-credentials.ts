import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { type FurtherWays, furtherNote } from './further-proof.ts';
import { action, greeting } from './phrases.ts';

/** For a payer without a username. The link works once, for 24 hours. */
export type FinishCredentialsProps = { firstName: string; credentialsUrl: string; further: FurtherWays | null };

export const finishCredentials: MailTemplate<FinishCredentialsProps> = {
  name: 'finish-credentials',
  kind: 'awaited',
  sample: {
    firstName,
    credentialsUrl: `${site}/join/credentials#token=sample`,
    further: { PHONE: true, QUESTION: false, FACTOR: false },
  },
  write: (props, context) => ({
    subject: m.mail_finish_subject({ brand: brand.name }, context.t),
    preview: m.mail_finish_preview({}, context.t),
    heading: m.mail_finish_heading({}, context.t),
    reason: m.mail_reason_sign_up({ brand: brand.name }, context.t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_finish_intro({}, context.t) },
      ...furtherNote(props.further, context),
      action({ label: m.mail_finish_action({}, context.t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_finish_expiry({}, context.t) },
    ],
  }),
};

/** A second link for a payer without a username; the first link is invalid. */
export const credentialsReminder: MailTemplate<FinishCredentialsProps> = {
  name: 'credentials-reminder',
  kind: 'transactional',
  sample: finishCredentials.sample,
  write: (props, context) => ({
    subject: m.mail_reminder_subject({ brand: brand.name }, context.t),
    preview: m.mail_reminder_preview({}, context.t),
    heading: m.mail_reminder_heading({}, context.t),
    reason: m.mail_reason_sign_up({ brand: brand.name }, context.t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_reminder_intro({ brand: brand.name }, context.t) },
      ...furtherNote(props.further, context),
      action({ label: m.mail_finish_action({}, context.t), url: props.credentialsUrl }, context),
      { kind: 'note', text: m.mail_reminder_expiry({}, context.t) },
    ],
  }),
};
