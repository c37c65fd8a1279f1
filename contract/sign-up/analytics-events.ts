import type { PricingGroup } from '../api/packages.ts';
import { paymentTypes, walletNames } from './payment-types.ts';
import { paths } from './sign-up-flow.ts';

/**
 * Steps whose view and submission are counted (specification 2.12). No event contains a name, an address, a phone or an
 * e-mail.
 */
export const analyticsSteps = [
  'Parent A Info',
  'Parent B Info',
  'Package Selection',
  'Build Your Own',
  'Billing Information',
  'Payment Options',
  'Payment',
  ...Object.values(walletNames),
  'Review',
  'Receipt',
  'Welcome Page',
  'Login Credentials',
  'Contact Information',
  'Parent B Email Prompt',
] as const;

export type AnalyticsStep = (typeof analyticsSteps)[number];
export type AnalyticsAction = 'Viewed' | 'Submitted';

/** The payment method; a code that covers everything needs none. */
export const analyticsPaymentTypes = [...paymentTypes, 'CODE'] as const;

/** The only permitted content of an event. */
export type AnalyticsProperties = {
  step: AnalyticsStep;
  invited?: boolean;
  packageId?: number;
  termYears?: 1 | 2;
  pricingGroup?: PricingGroup;
  paymentType?: (typeof analyticsPaymentTypes)[number];
};

/** Pages that are counted by path, with `id` for ids. Any other page is counted as `other`. */
export const analyticsPages = [
  ...Object.values(paths).map((path) => (path === paths.home ? ('/app/home' as const) : (`/app/join${path}` as const))),
  '/app/join',
  '/app/login',
  '/app/storage',
  '/app/fee-waiver',
  '/app/forgot-password',
  '/app/proof',
  '/app/set-password',
  '/app/forgot-username',
  '/app/how-to-cancel',
  '/app/help',
  '/app/what-they-see',
  '/app/accessibility',
  '/app/leaving',
  '/app/terms',
  '/app/terms/2026-11',
  '/app/terms/2026-12',
  '/app/privacy',
  '/app/privacy/2026-11',
  '/app/privacy/2026-12',
  '/app/account/billing',
  '/app/account/upgrade',
  '/app/account/restart',
  '/app/account/proof',
  '/app/account/receipts/id',
  '/app/account/settings',
  '/app/account/family',
  '/app/account/reach',
  '/app/account/renewal',
  '/app/account/security',
  '/app/account/activity',
  '/app/account/each-parent',
  '/app/account/email',
  '/app/my-account',
  '/app/account/fee-waiver',
  '/app/account/profile',
  '/app/stop-removal',
  '/app/stop-invites',
  '/app/development/clock',
  '/app/pro/cases',
  '/app/pro/cases/new',
  '/app/pro/cases/family',
  '/app/pro/cases/plan',
  '/app/pro/codes',
  '/app/pro/invoices',
  '/app/pro/cases/import',
  '/app/pro/practice',
  'other',
] as const;

export type AnalyticsPage = (typeof analyticsPages)[number];
