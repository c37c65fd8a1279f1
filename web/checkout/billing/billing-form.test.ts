import { describe, expect, it } from 'vitest';
import { billingLabels, placeChanges, zoneFromList, zoneSource } from './billing-form.ts';
import { type BillingInput, billingSchema, type CountryRules } from './billing-schema.ts';

const minnesota: BillingInput = {
  address: {
    line1: '12 Lake Street',
    line2: '',
    city: 'Minneapolis',
    region: 'MN',
    postalCode: '55401',
    country: 'US',
  },
  parent: { timeZone: 'America/Chicago' },
};
const unitedStates = {
  country: 'US',
  regions: [{ value: 'MN' }],
  postalCode: { label: 'ZIP code', kind: 'zip' as const, pattern: '\\d{5}(?:[ \\-]\\d{4})?', example: '95014' },
};

type Change = Partial<BillingInput['address'] & BillingInput['parent']>;

function codesOf(
  { timeZone = minnesota.parent.timeZone, ...change }: Change,
  rules: CountryRules | null = unitedStates,
) {
  const bill = { address: { ...minnesota.address, ...change }, parent: { timeZone } };
  const result = billingSchema(() => rules).safeParse(bill);
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the billing form', () => {
  it('accepts a complete address', () => {
    expect(codesOf({})).toEqual([]);
  });

  it.each([
    [{ line1: 'ab' }, 'address.line1: address_length'],
    [{ line1: 'x'.repeat(51) }, 'address.line1: address_length'],
    [{ line2: 'x'.repeat(51) }, 'address.line2: address_line2_length'],
    [{ city: 'NY' }, 'address.city: city_length'],
    [{ city: 'x'.repeat(31) }, 'address.city: city_length'],
    [{ region: '' }, 'address.region: required'],
    [{ region: 'ZZ' }, 'address.region: region_unknown'],
    [{ postalCode: '5540' }, 'address.postalCode: postal_code'],
    [{ timeZone: '' }, 'parent.timeZone: required'],
  ])('2.8-4, 5.5-2: refuses a bill with %j', (change, issue) => {
    expect(codesOf(change)).toContain(issue);
  });

  it('leaves postal code and region to the server while the country is not known here', () => {
    expect(codesOf({ postalCode: 'SW1A 1AA', region: 'London', country: 'GB' })).toEqual([]);
    expect(codesOf({ postalCode: '1' + '2'.repeat(3) }, null)).toEqual([]);
  });

  it('has a label for every field it can complain about', () => {
    const labels: Record<string, unknown> = billingLabels;
    for (const path of [
      'address.line1',
      'address.city',
      'address.region',
      'address.postalCode',
      'address.country',
      'parent.timeZone',
    ])
      expect(labels[path]).toBeDefined();
  });
});

describe('time zones of the billing form', () => {
  it.each([
    ['', '', 'none'],
    ['GB', '', 'country'],
    ['AU', 'VIC', 'country'],
    ['US', '', 'none'],
    ['US', 'MN', 'region'],
    ['CA', 'ON', 'region'],
  ] as const)('come for country %j and region %j from: %s', (country, region, source) => {
    expect(zoneSource({ country, region })).toBe(source);
  });

  const central = { value: 'America/Chicago', label: 'Central' };
  const eastern = { value: 'America/New_York', label: 'Eastern' };

  it('5.5-5: select the only one, keep one that is still offered, and drop one that is not', () => {
    expect(zoneFromList({ zones: [central], current: '', here: eastern.value })).toBe(central.value);
    expect(zoneFromList({ zones: [central, eastern], current: eastern.value, here: central.value })).toBe(
      eastern.value,
    );
    expect(zoneFromList({ zones: [central, eastern], current: 'Europe/London', here: 'Asia/Tokyo' })).toBe('');
    expect(zoneFromList({ zones: [central, eastern], current: '', here: '' })).toBe('');
  });

  it('2.8-5: begin with the browser’s own where it fits', () => {
    expect(zoneFromList({ zones: [central, eastern], current: '', here: eastern.value })).toBe(eastern.value);
    expect(zoneFromList({ zones: [central, eastern], current: 'Europe/London', here: eastern.value })).toBe(
      eastern.value,
    );
  });
});

describe('an address taken from a suggestion', () => {
  it('L9: keeps what was typed where it knows nothing, and no part of the town in the address line', () => {
    const place = { line1: '', city: 'Leeds', region: 'ENG', postalCode: '', country: 'GB' };
    expect(placeChanges(place)).toEqual([
      ['country', 'GB'],
      ['region', 'ENG'],
      ['line1', ''],
      ['city', 'Leeds'],
    ]);
  });
});
