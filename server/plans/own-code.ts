import type { PaidByCode } from '#contract/api/plan-codes.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Db } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Language } from '../db/schema.ts';
import type { User } from '../identity/user-repository.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { readSubscription } from '../subscriptions/subscription-repository.ts';
import { type CodePaymentDependencies, type PricedByCode, payWithCode, priceByCode } from './pay-with-code.ts';

type Dependencies = CodePaymentDependencies & { db: Db };
type OwnCode = { user: User; language: Language; code: string };
type Problem = 'CONFLICT' | 'NOT_FOUND' | 'VALIDATION';

/** What a code would pay of its user's own plan; nothing is used yet. */
export async function priceOwnCode(
  dependencies: Dependencies,
  { user, language, code: typed }: OwnCode,
): Promise<PaidByCode | Refusal<Problem>> {
  const at = dependencies.clock.now();
  const priced = await priceByCode(dependencies.db, dependencies, {
    user,
    typed,
    field: 'code',
    form: 'account-code',
    at,
  });
  return isRefusal(priced) ? priced : view(priced, language);
}

/** Pays a year of its user's own plan with a code, once, for the amount that was displayed. */
export async function payWithOwnCode(
  dependencies: Dependencies,
  { user, language, code: typed, subscriptionId, amount }: OwnCode & { subscriptionId: string; amount: number },
): Promise<PaidByCode | Refusal<Problem>> {
  if ((await readSubscription(dependencies.db, subscriptionId))?.userId !== user.id) return refuse('NOT_FOUND');
  const at = dependencies.clock.now();
  const paid = await refusableTransaction(dependencies.db, (trx) =>
    payWithCode(trx, dependencies, {
      user,
      subscriptionId,
      typed,
      field: 'code',
      form: 'account-code',
      cents: amount,
      at,
    }),
  );
  return isRefusal(paid) ? paid : view(paid, language);
}

function view(
  { payable: { subscription }, quoted: { quote, period }, cents, leftCents }: PricedByCode,
  language: Language,
): PaidByCode {
  return {
    subscriptionId: subscription.id,
    planName: quote.texts.package[language],
    from: period.periodStart,
    until: period.periodEnd,
    amount: cents,
    amountFormatted: formatCents(cents),
    leftFormatted: formatCents(leftCents),
  };
}
