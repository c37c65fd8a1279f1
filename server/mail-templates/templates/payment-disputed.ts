import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import type { Block, MailContext, MailTemplate } from '../mail-document.ts';
import { firstName, site } from '../sample-values.ts';
import { action, currencyBlocks, greeting, paymentFacts } from './phrases.ts';
import { outlookText, type PlanOutlook } from './plan-outlook.ts';

/**
 * A payment is disputed (`HELD`), was won (`STANDS`) or charged back (`RETURNED`). `plans`: the outlook of each plan
 * that the reader pays for, on the day of the mail. `paidOn` is an ISO date.
 */
export type PaymentDisputedProps = {
  firstName: string;
  phase: 'HELD' | 'STANDS' | 'RETURNED';
  plans: readonly PlanOutlook[];
  /** Professionals have no plan of their own. */
  isParent: boolean;
  amount: string;
  /** The amount charged back; for a partly won dispute the rest. */
  returned: string | null;
  planName: string;
  invoiceNumber: string;
  paidOn: Day;
  billingUrl: string;
  restartUrl: string;
};

/** Neutral: nobody is blamed, and somebody reading over a shoulder learns of a payment, not of a dispute. */
const headings = {
  HELD: m.mail_disputed_heading_held,
  STANDS: m.mail_disputed_heading_stands,
  RETURNED: m.mail_disputed_heading_returned,
};

type Paragraphs = (props: PaymentDisputedProps, context: MailContext) => string[];

const paragraphs: Record<PaymentDisputedProps['phase'], Paragraphs> = {
  HELD: ({ amount, isParent, plans }, context) => [
    m.mail_disputed_held({ amount }, context.t),
    ...plans.map((plan) => outlookText(plan, context)),
    ...(isParent ? [m.mail_disputed_held_refund({}, context.t)] : []),
    m.mail_disputed_held_next({ phone: context.phone }, context.t),
  ],
  STANDS: ({ amount, returned, plans }, context) => [
    returned === null
      ? m.mail_disputed_stands({ amount }, context.t)
      : m.mail_disputed_stands_part({ amount, returned }, context.t),
    ...plans.map((plan) => outlookText(plan, context)),
  ],
  RETURNED: ({ amount, plans }, context) => [
    m.mail_disputed_returned({ amount }, context.t),
    ...plans.map((plan) => outlookText(plan, context)),
    m.mail_disputed_returned_next({ phone: context.phone }, context.t),
  ],
};

function button({ plans, isParent, billingUrl, restartUrl }: PaymentDisputedProps, context: MailContext) {
  const { t } = context;
  if (!isParent) return [];
  const own = plans.find(({ heldBy }) => heldBy === null);
  return own?.next === 'ENDED'
    ? [action({ label: m.account_restart({}, t), url: restartUrl }, context)]
    : [action({ label: m.mail_disputed_action({}, t), url: billingUrl }, context)];
}

export const paymentDisputed: MailTemplate<PaymentDisputedProps> = {
  name: 'payment-disputed',
  kind: 'transactional',
  sample: {
    firstName,
    phase: 'HELD',
    plans: [
      { heldBy: null, next: 'HELD', on: '2026-12-21' },
      { heldBy: 'Joe', next: 'ENDS', on: '2026-12-21' },
    ],
    isParent: true,
    amount: 'US$198.00',
    returned: null,
    planName: 'Premium, one year',
    invoiceNumber: 'EK-US-1000-0012',
    paidOn: '2026-11-21',
    billingUrl: `${site}/account/billing`,
    restartUrl: `${site}/account/restart`,
  },
  write: (props, context) => {
    const { t } = context;
    const texts = paragraphs[props.phase](props, context);
    return {
      subject: m.mail_disputed_subject({ brand: brand.name }, t),
      preview: m.mail_disputed_preview({}, t),
      heading: headings[props.phase]({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        ...texts.map((text): Block => ({ kind: 'paragraph', text })),
        paymentFacts(props, context),
        ...currencyBlocks(context),
        ...button(props, context),
      ],
    };
  },
};
