import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import { fewMails, type MailTemplate } from '../mail-document.ts';
import { cancelUrl, card, firstName, site } from '../sample-values.ts';
import { action, cancelRenewal, currencyBlocks, greeting, lossesFrom, renewalTerms } from './phrases.ts';
import { type RenewalReminderProps, renewalFactsBlock } from './renewal-reminder.ts';

const billingUrl = `${site}/account/billing`;

/** To whom pays: the plan that they chose for a renewal, or that they returned to the plan held. */
export type RenewalChosenProps = Omit<RenewalReminderProps, 'daysLeft' | 'addMethodUrl' | 'closesOn'> & {
  billingUrl: string;
};

export const renewalChosen: MailTemplate<RenewalChosenProps> = {
  name: 'renewal-chosen',
  kind: 'transactional',
  pace: { ...fewMails, next: 'waits' },
  sample: {
    firstName,
    planName: 'Essentials, one year',
    heldBy: null,
    amount: 'US$144.00',
    taxes: [],
    change: { before: 'US$198.00', because: ['PLAN'], paidBy: 'ONE_PAYMENT' },
    losses: ['Premium features'],
    yearlyAmount: null,
    renewsOn: '2026-12-21',
    paymentMethod: card,
    backupMethod: null,
    cancelUrl,
    billingUrl,
  },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.renewsOn, context);
    return {
      subject: m.mail_renewal_chosen_subject({ date }, t),
      preview: m.mail_renewal_chosen_preview({ date }, t),
      heading: m.mail_renewal_chosen_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_renewal_chosen_intro({ date, plan: props.planName }, t) },
        ...lossesFrom(props, context),
        renewalFactsBlock(props, context),
        ...currencyBlocks(context),
        action({ label: m.mail_renewal_chosen_action({}, t), url: props.billingUrl }, context),
        { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
        cancelRenewal(props, context),
      ],
    };
  },
};

type ChosenForProps = {
  firstName: string;
  planName: string;
  losses: readonly string[];
  renewsOn: Day;
  billingUrl: string;
};

/** To a holder for whom somebody else pays: the plan that they will have. */
export const renewalChosenFor: MailTemplate<ChosenForProps> = {
  name: 'renewal-chosen-for',
  kind: 'transactional',
  pace: { ...fewMails, next: 'waits' },
  sample: {
    firstName,
    planName: 'Essentials, one year',
    losses: ['Premium features'],
    renewsOn: '2026-12-21',
    billingUrl,
  },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.renewsOn, context);
    const subject = m.mail_renewal_chosen_for_subject({ date }, t);
    return {
      subject,
      preview: m.mail_renewal_chosen_for_preview({ date }, t),
      heading: m.mail_renewal_chosen_for_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_renewal_chosen_for_intro({ date, plan: props.planName }, t) },
        ...lossesFrom(props, context),
        { kind: 'paragraph', text: m.mail_renewal_chosen_for_keep({}, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};
