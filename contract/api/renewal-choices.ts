import * as z from 'zod/mini';
import { cents, day, id } from '../fields/fields.ts';
import { renewalPlan } from './account.ts';
import { publicHeaders } from './headers.ts';
import { packageCard, pricingGroups } from './packages.ts';
import { orderDetail, quote } from './prices.ts';
import { route } from './route.ts';

export type { RenewalPlan } from './account.ts';

/** What a subscription renews to, chosen by its payer until the day before. Amounts are integer US cents. */
const own = {
  tag: 'Account',
  headers: publicHeaders,
  caller: 'parent',
  params: z.object({ subscriptionId: id }),
} as const;
const problems = ['CONFLICT', 'COUNTRY_MISMATCH', 'PAYMENT_DISPUTED', 'PAYMENT_IN_PROGRESS', 'VALIDATION'] as const;

/** `taxId`: of the displayed price for both; null to renew one's own plan only. */
export const coverCoParent = route({
  method: 'PUT',
  path: '/v2/account/subscriptions/:subscriptionId/renewal-cover',
  ...own,
  summary: 'Choose whether the next renewal also pays for the co-parent',
  limits: ['change-account'],
  errors: [...problems, 'QUOTE_CHANGED'],
  body: z.object({ covers: z.boolean(), taxId: z.nullable(z.string()) }),
  answer: z.object({ covers: z.boolean() }),
});

export const declineCover = route({
  method: 'POST',
  path: '/v2/account/renewal-cover/decline',
  tag: 'Account',
  headers: publicHeaders,
  caller: 'parent',
  summary: "Decline that somebody else's renewal also pays for one's own plan",
  limits: ['change-account'],
  errors: ['CONFLICT'],
  answer: z.object({ declined: z.literal(true) }),
});

export const renewalCard = z.extend(packageCard, {
  /** The price of its term at the renewal, tax included, before the options of a build-your-own package. */
  atRenewal: z.object({ amount: cents, amountFormatted: z.string() }),
  /** What the holder would no longer have, or have less of, whatever options are added. */
  losses: z.array(z.string()),
});
export type RenewalCard = z.output<typeof renewalCard>;

export const listRenewalChoices = route({
  method: 'GET',
  path: '/v2/account/subscriptions/:subscriptionId/renewal-choices',
  ...own,
  summary: 'List the plans that a subscription may renew to',
  limits: ['read'],
  errors: [...problems],
  answer: z.object({
    /** Null: one's own. Otherwise the first name of the co-parent it is paid for. */
    heldBy: z.nullable(z.string()),
    renewsOn: day,
    /** It also pays for the co-parent, and so do the amounts. */
    forBoth: z.boolean(),
    /** What it renews to without a choice. */
    asHeld: renewalPlan,
    chosen: z.nullable(renewalPlan),
    pricingGroupName: z.enum(pricingGroups),
    packages: z.array(renewalCard),
    /** Of the bill. */
    country: z.string(),
    /** The name of the bill's country, if the plans are its own since a move, and not of the list held. */
    movedTo: z.nullable(z.string()),
  }),
});

export const priceRenewalChoice = route({
  method: 'POST',
  path: '/v2/account/subscriptions/:subscriptionId/renewal-choices/prices',
  ...own,
  summary: 'Price a plan for the next renewal',
  limits: ['change-account'],
  errors: [...problems, 'PACKAGE_NOT_OFFERED'],
  body: z.object({ order: orderDetail }),
  answer: z.object({ quote, plan: renewalPlan }),
});

/** `order` null: renew to the plan held. `taxId`: of the displayed price; null only for the plan held. */
export const chooseRenewal = route({
  method: 'PUT',
  path: '/v2/account/subscriptions/:subscriptionId/renewal-choice',
  ...own,
  summary: 'Choose the plan that a subscription renews to',
  limits: ['change-account'],
  errors: [...problems, 'PACKAGE_NOT_OFFERED', 'QUOTE_CHANGED'],
  body: z.object({ order: z.nullable(orderDetail), taxId: z.nullable(z.string()) }),
  answer: z.object({ plan: renewalPlan }),
});
