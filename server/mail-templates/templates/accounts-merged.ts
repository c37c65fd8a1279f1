import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longTime } from '../formats.ts';
import type { Block, MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, notYou } from './phrases.ts';

/**
 * `to`: the address of the kept account, or of the ended one. `undoUntil`: an ISO instant in the reader's IANA zone;
 * null if it was undone.
 */
export type AccountsMergedProps = {
  firstName: string;
  to: 'kept' | 'ended';
  undoUntil: { at: string; timeZone: string } | null;
  loginUrl: string;
};

export const accountsMerged: MailTemplate<AccountsMergedProps> = {
  name: 'accounts-merged',
  kind: 'security',
  sample: {
    firstName,
    to: 'ended',
    undoUntil: { at: '2026-12-21T16:00:00.000Z', timeZone: 'America/Chicago' },
    loginUrl: `${site}/login`,
  },
  write: (props, context) => {
    const { to, undoUntil, loginUrl } = props;
    const { t, phone } = context;
    const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
    const until = undoUntil && longTime({ instant: undoUntil.at, timeZone: undoUntil.timeZone }, context);
    return {
      subject: m.mail_account_change_subject({}, t),
      preview: m.mail_account_change_heading({}, t),
      heading: until ? m.mail_accounts_merged_heading({}, t) : m.mail_accounts_apart_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        ...(until
          ? [
              paragraph(m.mail_accounts_merged_text({}, t)),
              paragraph(to === 'kept' ? m.mail_accounts_merged_kept({}, t) : m.mail_accounts_merged_ended({}, t)),
              paragraph(m.mail_accounts_merged_object({ until, phone }, t)),
            ]
          : [paragraph(m.mail_accounts_apart_text({}, t)), notYou(context)]),
        action({ label: m.mail_log_in({}, t), url: loginUrl }, context),
      ],
    };
  },
};
