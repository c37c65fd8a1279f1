import { brand } from '#contract/brand.ts';
import { m } from '#messages/messages.js';
import { longDate, paymentMethodText, type PaidWith } from '../formats.ts';
import type { AmountLine, Block, MailContext, MailTemplate } from '../mail-document.ts';
import { cancelRenewal, currencyNotes, greeting, needsMethod, renewalTerms } from './phrases.ts';

export type ReceiptOccasion = 'purchase' | 'renewal' | 'upgrade' | 'professional';

/**
 * `lines` and `total` are labels with amounts already written in the reader's language (`US$345.00`). `date` is the day of payment and
 * `renewal.date` the next charge (ISO dates); `renewal` is NEVER when nothing will be
 * charged again, null when no subscription was paid for. `addMethodUrl`: where to add the payment method that the renewal needs; null
 * when one is stored.
 */
export type ReceiptProps = {
  occasion: ReceiptOccasion;
  firstName: string;
  planName: string;
  lines: readonly AmountLine[];
  total: string;
  /** Tax inside the total, with its amount (`Including VAT: US$63.00`). */
  included: readonly string[];
  paymentMethod: PaidWith;
  date: string;
  transactionId: string;
  coversCoParent: boolean;
  renewal: { date: string; amount: string; cancelUrl: string; addMethodUrl: string | null } | 'NEVER' | null;
};

const words = {
  purchase: { subject: m.mail_receipt_subject_purchase, intro: m.mail_receipt_intro_purchase },
  professional: { subject: m.mail_receipt_subject_purchase, intro: m.mail_receipt_intro_professional },
  renewal: { subject: m.mail_receipt_subject_renewal, intro: m.mail_receipt_intro_renewal },
  upgrade: { subject: m.mail_receipt_subject_upgrade, intro: m.mail_receipt_intro_upgrade },
} as const;

/** Ways in which no money came that could go back. */
const unpaid = new Set<PaidWith['type']>(['CODE', 'NOTHING']);

function renewalBlocks({ renewal, occasion, paymentMethod }: ReceiptProps, context: MailContext): Block[] {
  const { say } = context;
  const refund: Block[] =
    occasion === 'purchase' && !unpaid.has(paymentMethod.type) ? [{ kind: 'note', text: m.mail_receipt_refund_terms({}, say) }] : [];
  if (renewal === null) return refund;
  const heading: Block = { kind: 'heading', text: m.mail_renewal_terms_heading({}, say) };
  if (renewal === 'NEVER') return [heading, { kind: 'paragraph', text: m.mail_renewal_none({}, say) }, ...refund];
  return [
    heading,
    { kind: 'paragraph', text: renewalTerms({ ...renewal, heldBy: null }, context) },
    ...needsMethod({ ...renewal, heldBy: null }, context),
    cancelRenewal(renewal, context),
    ...refund,
  ];
}

export const receipt: MailTemplate<ReceiptProps> = (props, context) => {
  const { say } = context;
  const date = longDate(props.date, context);
  return {
    subject: words[props.occasion].subject({ brand: brand.name }, say),
    preview: m.mail_receipt_preview({ plan: props.planName, total: props.total, date }, say),
    heading: m.mail_receipt_heading({}, say),
    reason: m.mail_reason_payment({ brand: brand.name }, say),
    blocks: [
      greeting(props, context),
      { kind: 'paragraph', text: words[props.occasion].intro({ brand: brand.name }, say) },
      ...(props.coversCoParent ? [{ kind: 'paragraph', text: m.mail_receipt_for_co_parent({}, say) } as const] : []),
      {
        kind: 'amounts',
        caption: m.mail_receipt_lines_caption({}, say),
        rows: props.lines,
        total: { label: m.mail_fact_total({}, say), amount: props.total },
        notes: [...props.included, ...currencyNotes(context)],
      },
      {
        kind: 'facts',
        caption: m.mail_receipt_details_caption({}, say),
        rows: [
          { label: m.mail_fact_plan({}, say), value: props.planName },
          { label: m.mail_fact_payment_method({}, say), value: paymentMethodText(props.paymentMethod, context) },
          { label: m.mail_fact_date({}, say), value: date },
          { label: m.mail_fact_transaction({}, say), value: props.transactionId },
        ],
      },
      ...renewalBlocks(props, context),
    ],
  };
};
