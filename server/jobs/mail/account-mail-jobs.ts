import { dayIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { paidPlanName, termsForMail } from '../../checkout/receipt.ts';
import { openDeletion, readDeletion } from '../../closing/deletion-repository.ts';
import { viewRenewalsBefore } from '../../closing/renewals-before-closing.ts';
import type { Db } from '../../db/pool.ts';
import { creditNoteOf, documentOfCause } from '../../documents/document-repository.ts';
import { readUser } from '../../identity/user-repository.ts';
import { orderPaidWith, paidWith } from '../../mail-templates/formats.ts';
import { accountClosed } from '../../mail-templates/templates/account-closed.ts';
import { accountClosing } from '../../mail-templates/templates/account-closing.ts';
import { planJoined } from '../../mail-templates/templates/paid-by-another.ts';
import { paymentMethodReplaced } from '../../mail-templates/templates/payment-method-replaced.ts';
import { refundFailed, refundIssued } from '../../mail-templates/templates/refund.ts';
import { readOrder } from '../../payments/order-repository.ts';
import { readMethod } from '../../payments/payment-method-repository.ts';
import { readRefund } from '../../payments/refund-repository.ts';
import { codesCreditedOnOtherOrders } from '../../plans/refunds/refund-payment.ts';
import { remainingOn } from '../../pricing/activation-code-repository.ts';
import type { PricedCode, StoredQuote } from '../../pricing/stored-quote.ts';
import { readPeriod } from '../../subscriptions/period-repository.ts';
import { usableUntil } from '../../subscriptions/subscription-life.ts';
import { currentSubscription } from '../../subscriptions/subscription-repository.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

async function readRefundMail({ db }: JobDependencies, refundId: string) {
  const refund = await readRefund(db, refundId);
  const [order, reader] = refund
    ? await Promise.all([readOrder<StoredQuote>(db, refund.orderId), readUser(db, refund.userId)])
    : [null, null];
  if (!refund || !order || !reader) return null;
  const { language } = reader;
  const { terms, mayAttach } = await termsForMail(db, { order, payer: reader });
  // A first payment is refunded for the payer's own plan, or for both if the other parent was never invited.
  const isFullRefund = refund.amountCents === order.totalCents;
  const refundedTerms =
    refund.reason === 'BY_PAYER' && !isFullRefund ? terms.filter(({ userId }) => userId === reader.id) : terms;
  const creditNote = await creditNoteOf(db, { orderId: order.id, cause: `refund:${refundId}` });
  const credited = creditNote ?? (await documentOfCause(db, `refund-failed:${refundId}`));
  const { codes } = order.quote.priced;
  const returned = [
    { codes, codesCents: credited?.codesCents ?? 0 },
    ...(await codesCreditedOnOtherOrders(db, refund)),
  ];
  const toCodes = await Promise.all(returned.map((one) => returnedToCodes(db, one)));
  const codesCents = toCodes.reduce((sum, cents) => sum + cents, 0);
  const props = {
    planName: paidPlanName(order, { terms: refundedTerms, language }),
    invoiceNumber: formatDocumentNumber(order.invoice),
    firstName: reader.firstName,
    amount: formatCents(refund.amountCents),
    codesBack: refund.reason === 'BY_PAYER' && codesCents > 0 ? formatCents(codesCents) : null,
    because: refund.reason,
    paymentMethod: orderPaidWith({ method: order.paymentMethod, codes: codes.length }),
  };
  return {
    refund,
    creditNote,
    document: mayAttach ? creditNote : null,
    reader: { ...reader, country: order.country },
    dayOf: (at: Date) => dayIn(at, reader.timeZone ?? 'UTC'),
    props,
  };
}

/** What valid codes got back by a refund; withdrawn ones are not mentioned. */
async function returnedToCodes(
  db: Db,
  { codes, codesCents }: { codes: readonly PricedCode[]; codesCents: number },
): Promise<number> {
  if (codesCents === 0) return 0;
  const working = await remainingOn(
    db,
    codes.map(({ id }) => id),
  );
  const paid = codes.filter(({ id }) => working.has(id)).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.min(codesCents, paid);
}

/** Tells the payer that a refund was issued. */
export const sendRefundIssued: Job<{ refundId: string; again?: string }> = {
  run: async (dependencies, { refundId, again }) => {
    const found = await readRefundMail(dependencies, refundId);
    const settledAt = found?.refund.settledAt ?? null;
    if (!found || settledAt === null || !['SETTLING', 'VOIDED', 'REFUNDED'].includes(found.refund.state)) return;
    const { refund, creditNote, document, reader, dayOf, props } = found;
    const creditNoteNumber = creditNote && formatDocumentNumber(creditNote);
    await deliverMail(dependencies, reader, {
      // A refund that a bank declined later was announced before: this is another mail.
      dedupeKey: [
        `refund.${refundId}`,
        ...(refund.returnedCount > 0 ? [refund.returnedCount] : []),
        ...(again ? [again] : []),
      ].join('.'),
      template: refundIssued,
      document,
      props: {
        ...props,
        creditNoteNumber,
        isAttached: document !== null,
        again: refund.returnedCount > 0,
        on: dayOf(settledAt),
        transactionId: refund.gatewayId ?? refund.transactionId,
      },
    });
  },
};

/** Tells the payer that a promised refund was refused for good. Not sent if it was issued after all. */
export const sendRefundFailed: Job<{ refundId: string }> = {
  run: async (dependencies, { refundId }) => {
    const found = await readRefundMail(dependencies, refundId);
    if (found?.refund.state !== 'FAILED') return;
    const { refund, reader, dayOf, props } = found;
    await deliverMail(dependencies, reader, {
      dedupeKey: `refund-failed.${refundId}`,
      template: refundFailed,
      props: { ...props, on: dayOf(refund.requestedAt) },
    });
  },
};

/** Tells the owner that another payment method is on file, in case somebody else stored it. */
export const sendPaymentMethodReplaced: Job<{
  paymentMethodId: string;
  /** Whether there was a method before. */
  replaced: boolean;
}> = {
  run: async (dependencies, { paymentMethodId, replaced }) => {
    const method = await readMethod(dependencies.db, paymentMethodId);
    const reader = method && (await readUser(dependencies.db, method.userId));
    if (!reader) return;
    await deliverMail(dependencies, reader, {
      dedupeKey: `method-replaced.${paymentMethodId}`,
      template: paymentMethodReplaced,
      props: { firstName: reader.firstName, replaced, isBackup: method.isBackup, paymentMethod: paidWith(method) },
    });
  },
};

/** Tells the owner that their account will be closed. Not sent if the request was withdrawn. */
export const sendAccountClosing: Job<{ requestId: string; again?: string }> = {
  run: async (dependencies, { requestId, again }) => {
    const request = await readDeletion(dependencies.db, requestId);
    const open = request && (await openDeletion(dependencies.db, request.userId));
    const reader = open?.id === requestId ? await readUser(dependencies.db, open.userId) : null;
    if (!open || !reader) return;
    const isProfessional = reader.role === 'PROFESSIONAL';
    const at = dependencies.clock.now();
    const closing = { userId: reader.id, closesOn: open.closesOn, at, language: reader.language };
    await deliverMail(dependencies, reader, {
      dedupeKey: [`account-closing.${requestId}`, ...(again ? [again] : [])].join('.'),
      template: accountClosing,
      props: {
        firstName: reader.firstName,
        closesOn: open.closesOn,
        keepUrl: links(dependencies, reader)[isProfessional ? 'settings' : 'billing'],
        myAccountUrl: links(dependencies, reader).myAccount,
        isProfessional,
        renewals: await viewRenewalsBefore(dependencies, closing),
      },
    });
  },
};

/** Tells a parent who has joined that somebody else pays for their plan; one who paid has a receipt. */
export const sendPlanJoined: Job<{ userId: string }> = {
  run: async (dependencies, { userId }) => {
    const { db } = dependencies;
    const [reader, plan] = await Promise.all([readUser(db, userId), currentSubscription(db, userId)]);
    if (!reader || !plan || plan.payerUserId === userId) return;
    await deliverMail(dependencies, reader, {
      dedupeKey: `plan-joined.${userId}`,
      template: planJoined,
      props: {
        firstName: reader.firstName,
        paidUntil: usableUntil(plan),
        renews: plan.autoRenew,
        daysBefore: (await readPeriod(db, plan))?.daysBeforeJoining ?? 0,
        billingUrl: links(dependencies, reader).billing,
      },
    });
  },
};

/** The last mail of an account, while it still has an address. Throws if it should be retried. */
export async function sendAccountClosed(dependencies: JobDependencies, requestId: string): Promise<void> {
  const request = await readDeletion(dependencies.db, requestId);
  const open = request && (await openDeletion(dependencies.db, request.userId));
  const reader = open?.id === requestId ? await readUser(dependencies.db, open.userId) : null;
  // The owner of a merged account was notified at the merge, if the address was theirs.
  if (!reader || reader.status === 'CLOSED') return;
  await deliverMail(dependencies, reader, {
    dedupeKey: `account-closed.${requestId}`,
    template: accountClosed,
    props: { firstName: reader.firstName },
  });
}
