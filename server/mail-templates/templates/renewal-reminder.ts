import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailContext, MailTemplate } from '../mail-document.ts';
import { addMethod, cancelRenewal, currencyBlocks, greeting, inDays, renewalTerms } from './phrases.ts';

/** `amount` is written out (`US$198.00`); `renewsOn` is an ISO date, `daysLeft` days away. `heldBy`: whose plan the reader pays for; null: their own.
 * `addMethodUrl`: where to add the payment method that the renewal needs; null when one is stored. */
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
  const { say } = context;
  const date = longDate(renewsOn, context);
  const when = inDays(daysLeft, context);
  if (addMethodUrl !== null) return wordsWithoutMethod({ name, date, when, amount }, say);
  if (name === null) {
    return {
      subject: m.mail_renewal_reminder_subject({ brand: brand.name, date, amount }, say),
      heading: m.mail_renewal_reminder_heading({ when }, say),
      intro: m.mail_renewal_reminder_intro({ date }, say),
    };
  }
  return {
    subject: m.mail_renewal_reminder_other_subject({ name, brand: brand.name, date, amount }, say),
    heading: m.mail_renewal_reminder_other_heading({ name, when }, say),
    intro: m.mail_renewal_reminder_other_intro({ name, date }, say),
  };
}

type Renewing = { name: string | null; date: string; when: string; amount: string };

function wordsWithoutMethod({ name, date, when, amount }: Renewing, say: MailContext['say']) {
  return name === null
    ? {
        subject: m.mail_reminder_needs_method_subject({ brand: brand.name, date }, say),
        heading: m.mail_reminder_needs_method_heading({ when }, say),
        intro: m.mail_reminder_needs_method_intro({ date, amount }, say),
      }
    : {
        subject: m.mail_reminder_needs_method_other_subject({ name, date }, say),
        heading: m.mail_reminder_needs_method_other_heading({ name, when }, say),
        intro: m.mail_reminder_needs_method_other_intro({ name, date, amount }, say),
      };
}

export const renewalReminder: MailTemplate<RenewalReminderProps> = (props, context) => {
  const { say } = context;
  const date = longDate(props.renewsOn, context);
  const { subject, heading, intro } = words(props, context);
  return {
    subject,
    preview: m.mail_renewal_reminder_preview({}, say),
    heading,
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: intro },
      ...addMethod(props.addMethodUrl, context),
      {
        kind: 'facts',
        caption: m.mail_renewal_terms_heading({}, say),
        rows: [
          { label: m.mail_fact_plan({}, say), value: props.planName },
          { label: m.mail_fact_renews_on({}, say), value: date },
          { label: m.mail_fact_amount({}, say), value: props.amount },
          { label: m.mail_fact_payment_method({}, say), value: paymentMethodText(props.paymentMethod, context) },
        ],
      },
      ...currencyBlocks(context),
      cancelRenewal(props, context),
      { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
    ],
  };
};
