import { brand } from '#contract/brand.ts';
import { currency, formatCents } from '#contract/money.ts';
import type { WalletOrder } from '../payment-method.ts';
import { decimal, sheetLines } from '../sheet-lines.ts';
import type { CardPaymentMethod, GooglePayRequest } from './pay-js.ts';

/**
 * What Google's sheet shows. Its lines must sum to the total, so a renewal stands in it with nothing due today and its
 * amount in words. A method that is only stored has no total.
 */
export function googlePayRequest({
  order,
  cards,
}: {
  order: WalletOrder;
  cards: CardPaymentMethod[];
}): GooglePayRequest {
  const asked = { allowedPaymentMethods: cards, emailRequired: false, shippingAddressRequired: false };
  const currencyCode = currency.code;
  if (order.totalCents === 0)
    return { ...asked, transactionInfo: { currencyCode, totalPriceStatus: 'NOT_CURRENTLY_KNOWN' } };
  const displayItems = sheetLines(order).map(({ label, cents, renewsOn }) => ({
    label: renewsOn === null ? label : `${label}: ${formatCents(cents)}`,
    type: 'LINE_ITEM' as const,
    price: decimal(renewsOn === null ? cents : 0),
  }));
  return {
    ...asked,
    transactionInfo: {
      currencyCode,
      totalPriceStatus: 'FINAL',
      totalPrice: decimal(order.totalCents),
      totalPriceLabel: brand.name,
      displayItems,
    },
  };
}
