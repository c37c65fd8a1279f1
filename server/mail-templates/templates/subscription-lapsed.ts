import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { Block, MailContext, MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, greeting, readableUntil } from './phrases.ts';

/**
 * `lapsedOn` is an ISO date. Why it ended: its renewal or its first payment was declined, a bank had not decided, it
 * was cancelled, its payment was refunded, or (`PAID_FOR`) another person paid for it, and the reason is theirs.
 * `heldBy`: whose subscription the reader paid for, who cannot renew it after its end; null if it is their own.
 * `keptPrice`: what restarting costs them until a day, and by today's list; null if that is no less.
 * `closesOn`: when the reader's account closes, if asked for; until then a plan is not worth restarting.
 */
export type SubscriptionLapsedProps = {
  firstName: string;
  heldBy: string | null;
  lapsedOn: Day;
  because: keyof typeof intros;
  renewUrl: string;
  keptPrice: { amountFormatted: string; listFormatted: string; until: Day } | null;
  closesOn: Day | null;
};

const intros = {
  DECLINED: m.mail_lapsed_intro,
  UNSETTLED: m.mail_lapsed_intro_unsettled,
  DISPUTED: m.mail_lapsed_intro_disputed,
  CANCELLED: m.mail_lapsed_intro_cancelled,
  REFUNDED: m.mail_lapsed_intro_refunded,
  PAID_FOR: m.mail_lapsed_intro_paid_for,
};
const introsOfOthers = {
  DECLINED: m.mail_lapsed_other_intro,
  UNSETTLED: m.mail_lapsed_other_intro_unsettled,
  DISPUTED: m.mail_lapsed_other_intro_disputed,
  CANCELLED: m.mail_lapsed_other_intro_stopped,
  REFUNDED: m.mail_lapsed_other_intro_stopped,
  PAID_FOR: m.mail_lapsed_other_intro_stopped,
};

function words({ heldBy: name, lapsedOn, because, closesOn }: SubscriptionLapsedProps, context: MailContext) {
  const { t } = context;
  const date = longDate(lapsedOn, context);
  if (name === null) {
    return {
      subject: m.mail_lapsed_subject({ brand: brand.name }, t),
      preview: closesOn === null ? m.mail_lapsed_preview({}, t) : m.mail_lapsed_heading({}, t),
      heading: m.mail_lapsed_heading({}, t),
      intro: intros[because]({ date }, t),
    };
  }
  const heading = m.mail_lapsed_other_heading({ name }, t);
  return {
    subject: m.mail_lapsed_other_subject({ brand: brand.name }, t),
    preview: heading,
    heading,
    intro: introsOfOthers[because]({ name, date }, t),
  };
}

function keptBlocks({ keptPrice }: SubscriptionLapsedProps, context: MailContext): Block[] {
  if (keptPrice === null) return [];
  const { amountFormatted: amount, listFormatted: list, until } = keptPrice;
  return [
    { kind: 'paragraph', text: m.account_kept_price({ amount, list, date: longDate(until, context) }, context.t) },
  ];
}

export const subscriptionLapsed: MailTemplate<SubscriptionLapsedProps> = {
  name: 'subscription-lapsed',
  kind: 'transactional',
  sample: {
    firstName,
    heldBy: null,
    lapsedOn: '2026-12-06',
    because: 'DECLINED',
    renewUrl: `${site}/account/restart`,
    keptPrice: { amountFormatted: 'US$144.00', listFormatted: 'US$156.00', until: '2027-01-05' },
    closesOn: null,
  },
  write: (props, context) => {
    const { t } = context;
    const { subject, preview, heading, intro } = words(props, context);
    const own = props.heldBy === null;
    return {
      subject,
      preview,
      heading,
      reason: own ? m.mail_reason_account({ brand: brand.name }, t) : m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: intro },
        ...(own ? readableUntil(props, context) : []),
        ...(own && props.closesOn === null
          ? [...keptBlocks(props, context), action({ label: m.account_restart({}, t), url: props.renewUrl }, context)]
          : []),
      ],
    };
  },
};
