import type { Paid, readPayment } from '#contract/api/payments.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { after, type Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { readUser, type User } from '../identity/user-repository.ts';
import { type Order, orderOfAttempt } from '../payments/order-repository.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.ts';
import { presentQuote } from '../pricing/quote.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import type { TokenMaker } from '../secret.ts';
import { credentialsLifeMs, credentialsToken, formerCredentialsToken } from './credentials-link.ts';
import { unpaidOutcome } from './decline-texts.ts';
import { payerCustomerOf } from './purchase.ts';
import { readReceipt } from './receipt.ts';

export type ResultDependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
type ReadDependencies = Omit<ResultDependencies, 'db'> & { db: DbOrTrx };
export type PaymentResult = AnswerOf<typeof readPayment>;
type PaidAnswerParams = {
  attempt: PaymentAttempt;
  language: Language;
  /** What the payer may see of the other parent; null if nothing. */
  coParent: Paid['registration']['coParent'];
  /** The link that paid has expired: the payment is shown, but not the user's current details or credentials. */
  linkEnded?: boolean;
  /** Read with the sign-up's key, which stays in the browser that paid: it opens the account for a day. */
  byKey?: boolean;
};

/** An attempt as the contract presents it. Reading it is repeatable. */
export async function paymentResultOf(
  dependencies: ReadDependencies,
  { attempt, language, coParent, linkEnded = false, byKey = false }: PaidAnswerParams,
): Promise<PaymentResult> {
  const unpaid = unpaidOutcome(attempt, language);
  if (unpaid) return unpaid;
  const order = await orderOfAttempt<StoredQuote>(dependencies.db, attempt.id);
  const parent = order && (await readUser(dependencies.db, order.userId));
  if (!order || !parent) throw new Error('Approved attempt without an order');
  const { db, clock, makeToken } = dependencies;
  const receipt = await readReceipt(db, order, language);
  const [at, userId] = [clock.now(), parent.id];
  const isOpen = !linkEnded && needsCredentials(parent);
  const isLate = byKey && at >= after(order.createdAt, credentialsLifeMs);
  if (isOpen && !isLate) {
    const clickToJoinToken = await credentialsToken(db, { userId, makeToken, at });
    return paidAnswer({ order, receipt, parent, language, coParent, clickToJoinToken });
  }
  // A key left in a shared browser outlives the sign-up: its holder must not see how the account has changed since.
  const then = withNameAtPayment(parent, attempt);
  const paid = withPayerName(receipt, then);
  // An expired token can only request a mail to the account's own address.
  const clickToJoinToken = isOpen ? await formerCredentialsToken(db, { userId, makeToken, at }) : null;
  return paidAnswer({ order, receipt: paid, parent: then, language, coParent, clickToJoinToken });
}

/** A user with a username logs in with it; a closed account has none and stays closed. */
const needsCredentials = ({ username, status }: User): boolean => username === null && status !== 'CLOSED';

function withNameAtPayment(parent: User, attempt: PaymentAttempt): User {
  const { firstName, lastName, email } = payerCustomerOf(attempt) ?? { firstName: '', lastName: '', email: '' };
  return { ...parent, firstName, lastName, email };
}

function withPayerName(receipt: Paid['receipt'], { firstName, lastName }: User): Paid['receipt'] {
  const name = `${firstName} ${lastName}`;
  return { ...receipt, paidFor: receipt.paidFor.map((holder) => (holder.own ? { ...holder, name } : holder)) };
}

type PaidAnswerParts = Pick<Paid, 'clickToJoinToken' | 'receipt'> &
  Pick<PaidAnswerParams, 'language' | 'coParent'> & { order: Order<StoredQuote>; parent: User };

function paidAnswer({ order, receipt, parent, language, coParent, clickToJoinToken }: PaidAnswerParts): Paid {
  const { totals, couponDetail, taxes } = presentQuote(order.quote, { language });
  return {
    outcome: 'PAID',
    clickToJoinToken,
    gaPayloadBase64: analyticsPayload(order),
    receipt,
    registration: {
      parent: {
        userId: parent.id,
        firstName: parent.firstName,
        lastName: parent.lastName,
        email: parent.email,
        familyId: parent.familyId ?? '',
      },
      coParent,
      order: { packageId: order.packageId ?? 0 },
      promoCodes: order.quote.priced.coupon ? [order.quote.priced.coupon.code] : [],
    },
    pricingInfo: { couponDetail, taxes, totals },
  };
}

/** For e-commerce analytics: the order, and nothing about the person. */
function analyticsPayload({ id, packageId, quote, totalCents, taxCents }: Order<StoredQuote>): string {
  const payload = {
    transaction_id: id,
    currency: 'USD',
    value: totalCents / 100,
    tax: taxCents / 100,
    coupon: quote.priced.coupon?.code,
    items: [
      {
        item_id: String(packageId),
        item_name: quote.priced.package.name,
        quantity: quote.priced.payForCoParent ? 2 : 1,
      },
    ],
  };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}
