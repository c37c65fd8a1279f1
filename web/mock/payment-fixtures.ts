import type { Paid } from '#contract/api/payments.ts';
import type { Quote } from '#contract/api/prices.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { sessionAfter, stepOneValues } from './family-fixture.ts';
import type { MockAnswer } from './mock-state.ts';

type Lines = Quote['lines'];
export const line = (kind: Lines[number]['kind'], name: string, label: string, amount: number): Lines[number] => ({
  kind,
  name,
  label,
  amount,
  amountFormatted: formatCents(amount),
});

type Sums = Record<'price' | 'people' | 'discount' | 'tax' | 'codes', number>;

function totalsOf({ price, people, discount, tax, codes }: Sums): Quote['totals'] {
  const amounts = {
    selectedPackageTotal: price,
    subTotal: price * people,
    subTotalAfterDiscount: price * people - discount,
    taxAmount: tax,
    paymentCodeTotal: codes,
    total: price * people - discount + tax - codes,
  };
  return {
    currencyCode: 'USD',
    ...amounts,
    selectedPackageTotalFormatted: formatCents(amounts.selectedPackageTotal),
    subTotalFormatted: formatCents(amounts.subTotal),
    subTotalAfterDiscountFormatted: formatCents(amounts.subTotalAfterDiscount),
    taxAmountFormatted: formatCents(amounts.taxAmount),
    paymentCodeTotalFormatted: formatCents(amounts.paymentCodeTotal),
    totalFormatted: formatCents(amounts.total),
  };
}

/** Premium for two years with a coupon and a tax; optionally for `both` parents, or `covered` by a code. */
export function quoteFixture({ covered = false, both = false } = {}): Quote {
  const [price, discount, people] = [36_000, 1_500, both ? 2 : 1];
  const tax = both ? 4_864 : 2_381;
  const codes = covered ? price * people - discount + tax : 0;
  const totals = totalsOf({ price, people, discount, tax, codes });
  const renewal = { amount: 19_800, amountFormatted: 'US$198.00', date: '2028-11-21' } as const;
  return {
    lines: [
      line('PACKAGE', 'PREMIUM', 'Premium, two years', price),
      ...(both ? [line('CO_PARENT', 'CO_PARENT', "Joe's subscription", price)] : []),
      line('COUPON', 'TWOYEARS', 'US$15.00 off two years', -discount),
      line('TAX', 'SALES_TAX', 'Sales tax', tax),
      ...(covered ? [line('CODE', '****-DEMO', 'Subscription code ****-DEMO', -codes)] : []),
    ],
    totals,
    taxes: [{ name: 'Sales tax', amount: tax, amountFormatted: formatCents(tax) }],
    couponDetail: {
      couponCode: 'TWOYEARS',
      description: 'US$15.00 off two years',
      discount,
      discountFormatted: formatCents(discount),
    },
    paymentCodeDetails: covered ? [{ code: 'FULL-1YR0-DEMO', amount: codes, amountFormatted: formatCents(codes) }] : [],
    refusedCodes: [],
    payForCoParent: both,
    taxesCalculated: true,
    includesVat: false,
    taxId: 'a-quote',
    finalPrice: totals.total,
    renewal: {
      ...renewal,
      amount: renewal.amount * people,
      amountFormatted: formatCents(renewal.amount * people),
      years: 1,
    },
    renewals: (both ? [null, 'Joe'] : [null]).map((heldBy) => ({ ...renewal, heldBy })),
  };
}

/** A quote with its request, as the price call returns it. */
export const priced = (options: Parameters<typeof quoteFixture>[0] = {}): MockAnswer => ({
  data: {
    ...quoteFixture(options),
    request: {
      orderDetail: { packageId: 1012, productId: null, services: [] },
      payForCoparent: false,
      paymentCodes: options.covered ? ['FULL-1YR0-DEMO'] : [],
    },
  },
});

export const confirming: MockAnswer = {
  data: { outcome: 'CONFIRMING', paymentId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2767' },
};

type PaidFixtureOptions = {
  token?: string | null;
  paymentType?: Paid['receipt']['paymentType'];
  coParentEmail?: string;
};

export function paidFixture({
  token = null,
  paymentType = 'CREDIT_CARD',
  coParentEmail = 'joe@example.com',
}: PaidFixtureOptions = {}): Paid {
  const both = paymentType === 'VENMO';
  const { lines, totals, couponDetail, taxes, renewals } = quoteFixture({ covered: paymentType === null, both });
  return {
    outcome: 'PAID',
    clickToJoinToken: token,
    gaPayloadBase64: '',
    receipt: {
      orderId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2764',
      invoiceNumber: 'EK-US-1000-0012',
      transactionId: paymentType === null ? null : 'p31p1z9p',
      paymentType,
      cardLastFour: paymentType === null || paymentType === 'PAYPAL' || both ? null : '1111',
      transactionDateTime: '2026-11-21T15:43:00.000Z',
      timeZone: 'America/Chicago',
      payForCoParent: both,
      paymentCodeDetails: paymentType === null ? [{ code: '****-DEMO' }] : [],
      country: 'US',
      packageName: 'PREMIUM',
      receiptText: 'Premium, two years',
      lines,
      totals,
      paidFor: [
        { name: "Marta O'Brien-Ruiz", own: true, from: '2026-11-21', until: '2028-11-21' },
        ...(both ? [{ name: 'Joe', own: false, from: '2026-11-21', until: '2028-11-21' } as const] : []),
      ],
      renewals: renewals.map((renewal) => ({ ...renewal, needsMethod: paymentType === null })),
    },
    registration: {
      parent: {
        userId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2765',
        firstName: 'Marta',
        lastName: "O'Brien-Ruiz",
        email: 'marta@example.com',
        familyId: '01a1fd71-49d4-70ea-9f9e-5c2f22ff2766',
      },
      coParent: { email: coParentEmail, phoneNumberWithCountryCode: '+13125550142' },
      order: { packageId: 1012 },
      promoCodes: ['TWOYEARS'],
    },
    pricingInfo: { couponDetail, taxes, totals },
  };
}

/** A sign-up with a chosen package and the typed billing address. */
export function payingSession(more: Partial<JoinSession> = {}): Partial<JoinSession> {
  return {
    ...sessionAfter(3),
    selectedPackage: {
      id: 1012,
      packageName: 'PREMIUM',
      displayName: 'Premium',
      buildYourOwn: false,
      productId: 'SUB2YEAR',
      analyticsPackage: 'PREMIUM',
      includesVat: false,
      country: null,
    },
    selectedPackageId: 1012,
    subscriptionLength: 2,
    pricingGroup: 'P0',
    ...more,
  };
}

export const addressInMinnesota = {
  ...stepOneValues,
  billingAddress: '12 Lake Street',
  country: 'US',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55401',
  timezone: 'America/Chicago',
};

export const countryAnswers = {
  'GET /v2/countries': {
    data: {
      countries: [
        { value: 'US', label: 'United States' },
        { value: 'GB', label: 'United Kingdom' },
      ],
    },
  },
  'GET /v2/countries/*/regions': {
    data: {
      country: 'US',
      regionLabel: 'State',
      regionKind: 'state',
      regions: [
        { value: 'AZ', label: 'Arizona' },
        { value: 'MN', label: 'Minnesota' },
      ],
      timezones: [],
      timezonesByRegion: true,
      postalCode: { label: 'ZIP code', kind: 'zip', pattern: '\\d{5}', example: '95014' },
    },
  },
  'POST /v2/place-suggestions': {
    data: {
      suggestions: [
        { id: 'one', text: '12 Lake Street', secondaryText: 'Minneapolis, MN, USA' },
        { id: 'two', text: '12 Lakeview Avenue', secondaryText: 'Duluth, MN, USA' },
      ],
    },
  },
  'POST /v2/place-resolutions': {
    data: { place: { line1: '12 Lakeview Avenue', city: 'Duluth', region: 'MN', postalCode: '55803', country: 'US' } },
  },
  'GET /v2/countries/*/timezones': {
    data: { timezones: [{ value: 'America/Chicago', label: 'Central Time (Chicago)' }] },
  },
};
