import { brand } from '#contract/brand.ts';
import { currency } from '#contract/fields/money.ts';
import { m } from '#messages/messages.js';
import { addresses, base } from '#web/site/addresses.ts';
import type { WalletOrder } from '../payment-method.ts';
import { decimal, type SheetLine, sheetLines } from '../sheet-lines.ts';
import type { ApplePayLine, ApplePayRequest } from './apple-pay-session.ts';

/**
 * The content of Apple's sheet. Name, address and e-mail are not requested, because the page has them. The gateway adds
 * countries, networks and capabilities.
 */
export function applePayRequest(order: WalletOrder): ApplePayRequest {
  const lines = sheetLines(order);
  const [first, ...laterDates] = order.renewals.map(({ date }) => date).sort();
  const request = {
    currencyCode: currency.code,
    total: { label: brand.name, amount: decimal(order.totalCents) },
    lineItems: lines.map(lineOf),
  };
  if (first === undefined) return request;
  const cents = order.renewals.reduce((sum, { amount }) => sum + amount, 0);
  const label = laterDates.some((date) => date !== first)
    ? m.wallet_sheet_renewals({ brand: brand.name })
    : m.wallet_sheet_plan({ brand: brand.name });
  return {
    ...request,
    recurringPaymentRequest: {
      paymentDescription: m.wallet_sheet_plan({ brand: brand.name }),
      regularBilling: lineOf({ label, cents, renewsOn: first }),
      billingAgreement: m.wallet_sheet_agreement(),
      managementURL: new URL(base + addresses.billing, location.origin).href,
    },
  };
}

function lineOf({ label, cents, renewsOn }: SheetLine): ApplePayLine {
  if (renewsOn === null) return { label, amount: decimal(cents) };
  return {
    label,
    amount: decimal(cents),
    paymentTiming: 'recurring',
    recurringPaymentStartDate: new Date(`${renewsOn}T12:00:00Z`),
    recurringPaymentIntervalUnit: 'year',
    recurringPaymentIntervalCount: 1,
  };
}
