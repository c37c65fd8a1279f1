import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { action, currencyBlocks, greeting } from './phrases.ts';

/**
 * `nextTryOn` is an ISO date, or null when this payment method is not tried again. `heldBy`: whose plan the reader pays for; null when
 * it is their own.
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
    const none = name === null ? m.mail_renewal_declined_none({}, say) : m.mail_renewal_declined_other_none({ name }, say);
    return [{ kind: 'paragraph', text: none }];
  }
  const next =
    nextTryOn === null
      ? m.mail_renewal_declined_final({}, say)
      : m.mail_renewal_declined_retry({ date: longDate(nextTryOn, context) }, say);
  return [
    {
      kind: 'paragraph',
      text: name === null ? m.mail_renewal_declined_intro({}, say) : m.mail_renewal_declined_other_intro({ name }, say),
    },
    { kind: 'paragraph', text: next },
  ];
}

/** Nothing was refused where nothing is stored. */
function titles({ paymentMethod }: RenewalDeclinedProps, say: MailContext['say']) {
  return paymentMethod.type === 'NONE'
    ? {
        subject: m.mail_renewal_declined_none_subject({ brand: brand.name }, say),
        heading: m.mail_renewal_declined_none_heading({}, say),
        press: m.mail_needs_method_action({}, say),
      }
    : {
        subject: m.mail_renewal_declined_subject({ brand: brand.name }, say),
        heading: m.mail_renewal_declined_heading({}, say),
        press: m.mail_renewal_declined_action({}, say),
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
    preview: name === null ? m.mail_renewal_declined_preview({}, say) : m.mail_renewal_declined_other_preview({ name }, say),
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
