import { type Holder, holdersAlone, holdersByName } from '#contract/account/paid-for.ts';
import { brand } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { longDate, type PaidWith, paymentMethodText } from '../formats.ts';
import type { AmountLine, Block, Fact, MailContext, MailTemplate } from '../mail-document.ts';
import { cancelUrl, card, firstName, site } from '../sample-values.ts';
import { cancelRenewal, currencyNotes, greeting, link, needsMethod, planCloses, renewalTerms } from './phrases.ts';

export type ReceiptOccasion = 'purchase' | 'renewal' | 'restart' | 'upgrade' | 'professional';

/**
 * `lines` and `total` are labels with amounts already formatted in the reader's language (`US$345.00`). `date` is the
 * day of payment (ISO date). `paidFor`: whose subscriptions, the reader's own first; none for codes. `renewals`: what
 * renews at the reader's cost; `heldBy` null for their own. `addMethodUrl`: where to add the payment method that they
 * need; null if one is stored.
 */
export type ReceiptProps = {
  occasion: ReceiptOccasion;
  firstName: string;
  planName: string;
  paidFor: readonly (Holder & { from: Day | null; until: Day | null })[];
  lines: readonly AmountLine[];
  total: string;
  /** Tax included in the total, with its amount (`Including VAT: US$63.00`). */
  included: readonly string[];
  paymentMethod: PaidWith;
  /** That is the payer's backup, because their other one was declined. */
  isBackup: boolean;
  date: Day;
  invoiceNumber: string;
  isInvoiceAttached: boolean;
  /** Where the reader proves that the address is theirs; null if it is proved. */
  confirmUrl: string | null;
  /** The gateway's; null if nothing was charged. */
  transactionId: string | null;
  renewals: readonly { heldBy: string | null; date: Day; amount: string; yearlyAmount: string | null }[];
  /**
   * The refundable part of a payment, within how many days, and what stays the other parent's (cents); null if nothing
   * is refundable.
   */
  refund: { ownCents: number; keptCents: number; isInvited: boolean; days: number } | null;
  cancelUrl: string;
  howToCancelUrl: string;
  addMethodUrl: string | null;
  /** The day on which the reader’s account closes, and their own plan with it; null if that was not requested. */
  closesOn: Day | null;
};

type Texts = { subject: string; intro: string };

const own = {
  purchase: { subject: m.mail_receipt_subject_purchase, intro: m.mail_receipt_intro_purchase },
  professional: { subject: m.mail_receipt_subject_purchase, intro: m.mail_receipt_intro_professional },
  renewal: { subject: m.mail_receipt_subject_renewal, intro: m.mail_receipt_intro_renewal },
  restart: { subject: m.mail_receipt_subject_purchase, intro: m.mail_receipt_intro_restart },
  upgrade: { subject: m.mail_receipt_subject_upgrade, intro: m.mail_receipt_intro_upgrade },
} as const;

/** "Your" only refers to the reader's own subscription. */
function textsOf({ occasion, paidFor }: ReceiptProps, { t }: MailContext): Texts {
  const { name: brandName } = brand;
  const subject = own[occasion].subject({ brand: brandName }, t);
  const isOwn = paidFor.length === 0 || paidFor.some((holder) => holder.own);
  if (isOwn) return { subject, intro: own[occasion].intro({ brand: brandName }, t) };
  const words = { brand: brandName, name: holdersByName(paidFor, t.locale) };
  const intro = occasion === 'renewal' ? m.mail_receipt_intro_renewal_other : m.mail_receipt_intro_other;
  return { subject, intro: intro(words, t) };
}

/** The same promise as beside Pay, on the receipt and under Billing: one amount, and one way to request it. */
function refundText(
  { ownCents, keptCents, isInvited, days }: NonNullable<ReceiptProps['refund']>,
  { t }: MailContext,
): string {
  const ofTwo = isInvited ? m.payment_refund_own_invited : m.payment_refund_own;
  const words = { days, amount: formatCents(ownCents) };
  return keptCents > 0 ? ofTwo({ ...words, kept: formatCents(keptCents) }, t) : m.payment_refund(words, t);
}

function renewalBlocks(
  { renewals, paidFor, refund: promised, cancelUrl, howToCancelUrl, addMethodUrl }: ReceiptProps,
  context: MailContext,
): Block[] {
  const { t } = context;
  const refund: Block[] = promised === null ? [] : [{ kind: 'note', text: refundText(promised, context) }];
  if (paidFor.length === 0) return refund;
  const heading: Block = { kind: 'heading', text: m.mail_renewal_terms_heading({}, t) };
  const [first] = renewals;
  if (!first)
    return [{ kind: 'box', blocks: [heading, { kind: 'paragraph', text: m.mail_renewal_none({}, t) }, ...refund] }];
  const blocks: Block[] = [
    heading,
    ...renewals.map((renewal): Block => ({ kind: 'paragraph', text: renewalTerms(renewal, context) })),
    ...(renewals.length > 1 ? [{ kind: 'paragraph', text: m.mail_renewals_apart({}, t) } as const] : []),
    ...needsMethod({ ...first, addMethodUrl }, context),
    cancelRenewal({ cancelUrl }, context),
    link({ label: m.how_to_cancel_heading({}, t), url: howToCancelUrl }, context),
    ...refund,
  ];
  return [{ kind: 'box', blocks }];
}

/** One payment for two: the reader's own subscription and another's. */
function bothBlocks({ paidFor }: ReceiptProps, { t }: MailContext): Block[] {
  const others = paidFor.filter((holder) => !holder.own);
  if (others.length === 0 || others.length === paidFor.length) return [];
  return [{ kind: 'paragraph', text: m.mail_receipt_for_both({ name: holdersByName(others, t.locale) }, t) }];
}

/** Persons and terms, which distinguish two receipts of one day. */
function termFacts({ paidFor }: ReceiptProps, context: MailContext): Fact[] {
  const { t } = context;
  const [first] = paidFor;
  if (!first) return [];
  const holders = { label: m.receipt_for({}, t), value: holdersAlone(paidFor, t.locale) };
  const term = paidFor.find(({ from }) => from !== null);
  if (!term?.from || !term.until) return [holders];
  const [from, until] = [term.from, term.until].map((day) => longDate(day, context)) as [string, string];
  return [holders, { label: m.receipt_period({}, t), value: m.receipt_period_days({ from, until }, t) }];
}

function confirmBlocks({ confirmUrl: url }: ReceiptProps, context: MailContext): Block[] {
  if (url === null) return [];
  const { t } = context;
  return [
    { kind: 'note', text: m.mail_receipt_confirm({}, t) },
    link({ label: m.mail_confirm_address_action({}, t), url }, context),
  ];
}

export const receipt: MailTemplate<ReceiptProps> = {
  name: 'receipt',
  kind: 'transactional',
  sample: {
    occasion: 'purchase',
    firstName,
    planName: 'Premium, two years',
    paidFor: [
      { name: "Marta O'Brien", own: true, from: '2026-11-21', until: '2028-11-21' },
      { name: 'Joe', own: false, from: '2026-11-21', until: '2028-11-21' },
    ],
    lines: [
      { label: 'Premium, two years', amount: 'US$360.00' },
      { label: 'TWOYEARS', amount: '−US$15.00' },
      { label: 'Tax', amount: 'US$0.00' },
    ],
    total: 'US$345.00',
    included: [],
    paymentMethod: card,
    isBackup: false,
    date: '2026-11-21',
    invoiceNumber: 'EK-US-1000-0012',
    isInvoiceAttached: true,
    confirmUrl: `${site}/account/email#token=sample`,
    transactionId: '4f8k2m9q',
    renewals: [
      { heldBy: null, date: '2028-11-21', amount: 'US$198.00', yearlyAmount: null },
      { heldBy: 'Joe', date: '2028-11-21', amount: 'US$198.00', yearlyAmount: null },
    ],
    refund: { ownCents: 17_250, keptCents: 17_250, isInvited: false, days: 30 },
    cancelUrl,
    howToCancelUrl: `${site}/how-to-cancel`,
    addMethodUrl: null,
    closesOn: null,
  },
  write: (props, context) => {
    const { t } = context;
    const date = longDate(props.date, context);
    const { subject, intro } = textsOf(props, context);
    return {
      subject,
      preview: m.mail_receipt_preview({ plan: props.planName, total: props.total, date }, t),
      heading: m.receipt_title({}, t),
      reason: m.mail_reason_payment({ brand: brand.name }, t),
      blocks: [
        greeting(props, context),
        { kind: 'paragraph', text: intro },
        ...bothBlocks(props, context),
        ...(props.isBackup ? [{ kind: 'paragraph', text: m.mail_receipt_backup({}, t) } as const] : []),
        {
          kind: 'amounts',
          caption: m.receipt_order_summary({}, t),
          rows: props.lines,
          total: { label: m.receipt_total_paid({}, t), amount: props.total },
          notes: [...props.included, ...currencyNotes(context)],
        },
        {
          kind: 'facts',
          caption: m.receipt_payment_information({}, t),
          rows: [
            { label: m.mail_fact_plan({}, t), value: props.planName },
            ...termFacts(props, context),
            { label: m.receipt_payment_method({}, t), value: paymentMethodText(props.paymentMethod, context) },
            { label: m.receipt_date({}, t), value: date },
            { label: m.document_number_invoice({}, t), value: props.invoiceNumber, whole: true },
            ...(props.transactionId === null
              ? []
              : [{ label: m.mail_fact_transaction({}, t), value: props.transactionId, whole: true }]),
          ],
        },
        ...planCloses(props, context),
        ...(props.isInvoiceAttached ? [{ kind: 'note', text: m.mail_invoice_attached({}, t) } as const] : []),
        ...renewalBlocks(props, context),
        ...confirmBlocks(props, context),
      ],
    };
  },
};
