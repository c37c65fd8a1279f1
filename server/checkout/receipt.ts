import { type Holder, holdersToPayer } from '#contract/account/paid-for.ts';
import type { Paid } from '#contract/api/payments.ts';
import type { PriceLine } from '#contract/api/prices.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { m } from '#messages/messages.js';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { mayNameOthers } from '../identity/proven-email.ts';
import type { User } from '../identity/user-repository.ts';
import type { Order } from '../payments/order-repository.ts';
import { nextRenewal, presentQuote } from '../pricing/quote.ts';
import type { StoredQuote } from '../pricing/stored-quote.ts';
import { type PaidTerm, paidTerms } from '../subscriptions/paid-terms.ts';

type Receipt = Paid['receipt'];
type ReceiptContext = { terms: readonly PaidTerm[]; language: Language };

/** An order's receipt for its payer, in the given language: the subscriptions it paid for, and their renewals. */
export async function readReceipt(db: Db, order: Order<StoredQuote>, language: Language): Promise<Receipt> {
  return presentReceipt(order, { terms: await paidTerms(db, [order.id]), language });
}

/**
 * What mails to an order's payer may contain. Where they must not name others (`mayNameOthers`) they attach no document
 * that does, because an issued document's wording cannot be changed; while two people claim the account they attach
 * none, because documents show the address.
 */
export async function termsForMail(
  db: Db,
  { order, payer }: { order: Order<StoredQuote>; payer: Pick<User, 'emailProvenAt' | 'frozenAt'> },
): Promise<{ terms: PaidTerm[]; mayAttach: boolean }> {
  const terms = await paidTerms(db, [order.id]);
  if (mayNameOthers(payer)) return { terms, mayAttach: true };
  const isOwn = ({ userId }: PaidTerm) => userId === order.userId;
  const nameless = terms.map((term) => (isOwn(term) ? term : { ...term, firstName: '', lastName: '' }));
  return { terms: nameless, mayAttach: payer.frozenAt === null && terms.every(isOwn) };
}

/** What an order's receipt and its invoice, which is issued after it, have in common. */
export function receiptContents(
  order: Omit<Order<StoredQuote>, 'invoice'>,
  { terms, language }: ReceiptContext,
): Pick<Receipt, 'lines' | 'totals' | 'paidFor'> {
  const { lines, totals } = presentQuote(order.quote, { language });
  const paidFor = holdersOf(order, { terms, language });
  const second = terms[1]?.firstName ? paidFor[1] : undefined;
  return {
    lines: lines.map((line) => ({ ...line, label: labelOf(line, { paidFor, second, language }) })),
    totals,
    paidFor,
  };
}

export function presentReceipt(order: Order<StoredQuote>, { terms, language }: ReceiptContext): Receipt {
  const { quote, paymentMethod } = order;
  const contents = receiptContents(order, { terms, language });
  const renewals = terms.flatMap(({ renews, until }, index) => {
    const { own = true, name = '' } = contents.paidFor[index] ?? {};
    return renews && until !== null
      ? [{ ...nextRenewal(quote, own ? null : name), date: until, needsMethod: !order.payerHasMethod }]
      : [];
  });
  return {
    orderId: order.id,
    invoiceNumber: formatDocumentNumber(order.invoice),
    transactionId: order.transactionId,
    paymentType: paymentMethod?.type ?? null,
    cardLastFour: paymentMethod?.cardLastFour ?? null,
    transactionDateTime: order.createdAt.toISOString(),
    timeZone: order.timeZone,
    payForCoParent: order.payForCoParent,
    paymentCodeDetails: quote.priced.codes.map(({ masked }) => ({ code: masked })),
    country: order.country,
    packageName: quote.priced.package.name,
    receiptText: quote.texts.package[language],
    ...contents,
    renewals,
  };
}

/**
 * The plan an order paid for, with the subscriber's name unless it is only for the payer: two plans bought on one day
 * must be distinguishable.
 */
export function paidPlanName(order: Order<StoredQuote>, { terms, language }: ReceiptContext): string {
  const name = order.quote.texts.package[language];
  const holders = holdersOf(order, { terms, language });
  return holders.every(({ own }) => own) ? name : `${name} (${holdersToPayer(holders, language)})`;
}

/** Only the first name of the other parent; in a case that a professional opened, full names. */
export function holdersOf(
  order: Pick<Order<unknown>, 'userId' | 'purpose'>,
  { terms, language }: ReceiptContext,
): Receipt['paidFor'] {
  const forgotten = order.purpose === 'PROFESSIONAL_PLAN' ? m.receipt_a_parent : m.account_the_other_parent;
  return terms.map(({ userId, firstName, lastName, from, until }) => {
    const own = userId === order.userId;
    const full = own || order.purpose === 'PROFESSIONAL_PLAN';
    const name = full ? `${firstName} ${lastName}`.trim() : firstName;
    return { name: name || forgotten({}, { locale: language }), own, from, until };
  });
}

/**
 * A plan's line names its subscriber unless that is the payer; the second person's line does too, if the name is still
 * known.
 */
function labelOf(
  { kind, label }: PriceLine,
  {
    paidFor: [first],
    second,
    language,
  }: { paidFor: Receipt['paidFor']; second: Holder | undefined; language: Language },
) {
  if (kind === 'PACKAGE' && first && !first.own) return `${label} (${first.name})`;
  if (kind !== 'CO_PARENT') return label;
  const name = second?.name;
  return name
    ? m.price_subscription_of({ name }, { locale: language })
    : m.pro_plan_second_parent({}, { locale: language });
}
