import { brand } from '#contract/brand.ts';
import { currency, formatCents } from '#contract/fields/money.ts';
import type { WalletOrder } from '../payment-method.ts';
import { decimal, sheetLines } from '../sheet-lines.ts';
import type { CardPaymentMethod, GooglePayRequest } from './pay-js.ts';

/**
 * The content of Google's sheet. Its lines must sum to the total, so a renewal is a line of zero with its amount in the
 * label. A method that is only stored has no total.
 */
export function googlePayRequest({
  order,
  cards,
}: {
  order: WalletOrder;
  cards: CardPaymentMethod[];
}): GooglePayRequest {
  const cardOnly = { allowedPaymentMethods: cards, emailRequired: false, shippingAddressRequired: false };
  const currencyCode = currency.code;
  if (order.totalCents === 0)
    return { ...cardOnly, transactionInfo: { currencyCode, totalPriceStatus: 'NOT_CURRENTLY_KNOWN' } };
  const displayItems = sheetLines(order).map(({ label, cents, renewsOn }) => ({
    label: renewsOn === null ? label : `${label}: ${formatCents(cents)}`,
    type: 'LINE_ITEM' as const,
    price: decimal(renewsOn === null ? cents : 0),
  }));
  return {
    ...cardOnly,
    transactionInfo: {
      currencyCode,
      totalPriceStatus: 'FINAL',
      totalPrice: decimal(order.totalCents),
      totalPriceLabel: brand.name,
      displayItems,
    },
  };
}
