import { brand } from '#contract/brand.ts';
import { deviceName } from '#contract/fields/device-name.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, callUs, greeting, undoChanges } from './phrases.ts';

/** `dueAt`: ISO instant, `timeZone`: the reader's IANA zone, `stopUrl`: page with a button that stops the removal. */
export type FactorResetProps = {
  firstName: string;
  dueAt: string;
  timeZone: string;
  browser: string | null;
  system: string | null;
  stopUrl: string;
  myAccountUrl: string;
};

/** Somebody who knows the password reports that all second factors are lost: the owner can stop their removal. */
export const factorReset: MailTemplate<FactorResetProps> = {
  name: 'factor-reset',
  kind: 'security',
  sample: {
    firstName,
    dueAt: '2026-11-24T18:05:00Z',
    browser: 'Firefox',
    system: 'Android',
    timeZone: 'America/Chicago',
    stopUrl: `${site}/stop-removal#token=sample`,
    myAccountUrl: `${site}/my-account`,
  },
  write: (props, context) => {
    const { t, language } = context;
    const due = longTime({ instant: props.dueAt, timeZone: props.timeZone }, context);
    return {
      subject: m.mail_factor_reset_subject({}, t),
      preview: m.mail_factor_reset_preview({}, t),
      heading: m.mail_factor_reset_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_factor_reset_intro({}, t) },
        {
          kind: 'facts',
          caption: m.mail_factor_reset_heading({}, t),
          rows: [
            { label: m.mail_factor_reset_due({}, t), value: due },
            { label: m.mail_account_change_device({}, t), value: deviceName(props, language) },
          ],
        },
        { kind: 'paragraph', text: m.mail_factor_reset_not_you({}, t) },
        action({ label: m.factor_reset_stop({}, t), url: props.stopUrl }, context),
        undoChanges(props, context),
        callUs(context),
      ],
    };
  },
};
