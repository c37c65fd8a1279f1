import type { AccountPaymentResult } from '#contract/api/account-payments.ts';
import { declineText } from '../checkout/decline-texts.ts';
import { presentReceipt } from '../checkout/receipt.ts';
import type { Db } from '../db/pool.ts';
import type { Language, Purpose } from '../db/schema.ts';
import { orderOfAttempt } from '../payments/order-repository.ts';
import { isUnsettled, type PaymentAttempt } from '../payments/payment-attempt.ts';
import { attemptByKey, latestAttempt } from '../payments/payment-attempt-repository.ts';
import { refundsOf } from '../payments/refund-repository.ts';
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
  const givenBack = (await refundsOf(db, [order.id])).some(({ reason }) => reason !== 'FIRST_PAYMENT');
  return { outcome: 'PAID', receipt: presentReceipt(order, language), givenBack };
}

type Asked = { purpose: Purpose; subjectId: string; key: string | undefined; language: Language };

/** Of the press with this key; one that met an attempt under way, by whichever key, waits for that one. Without a key, the latest. */
export async function pressResult(db: Db, { purpose, subjectId, key, language }: Asked): Promise<AccountPaymentResult> {
  const own = key === undefined ? null : await attemptByKey(db, { purpose, subjectId, idempotencyKey: key });
  const attempt = own ?? (await latestAttempt(db, { purpose, subjectId }));
  if (!attempt || (own === null && key !== undefined && !isUnsettled(attempt.state))) return { outcome: 'NONE' };
  return accountPaymentResult(db, { attempt, language });
}
