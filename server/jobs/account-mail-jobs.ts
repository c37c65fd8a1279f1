import { formatCents } from '#contract/money.ts';
import { formatDocumentNumber } from '#contract/document-number.ts';
import { openDeletion, readDeletion } from '../account/deletion-repository.ts';
import { codesBack } from '../account/refund-first-payment.ts';
import { readUser } from '../identity/user-repository.ts';
import { invoiceNumberOf, paidPlanName } from '../checkout/receipt.ts';
import { documentOfCause } from '../documents/document-repository.ts';
import { orderPaidWith, paidWith } from '../mail-templates/formats.ts';
import { readOrder } from '../payments/order-repository.ts';
import { readMethod } from '../payments/payment-method-repository.ts';
import { readRefund } from '../payments/refund-repository.ts';
import { dayIn } from '../subscriptions/calendar.ts';
import { paidTerms } from '../subscriptions/paid-terms.ts';
import { usableUntil } from '../subscriptions/subscription-life.ts';
import { currentSubscription } from '../subscriptions/subscription-repository.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job, JobDependencies } from './job.ts';
import { links } from './links.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';

async function readRefundMail({ db }: JobDependencies, refundId: string) {
  const refund = await readRefund(db, refundId);
  const [order, reader] = refund
    ? await Promise.all([readOrder<StoredQuote>(db, refund.orderId), readUser(db, refund.userId)])
    : [null, null];
  if (!refund || !order || !reader) return null;
  const { language } = reader;
  const terms = await paidTerms(db, [order.id]);
  // A first payment goes back for the payer's own plan alone, or for both where the other parent was never invited.
  const isFullRefund = refund.amountCents === order.totalCents;
  const refundedTerms =
    refund.reason === 'FIRST_PAYMENT' && !isFullRefund ? terms.filter(({ userId }) => userId === reader.id) : terms;
  const codes = codesBack(order, isFullRefund);
  const props = {
    planName: paidPlanName(order, { terms: refundedTerms, language }),
    invoiceNumber: invoiceNumberOf(order),
    firstName: reader.firstName,
    amount: formatCents(refund.amountCents),
    codesBack: refund.reason === 'FIRST_PAYMENT' && codes > 0 ? formatCents(codes) : null,
    because: refund.reason,
    paymentMethod: orderPaidWith({ method: order.paymentMethod, codes: order.quote.priced.codes.length }),
  };
  return {
    refund,
    reader: { ...reader, country: order.country },
    dayOf: (at: Date) => dayIn(at, reader.timeZone ?? 'UTC'),
    props,
  };
}

/** Money has gone back. */
export const sendRefundIssued: Job<'send-refund-issued'> = {
  run: async (dependencies, { refundId, again }) => {
    const found = await readRefundMail(dependencies, refundId);
    const settledAt = found?.refund.settledAt ?? null;
    if (!found || settledAt === null || !['SETTLING', 'VOIDED', 'REFUNDED'].includes(found.refund.state)) return;
    const { refund, reader, dayOf, props } = found;
    const creditNote = await documentOfCause(dependencies.db, `refund:${refundId}`);
    const creditNoteNumber = creditNote && formatDocumentNumber(creditNote);
    await deliverMail(dependencies, reader, {
      // One that a bank declined later was told of before: this is another mail.
      dedupeKey: [
        `refund.${refundId}`,
        ...(refund.returnedCount > 0 ? [refund.returnedCount] : []),
        ...(again ? [again] : []),
      ].join('.'),
      template: 'refund-issued',
      document: creditNote,
      props: {
        ...props,
        creditNoteNumber,
        again: refund.returnedCount > 0,
        on: dayOf(settledAt),
        transactionId: refund.gatewayId ?? refund.transactionId,
      },
    });
  },
};

/** Money that was promised back was refused for good. One that was sent after all is not spoken of. */
export const sendRefundFailed: Job<'send-refund-failed'> = {
  run: async (dependencies, { refundId }) => {
    const found = await readRefundMail(dependencies, refundId);
    if (found?.refund.state !== 'FAILED') return;
    const { refund, reader, dayOf, props } = found;
    await deliverMail(dependencies, reader, {
      dedupeKey: `refund-failed.${refundId}`,
      template: 'refund-failed',
      props: { ...props, on: dayOf(refund.requestedAt) },
    });
  },
};

/** Another payment method is on file: its owner should know, in case it was not them. */
export const sendPaymentMethodReplaced: Job<'send-payment-method-replaced'> = {
  run: async (dependencies, { paymentMethodId, replaced = true }) => {
    const method = await readMethod(dependencies.db, paymentMethodId);
    const reader = method && (await readUser(dependencies.db, method.userId));
    if (!reader) return;
    await deliverMail(dependencies, reader, {
      dedupeKey: `method-replaced.${paymentMethodId}`,
      template: 'payment-method-replaced',
      props: { firstName: reader.firstName, replaced, paymentMethod: paidWith(method) },
    });
  },
};

/** An account will be closed. One that was taken back meanwhile is not spoken of. */
export const sendAccountClosing: Job<'send-account-closing'> = {
  run: async (dependencies, { requestId, again }) => {
    const request = await readDeletion(dependencies.db, requestId);
    const open = request && (await openDeletion(dependencies.db, request.userId));
    const reader = open?.id === requestId ? await readUser(dependencies.db, open.userId) : null;
    if (!open || !reader) return;
    const isProfessional = reader.role === 'PROFESSIONAL';
    await deliverMail(dependencies, reader, {
      dedupeKey: [`account-closing.${requestId}`, ...(again ? [again] : [])].join('.'),
      template: 'account-closing',
      props: {
        firstName: reader.firstName,
        closesOn: open.closesOn,
        keepUrl: links(dependencies, reader)[isProfessional ? 'settings' : 'billing'],
        isProfessional,
      },
    });
  },
};

/** Somebody has joined on a plan that another pays for; whoever paid for their own has a receipt. */
export const sendPlanJoined: Job<'send-plan-joined'> = {
  run: async (dependencies, { userId }) => {
    const { db } = dependencies;
    const [reader, plan] = await Promise.all([readUser(db, userId), currentSubscription(db, userId)]);
    if (!reader || !plan || plan.payerUserId === userId) return;
    await deliverMail(dependencies, reader, {
      dedupeKey: `plan-joined.${userId}`,
      template: 'plan-joined',
      props: {
        firstName: reader.firstName,
        paidUntil: usableUntil(plan),
        renews: plan.autoRenew,
        billingUrl: links(dependencies, reader).billing,
      },
    });
  },
};

/** The last mail, while there is still an address to send it to. Throws when it should be tried again. */
export async function sendAccountClosed(dependencies: JobDependencies, requestId: string): Promise<void> {
  const request = await readDeletion(dependencies.db, requestId);
  const open = request && (await openDeletion(dependencies.db, request.userId));
  const reader = open?.id === requestId ? await readUser(dependencies.db, open.userId) : null;
  // Whose account was merged into another was told then, if the address was theirs.
  if (!reader || reader.status === 'CLOSED') return;
  await deliverMail(dependencies, reader, {
    dedupeKey: `account-closed.${requestId}`,
    template: 'account-closed',
    props: { firstName: reader.firstName },
  });
}
