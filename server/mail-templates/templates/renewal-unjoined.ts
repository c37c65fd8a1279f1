import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, currencyBlocks, greeting, link } from './phrases.ts';

/**
 * Asks a payer whether to renew the plan of a co-parent who never joined (`heldBy`), which otherwise ends on `endsOn`
 * (ISO date). `amount`: the price of the next year, or of the two that the payer chose.
 */
export type RenewalUnjoinedProps = {
  firstName: string;
  heldBy: string;
  endsOn: Day;
  amount: string;
  years: 1 | 2;
  billingUrl: string;
  settingsUrl: string;
};

export const renewalUnjoined: MailTemplate<RenewalUnjoinedProps> = {
  name: 'renewal-unjoined',
  kind: 'transactional',
  sample: {
    firstName,
    heldBy: 'Tomás',
    endsOn: '2026-12-21',
    amount: 'US$198.00',
    years: 1,
    billingUrl: `${site}/account/billing`,
    settingsUrl: `${site}/account/family`,
  },
  write: (props, context) => {
    const { t } = context;
    const words = { name: props.heldBy, date: longDate(props.endsOn, context), amount: props.amount };
    const keep = props.years === 2 ? m.mail_unjoined_keep_two_years : m.mail_unjoined_keep;
    return {
      subject: m.mail_unjoined_subject({ brand: brand.name }, t),
      preview: m.mail_unjoined_preview(words, t),
      heading: m.mail_unjoined_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_unjoined_intro(words, t) },
        { kind: 'paragraph', text: keep(words, t) },
        action({ label: m.mail_unjoined_action({}, t), url: props.billingUrl }, context),
        ...currencyBlocks(context),
        { kind: 'paragraph', text: m.mail_unjoined_invite({}, t) },
        link({ label: m.mail_unjoined_settings({}, t), url: props.settingsUrl }, context),
      ],
    };
  },
};
