import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { accountPayment, accountPaymentResult, payingAccountHeaders } from './account-payments.ts';
import { publicHeaders } from './headers.ts';
import { packageCard, pricingGroups } from './packages.ts';
import { paymentMethodView } from './payment-methods.ts';
import { payment, paymentErrors, submissionQuery } from './payments.ts';
import { orderDetail, quote } from './prices.ts';
import { route } from './route.ts';

/** Changing to a larger plan within a term (specification 2.6, 3.3, 5.8). Amounts are integer US cents. */
const own = { tag: 'Account', headers: publicHeaders, caller: 'parent' } as const;

export const upgradeCard = z.extend(packageCard, {
  /** `CURRENT`: the current plan. `UPGRADE`: may be bought. `INCLUDED`: no larger than the current plan. */
  availability: z.enum(['CURRENT', 'UPGRADE', 'INCLUDED']),
  /** Due today, before the options of a build-your-own package, tax included. */
  proratedPriceInfo: z.object({ proratedPrice: cents, proratedPriceFormatted: z.string() }),
  /** The price of a year from the next renewal on, tax included. */
  annualRenewal: cents,
  annualRenewalFormatted: z.string(),
  /** What the user would lose, or have less of, whatever options are added. */
  losses: z.array(z.string()),
});
export type UpgradeCard = z.output<typeof upgradeCard>;

export const listUpgrades = route({
  method: 'GET',
  path: '/v2/account/upgrades',
  ...own,
  summary: 'List plans to upgrade to, with what is due today',
  limits: ['read'],
  errors: ['COUNTRY_MISMATCH', 'NOT_FOUND', 'PAYMENT_IN_PROGRESS', 'RENEWAL_UNPAID', 'VALIDATION'],
  answer: z.object({
    subscriptionId: id,
    pricingGroupName: z.enum(pricingGroups),
    /** The current plan (specification 3.3, upgrade info). */
    current: z.object({
      packageId: z.int(),
      services: z.array(z.string()),
      displayName: z.string(),
      /** What was added to a build-your-own package. */
      options: z.array(z.string()),
      currentSubscriptionPriceFormatted: z.string(),
      currentSubscriptionPriceExpirationDate: day,
      /** False: it ends on that day. */
      renews: z.boolean(),
      /** Its renewal also pays for the co-parent, as the upgrade's renewal then does. */
      forBoth: z.boolean(),
      /** The plan chosen for the renewal, which an upgrade drops; null: as held. */
      renewsTo: z.nullable(z.string()),
      /** Null: paid by oneself. Otherwise the payer's name. */
      paidBy: z.nullable(z.string()),
      daysLeft: z.int(),
    }),
    packages: z.array(upgradeCard),
    paymentMethod: z.nullable(paymentMethodView),
    /** Of the bill: decides which other payment methods exist. */
    country: z.string(),
    /** The day on which the account is closed, and its plan with it; null unless that was requested. */
    accountClosesOn: z.nullable(day),
  }),
});

export const priceUpgrade = route({
  method: 'POST',
  path: '/v2/account/upgrades/prices',
  ...own,
  summary: 'Price an upgrade',
  limits: ['change-account'],
  errors: ['COUNTRY_MISMATCH', 'NOT_FOUND', 'PACKAGE_NOT_OFFERED', 'PAYMENT_IN_PROGRESS', 'RENEWAL_UNPAID'],
  body: z.object({ order: orderDetail }),
  answer: quote,
});

/** Paid by the method on file if `nonce` is null. */
export const upgradeBody = z.object({ payment, order: orderDetail });

export const payUpgrade = route({
  method: 'POST',
  path: '/v2/account/upgrades/payments',
  ...own,
  summary: 'Upgrade the plan and pay the difference, once',
  limits: ['pay', 'declined-payment', 'asked-for-holder'],
  priority: 'critical',
  metrics: { payment: true },
  errors: [
    ...paymentErrors,
    'COUNTRY_MISMATCH',
    'NOT_FOUND',
    'PACKAGE_NOT_OFFERED',
    'PAYMENT_IN_PROGRESS',
    'RENEWAL_UNPAID',
    'CONFLICT',
  ],
  headers: payingAccountHeaders,
  body: upgradeBody,
  answer: accountPayment,
});

export const readUpgradePayment = route({
  method: 'GET',
  path: '/v2/account/upgrades/payment',
  ...own,
  summary: 'Get the outcome of the payment for an upgrade',
  limits: ['read'],
  priority: 'critical',
  query: z.object(submissionQuery),
  answer: accountPaymentResult,
});
