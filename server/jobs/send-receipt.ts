import { m } from '#messages/messages.js';
import { readUser } from '../accounts/user-repository.ts';
import { presentReceipt } from '../checkout/receipt.ts';
import { readOrder } from '../payments/order-repository.ts';
import type { Purpose } from '../db/schema.ts';
import type { ReceiptOccasion, ReceiptProps } from '../mail-templates/templates/receipt.ts';
import { linesAndNotes, type StoredQuote } from '../pricing/quote.ts';
import { orderPaidWith } from '../mail-templates/formats.ts';
import { dayIn } from '../subscriptions/calendar.ts';
import { deliverMail } from './deliver-mail.ts';
import type { Job } from './job.ts';
import { links } from './links.ts';

/** What the receipt calls a payment, and whether the subscription it paid for renews by itself; null when it paid for none. */
const kinds: Record<Purpose, { occasion: ReceiptOccasion; renews: boolean | null }> = {
  SIGN_UP: { occasion: 'purchase', renews: true },
  INVITE: { occasion: 'purchase', renews: true },
  RENEWAL: { occasion: 'renewal', renews: true },
  UPGRADE: { occasion: 'upgrade', renews: true },
  PROFESSIONAL_PLAN: { occasion: 'professional', renews: false },
  CODE_BUNDLE: { occasion: 'professional', renews: null },
};

type Next = { date: string; amountFormatted: string; needsMethod: boolean; cancelUrl: string; methodUrl: string };

function renewalOf(renews: boolean | null, { date, amountFormatted, needsMethod, cancelUrl, methodUrl }: Next): ReceiptProps['renewal'] {
  if (renews === null) return null;
  return renews ? { date, amount: amountFormatted, cancelUrl, addMethodUrl: needsMethod ? methodUrl : null } : 'NEVER';
}

/** The receipt of a paid order, to whoever paid. */
export const sendReceipt: Job<'send-receipt'> = {
  name: 'send-receipt',
  run: async (dependencies, { orderId }) => {
    const order = await readOrder<StoredQuote>(dependencies.db, orderId);
    const payer = order && (await readUser(dependencies.db, order.userId));
    if (!order || !payer) throw new Error('A receipt has no order or no payer');
    const { occasion, renews } = kinds[order.purpose];
    const paymentMethod = orderPaidWith({ method: order.paymentMethod, codes: order.quote.priced.codes.length });
    const receipt = presentReceipt(order, order.language);
    const { rows, notes } = linesAndNotes(receipt.lines, order.language);
    const { billing, paymentMethod: paymentMethodUrl } = links(dependencies);
    await deliverMail(
      dependencies,
      { ...payer, language: order.language, country: order.country },
      {
        subject: `receipt.${order.id}`,
        template: 'receipt',
        props: {
          occasion,
          firstName: payer.firstName,
          planName: receipt.receiptText,
          lines: rows.map(({ kind, label, amountFormatted }) => ({
            // Who pays for both parents is neither of them.
            label: kind === 'CO_PARENT' && !renews ? m.pro_plan_second_parent({}, { locale: order.language }) : label,
            amount: amountFormatted,
          })),
          total: receipt.totals.totalFormatted,
          included: notes,
          paymentMethod,
          date: dayIn(order.createdAt, order.timeZone),
          transactionId: receipt.transactionId ?? order.id,
          coversCoParent: renews === true && order.payForCoParent,
          renewal: renewalOf(renews, { ...receipt.renewal, cancelUrl: billing, methodUrl: paymentMethodUrl }),
        },
      },
    );
  },
};
