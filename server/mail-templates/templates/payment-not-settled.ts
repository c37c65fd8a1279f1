import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate } from '../formats.ts';
import type { MailContext, MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, currencyBlocks, greeting, paymentFacts } from './phrases.ts';

/**
 * A payment was approved, but never settled. `waiting`: plans that continue until `endsOn` (ISO date) and are charged
 * `amount` with another method; `heldBy` is null for the reader's own. `isHeld`: only once a bank has decided about
 * another payment. `change`: the effect on the plan. `bought`: what a professional may pay again, `amount`, until
 * `endsOn`, or did not; null for a parent.
 */
export type PaymentNotSettledProps = {
  firstName: string;
  amount: string;
  planName: string;
  invoiceNumber: string;
  paidOn: Day;
  waiting: { heldBy: string | null; amount: string; endsOn: Day }[];
  isHeld: boolean;
  change: keyof typeof changes;
  bought: { kind: 'PLANS' | 'CODES'; amount: string; endsOn: Day; payAgainUrl: string } | null;
  paymentMethodUrl: string;
  restartUrl: string;
  billingUrl: string;
};

const changes = {
  WAITING: null,
  ENDED: m.mail_not_settled_ended,
  DOWNGRADED: m.mail_not_settled_downgraded,
  NOTHING: m.mail_not_settled_nothing,
  UNPAID: null,
  WITHDRAWN: null,
};

const forOthers = {
  PLANS: { UNPAID: m.mail_not_settled_unpaid_plans, WITHDRAWN: m.mail_not_settled_withdrawn_plans },
  CODES: { UNPAID: m.mail_not_settled_unpaid_codes, WITHDRAWN: m.mail_not_settled_withdrawn_codes },
};

function boughtTexts({ bought, change }: PaymentNotSettledProps, context: MailContext): string[] {
  if (bought === null || (change !== 'UNPAID' && change !== 'WITHDRAWN')) return [];
  const date = longDate(bought.endsOn, context);
  return [forOthers[bought.kind][change]({ date, amount: bought.amount }, context.t)];
}

type WaitingPlan = PaymentNotSettledProps['waiting'][number] & { isHeld: boolean };

function waitingText({ heldBy, amount, endsOn, isHeld }: WaitingPlan, context: MailContext) {
  const { t } = context;
  const date = longDate(endsOn, context);
  if (isHeld && heldBy === null) return m.mail_not_settled_held({ date, amount }, t);
  return heldBy === null
    ? m.mail_not_settled_waiting({ date, amount }, t)
    : m.mail_not_settled_waiting_other({ name: heldBy, date, amount }, t);
}

function button({ change, waiting, bought, ...urls }: PaymentNotSettledProps, { t }: MailContext) {
  if (change === 'UNPAID' && bought) return { label: m.pro_again_action({}, t), url: bought.payAgainUrl };
  if (waiting.length > 0) return { label: m.account_waiting_action({}, t), url: urls.paymentMethodUrl };
  return change === 'ENDED'
    ? { label: m.account_restart({}, t), url: urls.restartUrl }
    : { label: m.mail_disputed_action({}, t), url: urls.billingUrl };
}

export const paymentNotSettled: MailTemplate<PaymentNotSettledProps> = {
  name: 'payment-not-settled',
  kind: 'transactional',
  sample: {
    firstName,
    amount: 'US$288.00',
    planName: 'Premium, one year',
    invoiceNumber: 'EK-US-1000-0012',
    paidOn: '2026-11-21',
    waiting: [
      { heldBy: null, amount: 'US$144.00', endsOn: '2026-11-30' },
      { heldBy: 'Joe', amount: 'US$144.00', endsOn: '2026-11-30' },
    ],
    isHeld: false,
    change: 'WAITING',
    bought: null,
    paymentMethodUrl: `${site}/account/billing#payment-method`,
    restartUrl: `${site}/account/restart`,
    billingUrl: `${site}/account/billing`,
  },
  write: (props, context) => {
    const { t } = context;
    const changed = changes[props.change]?.({}, t);
    const texts = [
      m.mail_not_settled_intro({ amount: props.amount }, t),
      ...(changed ? [changed] : []),
      ...boughtTexts(props, context),
      ...props.waiting.map((plan) => waitingText({ ...plan, isHeld: props.isHeld }, context)),
    ];
    return {
      subject: m.mail_not_settled_subject({ brand: brand.name }, t),
      preview: m.mail_not_settled_preview({}, t),
      heading: m.mail_not_settled_heading({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        ...texts.map((text) => ({ kind: 'paragraph' as const, text })),
        action(button(props, context), context),
        paymentFacts(props, context),
        ...currencyBlocks(context),
      ],
    };
  },
};
