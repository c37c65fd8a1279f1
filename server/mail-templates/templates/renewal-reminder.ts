import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailTemplate } from '../mail-document.ts';
import { cancelRenewal, greeting, renewalTerms } from './phrases.ts';

/** `amount` is written out (`$198.00`); `renewsOn` is an ISO date, `daysLeft` days away. */
export type RenewalReminderProps = {
  firstName: string;
  planName: string;
  daysLeft: number;
  amount: string;
  renewsOn: string;
  paymentMethod: PaidWith;
  cancelUrl: string;
};

export const renewalReminder: MailTemplate<RenewalReminderProps> = (props, context) => {
  const { say } = context;
  const date = longDate(props.renewsOn, context);
  const days = props.daysLeft;
  return {
    subject: m.mail_renewal_reminder_subject({ brand: brand.name, date, amount: props.amount }, say),
    preview: m.mail_renewal_reminder_preview({ days }, say),
    heading: m.mail_renewal_reminder_heading({ days }, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: m.mail_renewal_reminder_intro({ date }, say) },
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
      cancelRenewal(props, context),
      { kind: 'note', text: renewalTerms({ date: props.renewsOn, amount: props.amount }, context) },
    ],
  };
};
