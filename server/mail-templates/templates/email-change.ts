import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, callUs, greeting } from './phrases.ts';

/** Sent to an address that was only typed: it names nobody. `isFree`: no account here has it. `url`: link, or login. */
export const emailChange: MailTemplate<{ isFree: boolean; url: string }> = {
  name: 'email-change',
  kind: 'awaited',
  sample: { isFree: true, url: `${site}/account/email#token=sample` },
  write: ({ isFree, url }, context) => {
    const { t } = context;
    const names = { brand: brand.name };
    return {
      subject: m.mail_email_change_subject(names, t),
      preview: m.mail_email_change_preview({}, t),
      heading: m.mail_email_change_heading({}, t),
      reason: m.mail_email_change_reason(names, t),
      blocks: [
        { kind: 'paragraph', text: isFree ? m.mail_email_change_text(names, t) : m.mail_email_change_taken(names, t) },
        action({ label: isFree ? m.mail_email_change_action({}, t) : m.ui_log_in({}, t), url }, context),
        { kind: 'note', text: m.mail_email_change_not_you({}, t) },
      ],
    };
  },
};

/** To the replaced address. `undo`: null if a proof by text replaces it. `until`: ISO instant. */
export const emailChanged: MailTemplate<{
  firstName: string;
  undo: { url: string; until: string; timeZone: string } | null;
}> = {
  name: 'email-changed',
  kind: 'security',
  sample: {
    firstName,
    undo: {
      url: `${site}/my-account#token=sample`,
      until: '2026-11-28T18:05:00Z',
      timeZone: 'America/Chicago',
    },
  },
  write: ({ firstName, undo }, context) => {
    const { t } = context;
    const names = { brand: brand.name };
    const until = undo && longTime({ instant: undo.until, timeZone: undo.timeZone }, context);
    return {
      subject: m.mail_account_change_subject({}, t),
      preview: m.mail_account_change_preview({}, t),
      heading: m.mail_email_changed_heading({}, t),
      reason: m.mail_email_changed_reason(names, t),
      blocks: [
        greeting({ firstName }, context),
        { kind: 'paragraph', text: m.mail_email_changed_text({}, t) },
        ...(undo && until
          ? [
              { kind: 'paragraph' as const, text: m.mail_email_changed_undo({ until }, t) },
              action({ label: m.ownership_title({}, t), url: undo.url }, context),
            ]
          : []),
        callUs(context),
      ],
    };
  },
};
