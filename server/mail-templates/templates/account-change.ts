import { type ActivityKind, activityText } from '#contract/account/activity.ts';
import { brand } from '#contract/brand.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, callUs, greeting, link, undoChanges } from './phrases.ts';

/** `at`: ISO instant, `timeZone`: the reader's IANA zone, `recoverUrl`: the page that requests a new password. */
export type AccountChangeProps = {
  firstName: string;
  kind: ActivityKind;
  at: string;
  timeZone: string;
  browser: string | null;
  system: string | null;
  activityUrl: string;
  recoverUrl: string;
  /** "This is my account", for when a new password is not enough. */
  myAccountUrl: string;
};

/** One mail for every kind of change: in a shared mailbox its subject must not reveal what was done. */
export const accountChange: MailTemplate<AccountChangeProps> = {
  name: 'account-change',
  kind: 'security',
  paceIfUnproven: { most: 1, hours: 24, next: 'left out' },
  sample: {
    firstName,
    kind: 'PHONE_CHANGED',
    at: '2026-11-21T18:05:00Z',
    timeZone: 'America/Chicago',
    browser: 'Firefox',
    system: 'Android',
    activityUrl: `${site}/account/activity`,
    recoverUrl: `${site}/forgot-password`,
    myAccountUrl: `${site}/my-account`,
  },
  write: (props, context) => {
    const { t, language } = context;
    return {
      subject: m.mail_account_change_subject({}, t),
      preview: m.mail_account_change_preview({}, t),
      heading: m.mail_account_change_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        {
          kind: 'facts',
          caption: m.mail_account_change_heading({}, t),
          rows: [
            { label: m.mail_account_change_what({}, t), value: activityText(props.kind, language) },
            {
              label: m.mail_fact_changed_at({}, t),
              value: longTime({ instant: props.at, timeZone: props.timeZone }, context),
            },
            { label: m.mail_account_change_device({}, t), value: deviceName(props, language) },
          ],
        },
        { kind: 'paragraph', text: m.mail_account_change_intro({}, t) },
        { kind: 'paragraph', text: m.mail_account_change_not_you({}, t) },
        action({ label: m.mail_password_changed_action({}, t), url: props.recoverUrl }, context),
        link({ label: m.mail_account_change_list({}, t), url: props.activityUrl }, context),
        undoChanges(props, context),
        callUs(context),
      ],
    };
  },
};
