import type { AccountPaymentResult } from '#contract/api/account-payments.ts';
import { unpaidOutcome } from '../checkout/decline-texts.ts';
import { readReceipt } from '../checkout/receipt.ts';
import type { Db } from '../db/pool.ts';
import type { Language, Purpose } from '../db/schema.ts';
import { orderOfAttempt } from '../payments/order-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptOfOwnSubmission } from '../payments/payment-attempt-repository.ts';
import { cancelsPurchase, refundsOf } from '../payments/refund-repository.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';

/** The outcome of a payment from the account; can be read any number of times. */
export async function accountPaymentResult(
  db: Db,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<AccountPaymentResult> {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  const order = await orderOfAttempt<StoredQuote>(db, attempt.id);
  if (!order) throw new Error('An approved attempt has no order');
  const isRefunded = (await refundsOf(db, [order.id])).some(cancelsPurchase);
  return { outcome: 'PAID', receipt: await readReceipt(db, order, language), givenBack: isRefunded };
}

type PaymentResultParams = { purpose: Purpose; subjectId: string; key: string | null | undefined; language: Language };

/** Of the submission with this key; without a key, of the latest. */
export async function submissionResult(
  db: Db,
  { key = null, language, ...subject }: PaymentResultParams,
): Promise<AccountPaymentResult> {
  const attempt = await attemptOfOwnSubmission(db, { ...subject, key });
  return attempt ? accountPaymentResult(db, { attempt, language }) : { outcome: 'NONE' };
}
