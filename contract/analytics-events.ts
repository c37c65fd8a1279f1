/** Steps whose view and submission are counted (specification 2.12). No event carries a name, an address, a phone or a mail address. */
export const analyticsSteps = [
  'Parent A Info',
  'Parent B Info',
  'Package Selection',
  'Build Your Own',
  'Billing Information',
  'Payment Options',
  'Payment',
  'PayPal',
  'Venmo',
  'Review',
  'Receipt',
  'Welcome Page',
  'Login Credentials',
  'Contact Information',
  'Parent B Email Prompt',
] as const;

export type AnalyticsStep = (typeof analyticsSteps)[number];
export type AnalyticsAction = 'Viewed' | 'Submitted';

/** What an event may say, and nothing else. */
export type AnalyticsProperties = {
  step: AnalyticsStep;
  invited?: boolean;
  packageId?: number;
  packageName?: string;
  termYears?: 1 | 2;
  pricingGroup?: string;
  paymentType?: string;
  language?: 'en' | 'es';
  experiment?: string;
};
