import { refundDays, refundOfFirstPayment } from '#contract/account/refund.ts';
import type { Paid } from '#contract/api/payments.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { emailProofLink } from '../../account/prove-own-email.ts';
import { presentReceipt, termsForMail } from '../../checkout/receipt.ts';
import { openDeletion } from '../../closing/deletion-repository.ts';
import type { Db } from '../../db/pool.ts';
import { documentOfCause } from '../../documents/document-repository.ts';
import { isUninvited } from '../../identity/invite-timing-repository.ts';
import { readUser } from '../../identity/user-repository.ts';
import { orderPaidWith } from '../../mail-templates/formats.ts';
import type { ReceiptOccasion, ReceiptProps } from '../../mail-templates/templates/receipt.ts';
import { receipt as receiptMail } from '../../mail-templates/templates/receipt.ts';
import { type Order, readOrder } from '../../payments/order-repository.ts';
import { readAttempt } from '../../payments/payment-attempt-repository.ts';
import { isBackupTry } from '../../plans/methods/backup-try.ts';
import { renewalsNow } from '../../plans/receipt-renewals.ts';
import { isFirstPayment } from '../../plans/refunds/plan-payments.ts';
import { renewalRefundDays } from '../../plans/refunds/renewal-refund-days.ts';
import { linesAndNotes } from '../../pricing/quote.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import type { Job } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

const occasions: Record<Order<unknown>['kind'], ReceiptOccasion> = {
  SIGN_UP: 'purchase',
  INVITE: 'purchase',
  RENEWAL: 'renewal',
  NEW_START: 'restart',
  UPGRADE: 'upgrade',
  PROFESSIONAL_PLAN: 'professional',
  CODE_BUNDLE: 'professional',
};

type ReceiptMailParams = {
  order: Order<StoredQuote>;
  receipt: Paid['receipt'];
  firstName: string;
  closesOn: Day | null;
  isCoParentInvited: boolean;
  isFirst: boolean;
  isInvoiceAttached: boolean;
  confirmUrl: string | null;
  isBackup: boolean;
  to: Pick<ReturnType<typeof links>, 'billing' | 'howToCancel' | 'paymentMethod'>;
};

/** Another person's renewal is theirs. */
function refundOf(
  { kind, totalCents, payForCoParent, country }: Order<StoredQuote>,
  { isInvited, isOwn, isFirst }: { isInvited: boolean; isOwn: boolean; isFirst: boolean },
): ReceiptProps['refund'] {
  if (totalCents === 0 || !(isFirst || (kind === 'RENEWAL' && isOwn))) return null;
  const days = isFirst ? refundDays : renewalRefundDays(country);
  return { ...refundOfFirstPayment({ totalCents, forTwo: payForCoParent }), isInvited, days };
}

/** Contents of an order's mail, from the receipt that page and PDF show. */
export function receiptMailProps({
  order,
  receipt,
  firstName,
  closesOn,
  isCoParentInvited,
  isFirst,
  isInvoiceAttached,
  confirmUrl,
  isBackup,
  to,
}: ReceiptMailParams): ReceiptProps {
  const { rows, notes } = linesAndNotes(receipt.lines, order.language);
  return {
    occasion: occasions[order.kind],
    firstName,
    planName: receipt.receiptText,
    paidFor: receipt.paidFor,
    lines: rows.map(({ label, amountFormatted }) => ({ label, amount: amountFormatted })),
    total: receipt.totals.totalFormatted,
    included: notes,
    paymentMethod: orderPaidWith({ method: order.paymentMethod, codes: order.quote.priced.codes.length }),
    isBackup,
    date: dayIn(order.createdAt, order.timeZone),
    invoiceNumber: receipt.invoiceNumber,
    isInvoiceAttached,
    confirmUrl,
    transactionId: receipt.transactionId,
    renewals: receipt.renewals.map(({ heldBy, date, amountFormatted: amount, yearlyFormatted = null }) => ({
      heldBy,
      date,
      amount,
      yearlyAmount: yearlyFormatted,
    })),
    refund: refundOf(order, {
      isInvited: isCoParentInvited,
      isOwn: receipt.paidFor.some(({ own }) => own),
      isFirst,
    }),
    cancelUrl: to.billing,
    howToCancelUrl: to.howToCancel,
    addMethodUrl: receipt.renewals.some(({ needsMethod }) => needsMethod) ? to.paymentMethod : null,
    closesOn: receipt.paidFor.some(({ own }) => own) ? closesOn : null,
  };
}

async function hasInvited(
  db: Db,
  { payerId, terms }: { payerId: string; terms: readonly { userId: string }[] },
): Promise<boolean> {
  const other = terms.find(({ userId }) => userId !== payerId);
  return other !== undefined && !(await isUninvited(db, other.userId));
}

/** Mails the receipt of a paid order to its payer. */
export const sendReceipt: Job<{
  orderId: string;
  /** Set if the mail is sent once more. */
  again?: string;
}> = {
  run: async (dependencies, { orderId, again }) => {
    const { db } = dependencies;
    const order = await readOrder<StoredQuote>(db, orderId);
    const payer = order && (await readUser(db, order.userId));
    if (!order || !payer) throw new Error('Receipt without an order or a payer');
    const { terms, mayAttach } = await termsForMail(db, { order, payer });
    const issued = presentReceipt(order, { terms, language: order.language });
    const renewals = again ? await renewalsNow(dependencies, { ...issued, terms, payer }) : issued.renewals;
    const receipt = { ...issued, renewals };
    const closing = await openDeletion(db, payer.id);
    const invoice = mayAttach ? await documentOfCause(db, `order:${orderId}`) : null;
    const to = links(dependencies, payer);
    const attempt = await readAttempt(db, order.attemptId);
    const proof = await emailProofLink(dependencies, payer.id);
    await deliverMail(
      dependencies,
      { ...payer, language: order.language, country: order.country },
      {
        dedupeKey: again ? `receipt.${order.id}.${again}` : `receipt.${order.id}`,
        template: receiptMail,
        isRequested: again !== undefined,
        props: receiptMailProps({
          order,
          receipt,
          firstName: payer.firstName,
          closesOn: closing?.closesOn ?? null,
          isCoParentInvited: await hasInvited(db, { payerId: payer.id, terms }),
          isFirst: await isFirstPayment(db, order),
          isInvoiceAttached: invoice !== null,
          isBackup: attempt !== null && isBackupTry(attempt),
          confirmUrl: proof === null ? null : to.emailChange(proof),
          to,
        }),
        document: invoice,
      },
    );
  },
};
