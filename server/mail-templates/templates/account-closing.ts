import type { RenewalBeforeClosing } from '#contract/api/account.ts';
import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import { type Block, fewMails, type MailContext, type MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, notYou, undoChanges } from './phrases.ts';

/** Until `closesOn` the request can be cancelled at `keepUrl`. `renewals`: what a parent chose to renew before. */
export type AccountClosingProps = {
  firstName: string;
  closesOn: Day;
  keepUrl: string;
  myAccountUrl: string;
  isProfessional: boolean;
  renewals: readonly RenewalBeforeClosing[];
};

const parent = {
  intro: m.mail_closing_intro,
  onTheDay: [m.account_settings_close_then],
  kept: m.account_receipts_kept,
};
const professional = {
  intro: m.mail_closing_intro_professional,
  onTheDay: [m.account_settings_close_families, m.account_settings_close_waiting, m.account_settings_close_paid],
  kept: m.account_settings_close_kept,
};

function renewalsBefore(renewals: readonly RenewalBeforeClosing[], context: MailContext): Block[] {
  if (renewals.length === 0) return [{ kind: 'paragraph', text: m.mail_closing_no_renewals({}, context.t) }];
  return renewals.map(({ heldBy: name, amountFormatted: amount, date: day }) => {
    const date = longDate(day, context);
    if (amount === null) return { kind: 'paragraph', text: m.closing_renews_paid_for({ date }, context.t) };
    const text = name === null ? m.closing_renews_own : m.closing_renews_other;
    return { kind: 'paragraph', text: text({ date, amount, name: name ?? '' }, context.t) };
  });
}

export const accountClosing: MailTemplate<AccountClosingProps> = {
  name: 'account-closing',
  kind: 'security',
  pace: { ...fewMails, next: 'waits' },
  sample: {
    firstName,
    closesOn: '2026-12-21',
    keepUrl: `${site}/account/billing`,
    myAccountUrl: `${site}/my-account`,
    isProfessional: false,
    renewals: [{ heldBy: null, amountFormatted: 'US$149.76', date: '2026-12-01' }],
  },
  write: (props, context) => {
    const { t } = context;
    const { intro, onTheDay, kept } = props.isProfessional ? professional : parent;
    const date = longDate(props.closesOn, context);
    return {
      subject: m.mail_closing_subject({ date }, t),
      preview: m.mail_closing_preview({}, t),
      heading: m.mail_closing_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: intro({ date }, t) },
        ...(props.isProfessional ? [] : renewalsBefore(props.renewals, context)),
        ...onTheDay.map((text) => ({ kind: 'paragraph', text: text({}, t) }) as const),
        action({ label: m.account_keep({}, t), url: props.keepUrl }, context),
        { kind: 'note', text: kept({}, t) },
        undoChanges(props, context),
        notYou(context),
      ],
    };
  },
};
