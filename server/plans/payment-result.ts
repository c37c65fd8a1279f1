import type { AccountPaymentResult } from '#contract/api/account-payments.ts';
import { unpaidOutcome } from '../checkout/decline-texts.ts';
import { type PurchaseKind, purposeOf } from '../checkout/purchase.ts';
import { readReceipt } from '../checkout/receipt.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { orderOfAttempt } from '../payments/order-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfOwnSubmission } from '../payments/payment-attempt-repository.ts';
import { cancelsPurchase, refundsOf } from '../payments/refund-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';

/** The outcome of a payment made in the account; can be read any number of times. */
export async function accountPaymentResult(
  db: Db,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<AccountPaymentResult> {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  const order = await orderOfAttempt<StoredQuote>(db, attempt.id);
  if (!order) throw new Error('Approved attempt without an order');
  const isRefunded = (await refundsOf(db, [order.id])).some(cancelsPurchase);
  return { outcome: 'PAID', receipt: await readReceipt(db, order, language), givenBack: isRefunded };
}

type PaymentResultParams = {
  kind: PurchaseKind;
  subjectId: string;
  buyerId: string;
  key: string | null | undefined;
  language: Language;
};

/**
 * The outcome of the submission with this key; without a key, of the latest. A plan's holder learns nothing about a
 * card with which somebody else pays for it.
 */
export async function submissionResult(
  db: Db,
  { kind, subjectId, buyerId, key = null, language }: PaymentResultParams,
): Promise<AccountPaymentResult> {
  const bought = { kind, buyerId };
  const attempt = await attemptOfOwnSubmission(db, { purpose: purposeOf[kind], subjectId, bought, key });
  return attempt ? accountPaymentResult(db, { attempt, language }) : { outcome: 'NONE' };
}
