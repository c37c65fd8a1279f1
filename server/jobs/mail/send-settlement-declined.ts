import { type Day, dayIn } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { formatCents } from '#contract/fields/money.ts';
import { paidPlanName, termsForMail } from '../../checkout/receipt.ts';
import { addressOf, readUser, type User } from '../../identity/user-repository.ts';
import { type PaymentNotSettledProps, paymentNotSettled } from '../../mail-templates/templates/payment-not-settled.ts';
import { hasOpenDispute } from '../../payments/dispute-repository.ts';
import { type Order, readOrder } from '../../payments/order-repository.ts';
import { readUnpaidOrder } from '../../payments/unpaid-order-repository.ts';
import { heldBy } from '../../plans/plan-holder.ts';
import { renewalPrice } from '../../plans/renew-subscription.ts';
import type { StoredQuote } from '../../pricing/stored-quote.ts';
import { billAgain, withdrawnOn } from '../../professionals/unpaid-orders.ts';
import { usableUntil } from '../../subscriptions/subscription-life.ts';
import { unpaidAgainBy } from '../../subscriptions/unpaid-terms.ts';
import type { Job, JobDependencies } from '../job.ts';
import { deliverMail } from './deliver-mail.ts';
import { links } from './links.ts';

/** Tells only the payer. Not sent about terms that were paid with another method meanwhile. */
export const sendSettlementDeclined: Job<{
  orderId: string;
  /** The effect on what the payment had bought. */
  change: 'WAITING' | 'ENDED' | 'DOWNGRADED' | 'NOTHING' | 'UNPAID' | 'WITHDRAWN';
}> = {
  run: async (dependencies, { orderId, change }) => {
    const { db } = dependencies;
    const order = await readOrder<StoredQuote>(db, orderId);
    const reader = order && (await readUser(db, order.userId));
    if (!order || !reader) return;
    const waiting = await waitingFor(dependencies, { orderId, reader });
    if (change === 'WAITING' && waiting.length === 0) return;
    const bought = await boughtFor(dependencies, { order, reader });
    if (change === 'UNPAID' && !(await readUnpaidOrder(db, { orderId, userId: order.userId }))) return;
    const { language } = reader;
    const { terms } = await termsForMail(db, { order, payer: reader });
    const { billing, paymentMethod, restart, cases } = links(dependencies, reader);
    await deliverMail(dependencies, reader, {
      dedupeKey: `${change === 'WITHDRAWN' ? 'order-withdrawn' : 'settlement-declined'}.${orderId}`,
      template: paymentNotSettled,
      props: {
        firstName: reader.firstName,
        amount: formatCents(order.totalCents),
        planName: paidPlanName(order, { terms, language }),
        invoiceNumber: formatDocumentNumber(order.invoice),
        paidOn: dayIn(order.createdAt, order.timeZone),
        waiting,
        isHeld: await hasOpenDispute(db, reader.id),
        change,
        bought,
        paymentMethodUrl: paymentMethod,
        restartUrl: restart,
        billingUrl: bought ? cases : billing,
      },
    });
  },
};

/** What a professional may pay again, and until when. */
async function boughtFor(
  dependencies: JobDependencies,
  { order, reader }: { order: Order<StoredQuote>; reader: User },
): Promise<PaymentNotSettledProps['bought']> {
  const { userId, purpose, settlementDeclinedAt } = order;
  if ((purpose !== 'PROFESSIONAL_PLAN' && purpose !== 'CODE_BUNDLE') || settlementDeclinedAt === null) return null;
  const { day: endsOn } = await withdrawnOn(dependencies.db, { userId, settlementDeclinedAt });
  const amount = formatCents((await billAgain(dependencies, { ...order, user: reader })).priced.total);
  const { codes, cases } = links(dependencies, reader);
  return purpose === 'CODE_BUNDLE'
    ? { kind: 'CODES', amount, endsOn, payAgainUrl: codes }
    : { kind: 'PLANS', amount, endsOn, payAgainUrl: cases };
}

/** What each plan costs once another method is stored, and until when it continues without. */
async function waitingFor(
  dependencies: JobDependencies,
  { orderId, reader }: { orderId: string; reader: User },
): Promise<{ heldBy: string | null; amount: string; endsOn: Day }[]> {
  const { db } = dependencies;
  const subscriptions = await unpaidAgainBy(db, { id: orderId, userId: reader.id });
  return Promise.all(
    subscriptions.map(async (subscription) => {
      const { quote } = await renewalPrice(dependencies, { subscription, address: addressOf(reader) });
      return {
        heldBy: await heldBy(db, { subscription, readerId: reader.id, language: reader.language }),
        amount: formatCents(quote.priced.total),
        endsOn: usableUntil(subscription),
      };
    }),
  );
}
