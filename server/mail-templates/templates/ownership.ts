import type { OwnershipNews } from '#contract/account/ownership.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { site } from '../sample-values.ts';
import { action, callUs, codeFacts } from './phrases.ts';

/** Sent to an address that was only typed, or that the account has left: it names nobody. */
export const ownershipCode: MailTemplate<{ code: string }> = {
  name: 'ownership-code',
  kind: 'awaited',
  sample: { code: '274913' },
  write: ({ code }, context) => ({
    subject: m.mail_ownership_code_subject({}, context.t),
    preview: m.mail_ownership_code_preview({}, context.t),
    heading: m.mail_ownership_code_heading({}, context.t),
    reason: m.mail_ownership_code_reason({ brand: brand.name }, context.t),
    blocks: [
      { kind: 'paragraph', text: m.mail_ownership_code_text({}, context.t) },
      codeFacts(code, context),
      { kind: 'note', text: m.mail_ownership_code_not_you({}, context.t) },
    ],
  }),
};

/** `until`: ISO instant, the end of the wait. `url`: the page "This is my account". */
export type OwnershipNoticeProps = {
  news: OwnershipNews;
  until: string;
  timeZone: string;
  url: string;
};

/** To every former and current address, so that neither of two people is told less than the other. */
export const ownershipNotice: MailTemplate<OwnershipNoticeProps> = {
  name: 'ownership-notice',
  kind: 'security',
  sample: {
    news: 'WAITING',
    until: '2026-11-28T18:05:00Z',
    timeZone: 'America/Chicago',
    url: `${site}/my-account`,
  },
  write: ({ news, until, timeZone, url }, context) => {
    const { t } = context;
    const paragraphs = {
      WAITING: [
        m.mail_ownership_waiting_text({ until: longTime({ instant: until, timeZone }, context) }, t),
        m.mail_ownership_waiting_decide({}, t),
      ],
      UNDONE: [m.mail_ownership_undone_text({}, t)],
      KEPT: [m.mail_ownership_kept_text({}, t)],
      UNDONE_BY_STAFF: [m.mail_ownership_staff_undone_text({}, t)],
      LEFT_BY_STAFF: [m.mail_ownership_staff_left_text({}, t)],
    }[news];
    return {
      subject: m.mail_factor_reset_subject({}, t),
      preview: paragraphs[0] ?? '',
      heading: {
        WAITING: m.mail_ownership_waiting_heading({}, t),
        UNDONE: m.mail_ownership_undone_heading({}, t),
        KEPT: m.mail_ownership_kept_heading({}, t),
        UNDONE_BY_STAFF: m.mail_ownership_undone_heading({}, t),
        LEFT_BY_STAFF: m.mail_ownership_kept_heading({}, t),
      }[news],
      reason: m.mail_ownership_reason({ brand: brand.name }, t),
      blocks: [
        ...paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
        action({ label: m.ownership_title({}, t), url }, context),
        callUs(context),
      ],
    };
  },
};
