import type { PackageCard, PackageName, PricingGroup } from '#contract/api/packages.ts';
import { divideRounded, formatCents } from '#contract/money.ts';

const names: Record<PackageName, { displayName: string; description: string }> = {
  BASIC: { displayName: 'Basic', description: 'The shared calendar and messages, nothing else.' },
  ESSENTIALS: { displayName: 'Essentials', description: 'All you need to plan and to keep a record.' },
  PREMIUM: { displayName: 'Premium', description: 'Everything, for families with more going on.' },
  CYO: { displayName: 'Build your own', description: 'Start small and add only what you use.' },
};

const feature = (featureText: string, newFeature = false) => ({
  featureName: featureText,
  featureText,
  tooltip: { header: featureText, text: `What ${featureText.toLowerCase()} is for, in one sentence.` },
  newFeature,
  featurePrice: {},
});

const common = ['Secure messaging', 'Shared calendar', 'Expense log'].map((text) => feature(text));
const primary: Record<PackageName, ReturnType<typeof feature>[]> = {
  BASIC: common.slice(0, 2),
  ESSENTIALS: [...common, feature('Journal'), feature('Info bank'), feature('1 GB of file storage')],
  PREMIUM: [
    ...common,
    feature('Tone meter'),
    feature('Unlimited payments'),
    feature('Recorded calls', true),
    feature('10 GB of file storage'),
  ],
  CYO: [...common, feature('1 GB of file storage')],
};

function options(years: 1 | 2, recordedCalls: boolean): PackageCard['options'] {
  const factor = years === 1 ? 1 : 1.8;
  const option = (
    optionName: PackageCard['options'][number]['optionName'],
    code: string,
    description: string,
    yearly: number,
  ) => {
    const price = Math.floor((yearly * factor) / 100) * 100;
    return {
      optionName,
      optionCode: `${code}${years}`,
      description,
      price,
      priceFormatted: formatCents(price),
      isDefault: yearly === 0,
    };
  };
  return [
    option('MYFILES', '1GB', '1 GB of file storage', 0),
    option('MYFILES', '5GB', '5 GB of file storage', 900),
    option('MYFILES', '10GB', '10 GB of file storage', 1_800),
    option('TONEMETER', 'TONE', 'Tone meter', 1_200),
    option('UNLIMITEDPAYMENTS', 'PAY', 'Unlimited payments', 2_400),
    ...(recordedCalls ? [option('CALLSBASIC', 'CALL', 'Recorded calls', 3_600)] : []),
  ];
}

type PackageCardOptions = {
  id: number;
  name: PackageName;
  years?: 1 | 2;
  cents: number;
  vat?: number;
  recordedCalls?: boolean;
};

export function packageCard({
  id,
  name,
  years = 1,
  cents,
  vat = 0,
  recordedCalls = false,
}: PackageCardOptions): PackageCard {
  const buildYourOwn = name === 'CYO';
  return {
    id,
    packageName: name,
    ...names[name],
    receiptText: `${names[name].displayName}, ${years === 1 ? 'one year' : 'two years'}`,
    buildYourOwn,
    featured: name === 'PREMIUM',
    pricePerMonthFormatted: formatCents(divideRounded(cents, years * 12)),
    totalPrice: cents,
    totalPriceFormatted: formatCents(cents),
    currencyCode: 'USD',
    currencySymbol: 'US$',
    subDurationInYears: years,
    productId: `SUB${years}YEAR`,
    analyticsPackage: `${name} ${years}Y`,
    vatAmount: vat,
    vatAmountFormatted: formatCents(vat),
    includesVat: vat > 0,
    country: vat > 0 ? 'GB' : null,
    includedTaxName: vat > 0 ? 'VAT' : null,
    primaryFeatures: { header: 'What you get', features: primary[name] },
    secondaryFeatures: { header: 'Also included', features: [feature('Mobile apps'), feature('Certified records')] },
    options: buildYourOwn ? options(years, recordedCalls) : [],
    cyoPackagePrice: buildYourOwn ? { [years]: formatCents(cents) } : null,
  };
}

const p0 = [
  packageCard({ id: 1001, name: 'ESSENTIALS', cents: 14_400 }),
  packageCard({ id: 1002, name: 'PREMIUM', cents: 19_800 }),
  packageCard({ id: 1003, name: 'CYO', cents: 10_800 }),
  packageCard({ id: 1011, name: 'ESSENTIALS', years: 2, cents: 26_400 }),
  packageCard({ id: 1012, name: 'PREMIUM', years: 2, cents: 36_000 }),
  packageCard({ id: 1013, name: 'CYO', years: 2, cents: 19_200 }),
];

export const groups: Record<PricingGroup, PackageCard[]> = {
  P0: p0,
  P1: [p0[1], p0[2], p0[4], p0[5]].filter((card) => card !== undefined),
  P2: [
    packageCard({ id: 1201, name: 'BASIC', cents: 9_600 }),
    ...p0.slice(0, 3),
    packageCard({ id: 1211, name: 'BASIC', years: 2, cents: 17_400 }),
    ...p0.slice(3),
  ],
  P3: p0.slice(0, 3),
};

type Extra = { packages?: PackageCard[]; coParentPackageId?: number };

/** What the packages call answers for a pricing group. */
export function offers(
  pricingGroupName: PricingGroup,
  { packages = groups[pricingGroupName], coParentPackageId }: Extra = {},
) {
  return { data: { pricingGroupName, packages, coParentPackageId: coParentPackageId ?? null } };
}
