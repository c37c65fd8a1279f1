import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { m } from '#messages/messages.js';
import { longDate, type PaidWith, paymentMethodText } from '../formats.ts';
import type { AmountLine, Block, MailContext, MailTemplate } from '../mail-document.ts';
import { cancelUrl, card, firstName } from '../sample-values.ts';
import {
  addMethod,
  cancelRenewal,
  currencyBlocks,
  greeting,
  inDays,
  lossesFrom,
  planCloses,
  renewalTerms,
} from './phrases.ts';

/**
 * `amount` is formatted (`US$198.00`); `renewsOn` is an ISO date, `daysLeft` days away. `heldBy`: whose plan the reader
 * pays for; null: their own. `addMethodUrl`: where to add the payment method that the renewal needs, because none is
 * stored (`paymentMethod` NONE) or the stored card expires before; null if the stored one suffices.
 */
export type RenewalReminderProps = {
  firstName: string;
  planName: string;
  heldBy: string | null;
  daysLeft: number;
  amount: string;
  /** Taxes in the amount, as labels with amounts. */
  taxes: readonly AmountLine[];
  /** Null if the amount is the last one paid. */
  change: PriceChange | null;
  /** What the holder has today and would no longer have. */
  losses: readonly string[];
  /** What each year costs after a renewal for two; null if it is for one. */
  yearlyAmount: string | null;
  renewsOn: Day;
  paymentMethod: PaidWith;
  /** Charged once if that one is declined; null if the payer wants none. */
  backupMethod: PaidWith | null;
  cancelUrl: string;
  addMethodUrl: string | null;
  /** The day on which the reader’s account closes, and their own plan with it; null if that was not requested. */
  closesOn: Day | null;
};

/** What the payer paid for the current term, upgrades included, and why the renewal costs another amount. */
export type PriceChange = {
  before: string;
  because: readonly (keyof typeof reasonTexts)[];
  paidBy: 'ONE_PAYMENT' | 'SEVERAL';
};

const reasonTexts = {
  CO_PARENT: m.mail_price_reason_co_parent,
  SHORTER_TERM: m.mail_price_reason_term,
  LONGER_TERM: m.mail_price_reason_longer_term,
  PLAN: m.mail_price_reason_plan,
  UPGRADE: m.mail_price_reason_upgrade,
  DISCOUNT: m.mail_price_reason_discount,
  PRICE: m.mail_price_reason_price,
  TAX: m.mail_price_reason_tax,
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

function changeBlocks({ change, amount }: RenewalReminderProps, { t }: MailContext): Block[] {
  if (change === null) return [];
  const { before, because, paidBy } = change;
  const changed = paidBy === 'ONE_PAYMENT' ? m.mail_price_changed : m.mail_price_changed_term;
  const texts = [changed({ before, amount }, t), ...because.map((reason) => reasonTexts[reason]({}, t))];
  return [{ kind: 'paragraph', text: texts.join(' ') }];
}

const paidLabel = ({ paidBy }: PriceChange, { t }: MailContext): string =>
  paidBy === 'ONE_PAYMENT' ? m.mail_fact_last_amount({}, t) : m.mail_fact_term_amount({}, t);

/** The announced renewal: what, when, how much, with which taxes, and how it is paid. */
export function renewalFactsBlock(
  props: Pick<
    RenewalReminderProps,
    'planName' | 'renewsOn' | 'change' | 'amount' | 'taxes' | 'paymentMethod' | 'backupMethod'
  >,
  context: MailContext,
): Block {
  const { t } = context;
  return {
    kind: 'facts',
    caption: m.mail_renewal_terms_heading({}, t),
    rows: [
      { label: m.mail_fact_plan({}, t), value: props.planName },
      { label: m.mail_fact_renews_on({}, t), value: longDate(props.renewsOn, context) },
      ...(props.change ? [{ label: paidLabel(props.change, context), value: props.change.before }] : []),
      { label: m.mail_fact_amount({}, t), value: props.amount },
      ...props.taxes.map(({ label, amount }) => ({ label, value: amount })),
      { label: m.receipt_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
      ...(props.backupMethod === null
        ? []
        : [{ label: m.mail_fact_backup_method({}, t), value: paymentMethodText(props.backupMethod, context) }]),
    ],
  };
}

export const renewalReminder: MailTemplate<RenewalReminderProps> = {
  name: 'renewal-reminder',
  kind: 'transactional',
  sample: {
    firstName,
    planName: 'Premium, one year',
    heldBy: null,
    daysLeft: 30,
    amount: 'US$198.00',
    taxes: [{ label: 'Including Sales tax', amount: 'US$12.95' }],
    change: { before: 'US$178.20', because: ['DISCOUNT'], paidBy: 'ONE_PAYMENT' },
    losses: [],
    yearlyAmount: null,
    renewsOn: '2026-12-21',
    paymentMethod: card,
    backupMethod: null,
    cancelUrl,
    addMethodUrl: null,
    closesOn: null,
  },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.renewsOn, context);
    const { subject, heading, intro } = words(props, context);
    return {
      subject,
      preview: m.mail_renewal_reminder_preview({ date, amount: props.amount }, t),
      heading,
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: intro },
        ...changeBlocks(props, context),
        ...lossesFrom(props, context),
        ...addMethod(props.addMethodUrl, context),
        renewalFactsBlock(props, context),
        ...currencyBlocks(context),
        ...planCloses(props, context),
        cancelRenewal(props, context),
        { kind: 'note', text: renewalTerms({ ...props, date: props.renewsOn }, context) },
      ],
    };
  },
};
