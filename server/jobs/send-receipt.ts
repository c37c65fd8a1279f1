import { m } from '#messages/messages.js';
import { readUser } from '../accounts/user-repository.ts';
import { presentReceipt } from '../checkout/receipt.ts';
import type { StoredMethod } from '../payments/order-repository.ts';
import { readOrder } from '../payments/order-repository.ts';
import type { Purpose } from '../db/schema.ts';
import type { ReceiptOccasion } from '../mail-templates/templates/receipt.ts';
import type { StoredQuote } from '../pricing/quote.ts';
import type { PaidWith } from '../mail-templates/formats.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

export function paidWith(method: Pick<StoredMethod, 'type' | 'cardBrand' | 'cardLastFour'> | null): PaidWith {
  if (method === null) return { type: 'CODE' };
  if (method.type === 'CREDIT_CARD') return { type: 'CREDIT_CARD', cardBrand: method.cardBrand, cardLastFour: method.cardLastFour };
  return { type: method.type };
}

/** What the receipt calls a payment, and whether it comes again by itself. */
const kinds: Record<Purpose, { occasion: ReceiptOccasion; renews: boolean }> = {
  SIGN_UP: { occasion: 'purchase', renews: true },
  INVITE: { occasion: 'purchase', renews: true },
  RENEWAL: { occasion: 'renewal', renews: true },
  UPGRADE: { occasion: 'upgrade', renews: true },
  PROFESSIONAL_PLAN: { occasion: 'professional', renews: false },
  CODE_BUNDLE: { occasion: 'professional', renews: false },
};

/** The receipt of a paid order, to whoever paid. */
export const sendReceipt: Job<'send-receipt'> = {
  name: 'send-receipt',
  run: async (dependencies, { orderId }) => {
    const order = await readOrder<StoredQuote>(dependencies.db, orderId);
    const payer = order && (await readUser(dependencies.db, order.userId));
    if (!order || !payer) throw new Error('A receipt has no order or no payer');
    const { occasion, renews } = kinds[order.purpose];
    const receipt = presentReceipt(order, order.language);
    await deliverMail(dependencies, {
      to: payer.email,
      userId: payer.id,
      subject: `receipt.${order.id}`,
      order: {
        template: 'receipt',
        language: order.language,
        country: order.country ?? 'US',
        props: {
          occasion,
          firstName: payer.firstName,
          planName: receipt.receiptText,
          lines: receipt.lines.map(({ kind, label, amountFormatted }) => ({
            // Who pays for both parents is neither of them.
            label: kind === 'CO_PARENT' && !renews ? m.pro_plan_second_parent({}, { locale: order.language }) : label,
            amount: amountFormatted,
          })),
          total: receipt.totals.totalFormatted,
          paymentMethod:
            order.totalCents === 0 && order.quote.priced.codes.length === 0 ? { type: 'NOTHING' } : paidWith(order.paymentMethod),
          date: receipt.transactionDateTime.slice(0, 10),
          transactionId: receipt.transactionId ?? order.id,
          coversCoParent: renews && order.payForCoParent,
          renewal: renews
            ? { date: receipt.renewal.date, amount: receipt.renewal.amountFormatted, cancelUrl: links(dependencies).billing }
            : null,
        },
      },
    });
  },
};
