import type { AccountPaymentResult } from '#contract/api/account-payments.ts';
import { declineText } from '../checkout/decline-texts.ts';
import { presentReceipt } from '../checkout/receipt.ts';
import type { Db } from '../db/pool.ts';
import type { Language, Purpose } from '../db/schema.ts';
import { orderOfAttempt } from '../payments/order-repository.ts';
import { isUnsettled, type PaymentAttempt } from '../payments/payment-attempt.ts';
import { latestAttempt } from '../payments/payment-attempt-repository.ts';
import type { StoredQuote } from '../pricing/quote.ts';

/** What became of a payment from the account, as often as somebody asks. */
export async function accountPaymentResult(
  db: Db,
  { attempt, language }: { attempt: PaymentAttempt; language: Language },
): Promise<AccountPaymentResult> {
  if (isUnsettled(attempt.state)) return { outcome: 'CONFIRMING', paymentId: attempt.id };
  if (attempt.state !== 'APPROVED') return { outcome: 'DECLINED', ...declineText(attempt.outcome, language) };
  const order = await orderOfAttempt<StoredQuote>(db, attempt.id);
  if (!order) throw new Error('An approved attempt has no order');
  return { outcome: 'PAID', receipt: presentReceipt(order, language) };
}

export async function latestResult(
  db: Db,
  { purpose, subjectId, language }: { purpose: Purpose; subjectId: string; language: Language },
): Promise<AccountPaymentResult> {
  const attempt = await latestAttempt(db, { purpose, subjectId });
  return attempt ? accountPaymentResult(db, { attempt, language }) : { outcome: 'NONE' };
}
