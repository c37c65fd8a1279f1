import type { PricingGroup } from '../api/packages.ts';
import { laterAddresses } from '../later-addresses.ts';
import { agreementVersions } from '../public-texts/agreement.ts';
import { addresses } from '../screen-addresses.ts';
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

const versions = agreementVersions.flatMap(({ version }) => [`/terms/${version}`, `/privacy/${version}`]);
const screens = [...Object.values(addresses), ...Object.values(laterAddresses), ...versions];
const steps = Object.values(paths).filter((path) => path !== paths.home);

/** Pages that are counted by path, with `id` for ids. Any other page is counted as `other`. */
export const analyticsPages: readonly string[] = [
  '/app/join',
  ...steps.map((path) => `/app/join${path}`),
  ...screens.map((address) => `/app${address.replace(/:\w+/, 'id')}`),
  'other',
];
