import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import { fewMails, type MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, cancelRenewal, currencyBlocks, greeting, renewalTerms } from './phrases.ts';
import { type RenewalChosenProps, renewalChosen } from './renewal-choice.ts';
import { renewalFactsBlock } from './renewal-reminder.ts';

const billingUrl = `${site}/account/billing`;
const waits = { ...fewMails, next: 'waits' } as const;

/** To whom pays: their next renewal also pays for the co-parent; `alone`: what it costs if that falls away. */
export const renewalForBoth: MailTemplate<RenewalChosenProps & { alone: string }> = {
  name: 'renewal-for-both',
  kind: 'transactional',
  pace: waits,
  sample: {
    ...renewalChosen.sample,
    planName: 'Essentials, one year (you and Tomás)',
    amount: 'US$288.00',
    change: { before: 'US$144.00', because: ['CO_PARENT'], paidBy: 'ONE_PAYMENT' },
    losses: [],
    alone: 'US$144.00',
  },
  write: (props, context) => {
    const { t } = context;
    const { amount, alone } = props;
    const date = longDate(props.renewsOn, context);
    return {
      subject: m.mail_renewal_chosen_subject({ date }, t),
      preview: m.mail_renewal_chosen_preview({ date }, t),
      heading: m.mail_renewal_chosen_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_for_both_intro({ date, amount }, t) },
        { kind: 'paragraph', text: m.mail_for_both_alone({ alone }, t) },
        renewalFactsBlock(props, context),
        ...currencyBlocks(context),
        action({ label: m.mail_renewal_chosen_action({}, t), url: props.billingUrl }, context),
        { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
        cancelRenewal(props, context),
      ],
    };
  },
};

type Reader = { firstName: string; billingUrl: string };

/** To whom pays: their renewal is for their own plan alone, whoever decided that. */
export const renewalAlone: MailTemplate<Reader> = {
  name: 'renewal-alone',
  kind: 'transactional',
  pace: waits,
  sample: { firstName, billingUrl },
  write: (props, context) => {
    const { t } = context;
    return {
      subject: m.mail_renewal_alone_subject({}, t),
      preview: m.mail_renewal_alone_preview({}, t),
      heading: m.mail_renewal_alone_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_renewal_alone_intro({}, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/** To a parent for whom somebody else's renewal also pays from a day on. */
export const planCovered: MailTemplate<Reader & { from: Day }> = {
  name: 'plan-covered',
  kind: 'transactional',
  pace: waits,
  sample: { firstName, billingUrl, from: '2026-12-21' },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.from, context);
    return {
      subject: m.mail_plan_covered_subject({ date }, t),
      preview: m.mail_paid_for_again_preview({}, t),
      heading: m.mail_plan_covered_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_plan_covered_intro({ date }, t) },
        { kind: 'paragraph', text: m.mail_plan_covered_own({ date }, t) },
        { kind: 'paragraph', text: m.mail_plan_covered_decline({}, t) },
        action({ label: m.mail_plan_covered_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};

/** To the same parent: nobody else's renewal pays for them any more. */
export const planNotCovered: MailTemplate<Reader> = {
  name: 'plan-not-covered',
  kind: 'transactional',
  pace: waits,
  sample: { firstName, billingUrl },
  write: (props, context) => {
    const { t } = context;
    return {
      subject: m.mail_plan_not_covered_subject({}, t),
      preview: m.mail_plan_not_covered_preview({}, t),
      heading: m.mail_plan_not_covered_heading({}, t),
      reason: m.mail_reason_account({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: m.mail_plan_not_covered_intro({}, t) },
        action({ label: m.mail_not_renewing_action({}, t), url: props.billingUrl }, context),
      ],
    };
  },
};
