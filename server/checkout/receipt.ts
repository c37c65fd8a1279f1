import type { Paid } from '#contract/api/payments.ts';
import { formatCents } from '#contract/money.ts';
import type { Language } from '../db/schema.ts';
import type { Order } from '../payments/order-repository.ts';
import { presentQuote, type StoredQuote } from '../pricing/quote.ts';

/** An order as its receipt shows it, in a language. */
export function presentReceipt(order: Order<StoredQuote>, language: Language): Paid['receipt'] {
  const { quote, paymentMethod } = order;
  const { lines, totals } = presentQuote(quote, { language });
  return {
    orderId: order.id,
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
    lines,
    totals,
    renewal: { amountFormatted: formatCents(quote.renewal.amountCents), date: quote.renewal.date, needsMethod: !order.payerHasMethod },
  };
}
