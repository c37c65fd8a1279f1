import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { action, currencyBlocks, greeting } from './phrases.ts';

/**
 * `nextTryOn` is an ISO date, or null when this payment method is not tried again; without a payment it ends on
 * `endsOn`. `heldBy`: whose plan the reader pays
 * for; null when it is their own.
 */
export type RenewalDeclinedProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  amount: string;
  paymentMethod: PaidWith;
  nextTryOn: string | null;
  endsOn: string;
  updatePaymentMethodUrl: string;
};

function explanation({ paymentMethod, nextTryOn, heldBy: name }: RenewalDeclinedProps, context: MailContext): Block[] {
  const { t } = context;
  if (paymentMethod.type === 'NONE') {
    const none = name === null ? m.mail_renewal_declined_none({}, t) : m.mail_renewal_declined_other_none({ name }, t);
    return [{ kind: 'paragraph', text: none }];
  }
  const next =
    nextTryOn === null
      ? (name === null ? m.mail_renewal_declined_final : m.mail_renewal_declined_other_final)({}, t)
      : m.mail_renewal_declined_retry({ date: longDate(nextTryOn, context) }, t);
  return [
    {
      kind: 'paragraph',
      text: name === null ? m.mail_renewal_declined_intro({}, t) : m.mail_renewal_declined_other_intro({ name }, t),
    },
    { kind: 'paragraph', text: next },
  ];
}

const own = {
  refused: { subject: m.mail_renewal_declined_subject, heading: m.account_waiting_title },
  none: { subject: m.mail_renewal_declined_none_subject, heading: m.mail_renewal_declined_none_heading },
};
const others = {
  refused: { subject: m.mail_renewal_declined_other_subject, heading: m.mail_renewal_declined_other_heading },
  none: { subject: m.mail_renewal_declined_other_none_subject, heading: m.mail_renewal_declined_other_none_heading },
};

/** Nothing was refused where nothing is stored. */
function titles({ paymentMethod, heldBy: name }: RenewalDeclinedProps, t: MailContext['t']) {
  const kind = paymentMethod.type === 'NONE' ? 'none' : 'refused';
  const actionLabel = (kind === 'none' ? m.account_add_payment_method : m.account_waiting_action)({}, t);
  if (name === null)
    return { subject: own[kind].subject({ brand: brand.name }, t), heading: own[kind].heading({}, t), actionLabel };
  return {
    subject: others[kind].subject({ brand: brand.name, name }, t),
    heading: others[kind].heading({ name }, t),
    actionLabel,
  };
}

export const renewalDeclined: MailTemplate<RenewalDeclinedProps> = (props, context) => {
  const { t } = context;
  const { heldBy: name } = props;
  const { subject, heading, actionLabel } = titles(props, t);
  const date = props.nextTryOn === null ? null : longDate(props.nextTryOn, context);
  const nextTry: Fact[] = date === null ? [] : [{ label: m.mail_fact_next_try({}, t), value: date }];
  return {
    subject,
    preview:
      name === null ? m.mail_renewal_declined_preview({}, t) : m.mail_renewal_declined_other_preview({ name }, t),
    heading,
    reason: m.mail_reason_payment({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      ...explanation(props, context),
      {
        kind: 'paragraph',
        text: m.mail_renewal_declined_ends({ date: longDate(props.endsOn, context) }, t),
      },
      action({ label: actionLabel, url: props.updatePaymentMethodUrl }, context),
      {
        kind: 'facts',
        caption: m.mail_renewal_terms_heading({}, t),
        rows: [
          { label: m.mail_fact_plan({}, t), value: props.planName },
          { label: m.mail_fact_amount({}, t), value: props.amount },
          { label: m.receipt_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
          ...nextTry,
        ],
      },
      ...currencyBlocks(context),
    ],
  };
};
