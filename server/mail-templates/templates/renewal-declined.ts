import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { action, currencyBlocks, greeting } from './phrases.ts';

/**
 * `nextTryOn` is an ISO date, or null when this payment method is not tried again. `heldBy`: whose plan the reader pays
 * for; null when it is their own.
 */
export type RenewalDeclinedProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  amount: string;
  paymentMethod: PaidWith;
  nextTryOn: string | null;
  updatePaymentMethodUrl: string;
};

function explanation({ paymentMethod, nextTryOn, heldBy: name }: RenewalDeclinedProps, context: MailContext): Block[] {
  const { say } = context;
  if (paymentMethod.type === 'NONE') {
    const none =
      name === null ? m.mail_renewal_declined_none({}, say) : m.mail_renewal_declined_other_none({ name }, say);
    return [{ kind: 'paragraph', text: none }];
  }
  const next =
    nextTryOn === null
      ? (name === null ? m.mail_renewal_declined_final : m.mail_renewal_declined_other_final)({}, say)
      : m.mail_renewal_declined_retry({ date: longDate(nextTryOn, context) }, say);
  return [
    {
      kind: 'paragraph',
      text: name === null ? m.mail_renewal_declined_intro({}, say) : m.mail_renewal_declined_other_intro({ name }, say),
    },
    { kind: 'paragraph', text: next },
  ];
}

const own = {
  refused: { subject: m.mail_renewal_declined_subject, heading: m.mail_renewal_declined_heading },
  none: { subject: m.mail_renewal_declined_none_subject, heading: m.mail_renewal_declined_none_heading },
};
const others = {
  refused: { subject: m.mail_renewal_declined_other_subject, heading: m.mail_renewal_declined_other_heading },
  none: { subject: m.mail_renewal_declined_other_none_subject, heading: m.mail_renewal_declined_other_none_heading },
};

/** Nothing was refused where nothing is stored. */
function titles({ paymentMethod, heldBy: name }: RenewalDeclinedProps, say: MailContext['say']) {
  const kind = paymentMethod.type === 'NONE' ? 'none' : 'refused';
  const press = (kind === 'none' ? m.mail_needs_method_action : m.mail_renewal_declined_action)({}, say);
  if (name === null)
    return { subject: own[kind].subject({ brand: brand.name }, say), heading: own[kind].heading({}, say), press };
  return {
    subject: others[kind].subject({ brand: brand.name, name }, say),
    heading: others[kind].heading({ name }, say),
    press,
  };
}

export const renewalDeclined: MailTemplate<RenewalDeclinedProps> = (props, context) => {
  const { say } = context;
  const { heldBy: name } = props;
  const { subject, heading, press } = titles(props, say);
  const date = props.nextTryOn === null ? null : longDate(props.nextTryOn, context);
  const nextTry: Fact[] = date === null ? [] : [{ label: m.mail_fact_next_try({}, say), value: date }];
  return {
    subject,
    preview:
      name === null ? m.mail_renewal_declined_preview({}, say) : m.mail_renewal_declined_other_preview({ name }, say),
    heading,
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      ...explanation(props, context),
      action({ label: press, url: props.updatePaymentMethodUrl }, context),
      {
        kind: 'facts',
        caption: m.mail_renewal_terms_heading({}, say),
        rows: [
          { label: m.mail_fact_plan({}, say), value: props.planName },
          { label: m.mail_fact_amount({}, say), value: props.amount },
          { label: m.mail_fact_payment_method({}, say), value: paymentMethodText(props.paymentMethod, context) },
          ...nextTry,
        ],
      },
      ...currencyBlocks(context),
    ],
  };
};
