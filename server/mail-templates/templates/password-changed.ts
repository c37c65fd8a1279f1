import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import { fewMails, type MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, notYou, undoChanges } from './phrases.ts';

/**
 * `changedAt` is an ISO instant, `timeZone` the user's IANA zone, `recoverUrl` the page that requests a new password.
 */
export type PasswordChangedProps = {
  firstName: string;
  changedAt: string;
  timeZone: string;
  recoverUrl: string;
  /** "This is my account", for when a new password is not enough. */
  myAccountUrl: string;
};

export const passwordChanged: MailTemplate<PasswordChangedProps> = {
  name: 'password-changed',
  kind: 'security',
  pace: { ...fewMails, next: 'left out' },
  sample: {
    firstName,
    changedAt: '2026-11-21T18:05:00Z',
    timeZone: 'America/Chicago',
    recoverUrl: `${site}/forgot-password`,
    myAccountUrl: `${site}/my-account`,
  },
  write: (props, context) => {
    const { t } = context;
    const time = longTime({ instant: props.changedAt, timeZone: props.timeZone }, context);
    return {
      subject: m.mail_password_changed_subject({ brand: brand.name }, t),
      preview: m.mail_password_changed_preview({}, t),
      heading: m.mail_password_changed_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_password_changed_intro({}, t) },
        { kind: 'paragraph', text: `${m.mail_fact_changed_at({}, t)}: ${time}` },
        action({ label: m.mail_password_changed_action({}, t), url: props.recoverUrl }, context),
        undoChanges(props, context),
        notYou(context),
      ],
    };
  },
};
