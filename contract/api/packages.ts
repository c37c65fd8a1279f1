import * as z from 'zod/mini';
import { cents, countryCode, digitsOf, id } from '../fields/fields.ts';
import { productIds } from '../sign-up/product-ids.ts';
import { optionalInviteHeaders, publicHeaders, registrationHeaders } from './headers.ts';
import { route } from './route.ts';
import { storedCountry } from './stored-texts.ts';

/** Packages and their options as a person chooses them (specification 3.3). Amounts are integer US cents. */
export const pricingGroups = ['P0', 'P1', 'P2', 'P3'] as const;
export const packageNames = ['ESSENTIALS', 'PREMIUM', 'CYO', 'BASIC'] as const;
export const optionNames = ['MYFILES', 'TONEMETER', 'UNLIMITEDPAYMENTS', 'CALLSBASIC'] as const;
export type PricingGroup = (typeof pricingGroups)[number];
export type PackageName = (typeof packageNames)[number];
export type OptionName = (typeof optionNames)[number];
/** The name of an included tax where it is due. */
export const includedTaxNames = ['VAT', 'GST', 'IVA'] as const;
export type IncludedTaxName = (typeof includedTaxNames)[number];
export const packageOption = z.object({
  optionName: z.enum(optionNames),
  optionCode: z.string(),
  description: z.string(),
  price: cents,
  priceFormatted: z.string(),
  isDefault: z.boolean(),
});

const feature = z.object({
  featureName: z.string(),
  featureText: z.string(),
  tooltip: z.object({ header: z.string(), text: z.string() }),
  newFeature: z.boolean(),
  /**
   * Price of the feature as an option, by the group's years: `{ "1": "US$12.00" }`; empty if it is not sold separately.
   */
  featurePrice: z.record(z.string(), z.string()),
});

const features = z.object({ header: z.string(), features: z.array(feature) });

export const packageCard = z.object({
  id: z.int(),
  packageName: z.enum(packageNames),
  displayName: z.string(),
  description: z.string(),
  receiptText: z.string(),
  buildYourOwn: z.boolean(),
  featured: z.boolean(),
  pricePerMonthFormatted: z.string(),
  totalPrice: cents,
  totalPriceFormatted: z.string(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  subDurationInYears: z.union([z.literal(1), z.literal(2)]),
  productId: z.enum(productIds),
  analyticsPackage: z.string(),
  /** Tax included in the price; 0 if tax is added. */
  vatAmount: cents,
  vatAmountFormatted: z.string(),
  includesVat: z.boolean(),
  /** Of the country whose list the package is on; null if tax is added. */
  includedTaxName: z.nullable(z.enum(includedTaxNames)),
  /** The country whose own list the package is on; null if several share it. */
  country: z.nullable(storedCountry),
  primaryFeatures: features,
  secondaryFeatures: features,
  /** Build-your-own only. */
  options: z.array(packageOption),
  /** The cheapest price of the build-your-own package by years: `{ "1": "US$108.00" }`. */
  cyoPackagePrice: z.nullable(z.record(z.string(), z.string())),
});
export type PackageCard = z.output<typeof packageCard>;

const digits = z.string().check(z.overwrite(digitsOf), z.regex(/^\d{0,15}$/));
const callingCode = z.string().check(
  z.overwrite((value) => value.replace(/^\+/, '').trim()),
  z.regex(/^\d{1,4}$/),
);

export const pricingQuery = z.object({
  country: z.optional(countryCode),
  /** Without the plus. */
  countryCode: z._default(callingCode, '1'),
  phoneNumber: z._default(digits, ''),
});

export const lookUpPricing = route({
  method: 'GET',
  path: '/v2/pricing-groups',
  tag: 'Packages',
  summary: 'Get the price list for a country and phone',
  caller: 'anyone',
  limits: ['read'],
  query: pricingQuery,
  headers: publicHeaders,
  answer: z.object({ pricingGroupName: z.enum(pricingGroups), packageIds: z.array(z.int()) }),
});

export const listPackages = route({
  method: 'GET',
  path: '/v2/packages',
  tag: 'Packages',
  summary: 'List the packages on offer',
  caller: 'anyone',
  limits: ['read'],
  errors: ['INVITE_TOKEN_INVALID'],
  query: pricingQuery,
  headers: optionalInviteHeaders,
  answer: z.object({
    pricingGroupName: z.enum(pricingGroups),
    packages: z.array(packageCard),
    /** Package the co-parent chose, in the invite flow. */
    coParentPackageId: z.nullable(z.int()),
  }),
});

export const coupon = z.object({
  code: z.string(),
  description: z.string(),
  /** The visitor's discount link. */
  byLink: z.boolean(),
  /** The instant at which it expires; null while none is set. */
  endsAt: z.nullable(z.iso.datetime()),
  /** Package ids and what the coupon takes off each, in cents. */
  discounts: z.array(
    z.object({ packageId: z.int(), discount: cents, discountFormatted: z.string(), percent: z.int() }),
  ),
});

export const listAvailableCoupons = route({
  method: 'GET',
  path: '/v2/registrations/:signupId/coupons',
  tag: 'Packages',
  summary: 'List coupons that apply without a code',
  caller: 'registration',
  limits: ['read'],
  params: z.object({ signupId: id }),
  headers: registrationHeaders,
  answer: z.object({ coupons: z.array(coupon) }),
});

export const checkPackageCountry = route({
  method: 'POST',
  path: '/v2/package-country-checks',
  tag: 'Packages',
  summary: 'Check whether a package is sold in a country',
  caller: 'anyone',
  limits: ['read'],
  errors: ['INVITE_TOKEN_INVALID', 'PACKAGE_NOT_OFFERED'],
  headers: optionalInviteHeaders,
  body: z.object({ packageId: z.int(), countryCriteria: pricingQuery }),
  answer: z.object({
    outcome: z.enum(['MATCH', 'OTHER_PACKAGES', 'NOT_SOLD']),
    country: storedCountry,
    /** With OTHER_PACKAGES: the plan of the same name and term in that country's list; null if it has none. */
    samePlan: z.nullable(z.object({ packageId: z.int(), displayName: z.string(), totalPriceFormatted: z.string() })),
  }),
});
