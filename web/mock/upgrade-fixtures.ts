import type { Billing, SubscriptionView } from '#contract/api/account.ts';
import type { PaymentMethodView } from '#contract/api/payment-methods.ts';
import type { Quote } from '#contract/api/prices.ts';
import type { UpgradeCard } from '#contract/api/upgrades.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { Upgrades } from '#web/features/account/upgrade/selection.ts';
import { billing, card, lapsed } from './account-fixtures.ts';
import { groups } from './package-fixtures.ts';
import { line, paidFixture, quoteFixture } from './payment-fixtures.ts';

const renewalDate = '2027-11-21';
const renewal = { amount: 19_800, amountFormatted: 'US$198.00', date: renewalDate } as const;
export const subscriptionId = '01a1fd71-49d4-70ea-9f9e-5c2f22ff2901';

type Availabilities = Record<number, UpgradeCard['availability']>;
type UpgradesOptions = {
  held?: number;
  services?: string[];
  options?: string[];
  availabilities?: Availabilities;
  paymentMethod?: PaymentMethodView | null;
  country?: string;
  renews?: boolean;
  paidBy?: string | null;
};

/** The plans of one list as their holder sees them; by default Essentials with three months left. */
export function upgradesFixture({
  held = 1001,
  services = [],
  options = [],
  availabilities,
  paymentMethod = card,
  country = 'US',
  renews = true,
  paidBy = null,
}: UpgradesOptions = {}): Upgrades {
  const offered = groups.P0.slice(0, 3);
  const availabilityOf = (id: number) => availabilities?.[id] ?? (id === held ? 'CURRENT' : 'UPGRADE');
  const packages = offered.map((offer): UpgradeCard => {
    const due = Math.max(0, Math.round(((offer.totalPrice - 14_400) * 90) / 365));
    return {
      ...offer,
      availability: availabilityOf(offer.id),
      proratedPriceInfo: { proratedPrice: due, proratedPriceFormatted: formatCents(due) },
      annualRenewal: offer.totalPrice,
      annualRenewalFormatted: formatCents(offer.totalPrice),
      losses: offer.packageName === 'ESSENTIALS' && options.length > 0 ? options : [],
    };
  });
  const current = offered.find(({ id }) => id === held);
  return {
    subscriptionId,
    pricingGroupName: 'P0',
    current: {
      packageId: held,
      services,
      options,
      displayName: current?.displayName ?? '',
      currentSubscriptionPriceFormatted: current?.totalPriceFormatted ?? '',
      currentSubscriptionPriceExpirationDate: renewalDate,
      renews,
      renewsTo: null,
      forBoth: false,
      paidBy,
      daysLeft: 90,
    },
    packages,
    paymentMethod,
    country,
    accountClosesOn: null,
  };
}

/** Premium for the rest of the term, less the credit for Essentials. */
export function upgradeQuote({ free = false, renews = true } = {}): Quote {
  const [price, unused] = free ? [0, 0] : [4_882, 3_551];
  const total = price - unused;
  const quote = quoteFixture();
  return {
    ...quote,
    lines: [
      line('PACKAGE', 'PREMIUM', 'Premium, one year, for the 90 days left', price),
      line('PRORATION', 'UNUSED', 'Unused part of what was paid', -unused),
    ],
    totals: {
      ...quote.totals,
      selectedPackageTotal: price,
      subTotal: price,
      subTotalAfterDiscount: total,
      taxAmount: 0,
      paymentCodeTotal: 0,
      total,
      totalFormatted: formatCents(total),
    },
    taxes: [],
    couponDetail: null,
    finalPrice: total,
    renewal: { ...renewal, years: 1 },
    renewals: renews ? [{ ...renewal, heldBy: null }] : [],
  };
}

export function receiptAnswer() {
  const { receipt } = paidFixture();
  const { lines, totals, renewals } = upgradeQuote();
  return {
    data: {
      receipt: { ...receipt, lines, totals, renewals: renewals.map((one) => ({ ...one, needsMethod: false })) },
      purpose: 'UPGRADE',
      refunded: 0,
      refundedFormatted: 'US$0.00',
      notPaid: false,
      billedTo: ["Marta O'Brien-Ruiz"],
    },
  };
}

/** Billing of a former subscriber. */
export function endedBilling(
  change: Partial<SubscriptionView> = {},
  paymentMethod: PaymentMethodView | null = card,
): Billing {
  const ended: SubscriptionView = {
    ...lapsed,
    id: subscriptionId,
    planName: 'Essentials',
    periodEnd: '2026-10-21',
    ...change,
  };
  return billing({ subscriptions: [ended], paymentMethod, receipts: [] });
}
