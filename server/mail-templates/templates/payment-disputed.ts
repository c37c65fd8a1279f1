import type { Day } from '#contract/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import type { Block, MailContext, MailTemplate } from '../mail-document.ts';
import { action, currencyBlocks, greeting, paymentFacts } from './phrases.ts';

/**
 * A payment is disputed (`HELD`), was won (`STANDS`) or charged back (`RETURNED`). `planEnded`: the payer's own plan,
 * because of it. `paidOn` is an ISO date.
 */
export type PaymentDisputedProps = {
  firstName: string;
  phase: 'HELD' | 'STANDS' | 'RETURNED';
  planEnded: boolean;
  /** The payer's own plan, because the bank gave back only a part. */
  planStays: boolean;
  /** Whether a plan of another person, paid by the reader, is still running. */
  paysForOther: boolean;
  /** Professionals have no plan of their own. */
  isParent: boolean;
  amount: string;
  /** The amount charged back; of a partly won dispute the rest. */
  returned: string | null;
  planName: string;
  invoiceNumber: string;
  paidOn: Day;
  billingUrl: string;
  restartUrl: string;
};

/** Neutral: nobody is blamed, and who reads over a shoulder learns of a payment, not of a dispute. */
const headings = {
  HELD: m.mail_disputed_heading_held,
  STANDS: m.mail_disputed_heading_stands,
  RETURNED: m.mail_disputed_heading_returned,
};

const paragraphs: Record<
  PaymentDisputedProps['phase'],
  (props: PaymentDisputedProps, context: MailContext) => (string | false)[]
> = {
  HELD: ({ amount, isParent }, { phone, t }) => [
    m.mail_disputed_held({ amount }, t),
    isParent && m.mail_disputed_held_plan({}, t),
    m.mail_disputed_held_next({ phone }, t),
  ],
  STANDS: ({ amount, returned, isParent }, { t }) => [
    returned === null ? m.mail_disputed_stands({ amount }, t) : m.mail_disputed_stands_part({ amount, returned }, t),
    isParent && m.mail_disputed_stands_plan({}, t),
  ],
  RETURNED: ({ amount, planEnded, planStays, paysForOther }, { phone, t }) => [
    m.mail_disputed_returned({ amount }, t),
    planStays && m.mail_disputed_stands_plan({}, t),
    planEnded && m.mail_disputed_returned_ended({}, t),
    paysForOther && m.mail_disputed_returned_other({}, t),
    m.mail_disputed_returned_next({ phone }, t),
  ],
};

function button({ phase, planEnded, isParent, billingUrl, restartUrl }: PaymentDisputedProps, context: MailContext) {
  const { t } = context;
  if (!isParent) return [];
  return phase === 'RETURNED' && planEnded
    ? [action({ label: m.account_restart({}, t), url: restartUrl }, context)]
    : [action({ label: m.mail_disputed_action({}, t), url: billingUrl }, context)];
}

export const paymentDisputed: MailTemplate<PaymentDisputedProps> = (props, context) => {
  const { t } = context;
  const texts = paragraphs[props.phase](props, context).filter((text) => text !== false);
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
};
