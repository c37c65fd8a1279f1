import type { Day } from '#contract/day.ts';
import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { MailContext, MailTemplate } from '../mail-document.ts';
import { addMethod, cancelRenewal, currencyBlocks, greeting, inDays, planCloses, renewalTerms } from './phrases.ts';

/**
 * `amount` is written out (`US$198.00`); `renewsOn` is an ISO date, `daysLeft` days away. `heldBy`: whose plan the
 * reader pays for; null: their own. `addMethodUrl`: where to add the payment method that the renewal needs, because
 * none is stored (`paymentMethod` NONE) or the stored card expires before; null when the stored one will do.
 */
export type RenewalReminderProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  daysLeft: number;
  amount: string;
  renewsOn: Day;
  paymentMethod: PaidWith;
  cancelUrl: string;
  addMethodUrl: string | null;
  /** The day on which the reader’s account closes, and their own plan with it; null if nobody asked for that. */
  closesOn: Day | null;
};

type Wording = 'nothing_to_do' | 'no_method' | 'card_expires';

const wordings = {
  nothing_to_do: {
    own: {
      subject: m.mail_renewal_reminder_subject,
      heading: m.mail_renewal_reminder_heading,
      intro: m.mail_renewal_reminder_intro,
    },
    other: {
      subject: m.mail_renewal_reminder_other_subject,
      heading: m.mail_renewal_reminder_other_heading,
      intro: m.mail_renewal_reminder_other_intro,
    },
  },
  no_method: {
    own: {
      subject: m.mail_reminder_needs_method_subject,
      heading: m.mail_reminder_needs_method_heading,
      intro: m.mail_reminder_needs_method_intro,
    },
    other: {
      subject: m.mail_reminder_needs_method_other_subject,
      heading: m.mail_reminder_needs_method_other_heading,
      intro: m.mail_reminder_needs_method_other_intro,
    },
  },
  card_expires: {
    own: {
      subject: m.mail_reminder_card_expires_subject,
      heading: m.mail_reminder_card_expires_heading,
      intro: m.mail_reminder_card_expires_intro,
    },
    other: {
      subject: m.mail_reminder_card_expires_other_subject,
      heading: m.mail_reminder_card_expires_other_heading,
      intro: m.mail_reminder_card_expires_other_intro,
    },
  },
};

function wordingOf({ addMethodUrl, paymentMethod }: RenewalReminderProps): Wording {
  if (addMethodUrl === null) return 'nothing_to_do';
  return paymentMethod.type === 'NONE' ? 'no_method' : 'card_expires';
}

function words(props: RenewalReminderProps, context: MailContext) {
  const { heldBy, renewsOn, daysLeft, amount } = props;
  const { subject, heading, intro } = wordings[wordingOf(props)][heldBy === null ? 'own' : 'other'];
  const sentences = {
    brand: brand.name,
    name: heldBy ?? '',
    date: longDate(renewsOn, context),
    when: inDays(daysLeft, context),
    amount,
  };
  return {
    subject: subject(sentences, context.t),
    heading: heading(sentences, context.t),
    intro: intro(sentences, context.t),
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
      ...planCloses(props, context),
      cancelRenewal(props, context),
      { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
    ],
  };
};
