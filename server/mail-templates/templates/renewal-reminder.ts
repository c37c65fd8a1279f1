import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailContext, MailTemplate } from '../mail-document.ts';
import { addMethod, cancelRenewal, currencyBlocks, greeting, inDays, renewalTerms } from './phrases.ts';

/**
 * `amount` is written out (`US$198.00`); `renewsOn` is an ISO date, `daysLeft` days away. `heldBy`: whose plan the
 * reader pays for; null: their own. `addMethodUrl`: where to add the payment method that the renewal needs; null when
 * one is stored.
 */
export type RenewalReminderProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  daysLeft: number;
  amount: string;
  renewsOn: string;
  paymentMethod: PaidWith;
  cancelUrl: string;
  addMethodUrl: string | null;
};

function words({ heldBy: name, renewsOn, daysLeft, amount, addMethodUrl }: RenewalReminderProps, context: MailContext) {
  const { t } = context;
  const date = longDate(renewsOn, context);
  const when = inDays(daysLeft, context);
  if (addMethodUrl !== null) return textsWithoutMethod({ name, date, when, amount }, t);
  if (name === null) {
    return {
      subject: m.mail_renewal_reminder_subject({ brand: brand.name, date, amount }, t),
      heading: m.mail_renewal_reminder_heading({ when }, t),
      intro: m.mail_renewal_reminder_intro({ date }, t),
    };
  }
  return {
    subject: m.mail_renewal_reminder_other_subject({ name, brand: brand.name, date, amount }, t),
    heading: m.mail_renewal_reminder_other_heading({ name, when }, t),
    intro: m.mail_renewal_reminder_other_intro({ name, date }, t),
  };
}

type Renewing = { name: string | null; date: string; when: string; amount: string };

function textsWithoutMethod({ name, date, when, amount }: Renewing, t: MailContext['t']) {
  return name === null
    ? {
        subject: m.mail_reminder_needs_method_subject({ brand: brand.name, date }, t),
        heading: m.mail_reminder_needs_method_heading({ when }, t),
        intro: m.mail_reminder_needs_method_intro({ date, amount }, t),
      }
    : {
        subject: m.mail_reminder_needs_method_other_subject({ name, date }, t),
        heading: m.mail_reminder_needs_method_other_heading({ name, when }, t),
        intro: m.mail_reminder_needs_method_other_intro({ name, date, amount }, t),
      };
}

export const renewalReminder: MailTemplate<RenewalReminderProps> = (props, context) => {
  const { t } = context;
  const date = longDate(props.renewsOn, context);
  const { subject, heading, intro } = words(props, context);
  return {
    subject,
    preview: m.mail_renewal_reminder_preview({}, t),
    heading,
    reason: m.mail_reason_payment({ brand: brand.name }, t),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: intro },
      ...addMethod(props.addMethodUrl, context),
      {
        kind: 'facts',
        caption: m.mail_renewal_terms_heading({}, t),
        rows: [
          { label: m.mail_fact_plan({}, t), value: props.planName },
          { label: m.mail_fact_renews_on({}, t), value: date },
          { label: m.mail_fact_amount({}, t), value: props.amount },
          { label: m.receipt_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
        ],
      },
      ...currencyBlocks(context),
      cancelRenewal(props, context),
      { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
    ],
  };
};
