import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import fc from 'fast-check';
import salesTaxPackage from 'sales-tax/package.json' with { type: 'json' };
import { afterEach, describe, expect, test, vi } from 'vitest';
import { regions } from '../../../lookups/regions.ts';
import { taxInside, taxOn } from '../tax-amounts.ts';
import { nationalRates, nationalSources } from './national-rates.ts';
import { offlineTaxes } from './offline-taxes.ts';
import { stateRate, unitedStatesRates } from './united-states.ts';

const taxes = offlineTaxes();
const at = new Date('2026-11-21T12:00:00Z');

async function linesFor(country: string, region: string, amountCents = 144_00, when = at) {
  const { lines } = await taxes.taxesFor({ country, region, postalCode: '', amountCents, at: when });
  return lines.map((line) => [line.name, line.region, line.rate, line.amountCents]);
}

describe('Canada', () => {
  test('Quebec: GST 5 and QST 9.975, on two lines, each rounded separately', async () => {
    expect(await linesFor('CA', 'QC')).toEqual([
      ['GST', null, 5_000, 720],
      ['QST', 'QC', 9_975, 1_436],
    ]);
  });

  test.each([
    ['BC', 7_000],
    ['SK', 6_000],
    ['MB', 7_000],
  ] as const)('%s: GST 5 and PST', async (province, rate) => {
    expect(await linesFor('CA', province, 100_00)).toEqual([
      ['GST', null, 5_000, 500],
      ['PST', province, rate, rate / 10],
    ]);
  });

  test.each([
    ['ON', 13_000],
    ['NS', 14_000],
    ['NB', 15_000],
    ['NL', 15_000],
    ['PE', 15_000],
  ] as const)('%s: one HST line', async (province, rate) => {
    expect(await linesFor('CA', province, 100_00)).toEqual([['HST', province, rate, rate / 10]]);
  });

  test.each(['AB', 'NT', 'NU', 'YT'])('%s: GST alone', async (province) => {
    expect(await linesFor('CA', province, 100_00)).toEqual([['GST', null, 5_000, 500]]);
  });
});

describe('countries with one tax', () => {
  test.each([
    ['GB', 'VAT', 20_000],
    ['AU', 'GST', 10_000],
    ['NZ', 'GST', 15_000],
    ['MX', 'IVA', 16_000],
  ] as const)('%s: %s', async (country, name, rate) => {
    expect(await linesFor(country, 'any', 100_00)).toEqual([[name, null, rate, rate / 10]]);
  });

  test.each([
    ['GB', 150_00, 25_00],
    ['GB', 210_00, 35_00],
    ['AU', 154_00, 14_00],
    ['AU', 209_00, 19_00],
    ['NZ', 161_00, 21_00],
    ['NZ', 218_50, 28_50],
    ['MX', 116_00, 16_00],
    ['MX', 174_00, 24_00],
  ])('%s: inside %i cents are %i of tax, as in the catalogue', async (country, grossCents, tax) => {
    const { lines } = await taxes.extractIncluded({ country, grossCents, at });
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([tax]);
  });

  test('prices of the United States and Canada include none', async () => {
    for (const country of ['US', 'CA'])
      expect((await taxes.extractIncluded({ country, grossCents: 100_00, at })).lines).toEqual([]);
  });
});

describe('United States', () => {
  const catalogue: Record<string, number> = {
    AL: 4,
    AZ: 5.6,
    CT: 6.35,
    DC: 7,
    HI: 4,
    IA: 6,
    KY: 6,
    LA: 5,
    MA: 6.25,
    MD: 6,
    NM: 4.875,
    NY: 4,
    PA: 6,
    RI: 7,
    SC: 6,
    SD: 4.2,
    TN: 7,
    TX: 6.25,
    UT: 4.85,
    VT: 6,
    WA: 6.5,
    WV: 6,
  };

  test('each state has the rate of the catalogue, every other none', async () => {
    const states = regions({ country: 'US', language: 'en' }).map(({ value }) => value);
    const rates = await Promise.all(states.map(async (state) => [state, (await linesFor('US', state))[0]?.[2] ?? 0]));
    expect(Object.fromEntries(rates)).toEqual(
      Object.fromEntries(states.map((state) => [state, Math.round((catalogue[state] ?? 0) * 1000)])),
    );
  });

  test('Texas taxes 80 % of the amount', async () => {
    const { lines } = await taxes.taxesFor({
      country: 'US',
      region: 'TX',
      postalCode: '78701',
      amountCents: 100_00,
      at,
    });
    expect(lines).toEqual([{ name: 'SALES_TAX', region: 'TX', rate: 6_250, taxablePercent: 80, amountCents: 500 }]);
  });

  const sourced = {
    from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    source: expect.stringMatching(/^.{12,} \([a-z.-]+\.[a-z]{2,4}(, [^)]+)?\)$/) as string,
  };

  test('O2: every rate has its day, its source and the page on which it was read', async () => {
    for (const rows of Object.values(unitedStatesRates))
      for (const { from, source } of rows) expect({ from, source }).toEqual(sourced);
    const places = [
      ['GB', ''],
      ['AU', ''],
      ['NZ', ''],
      ['MX', ''],
      ...regions({ country: 'CA', language: 'en' }).map(({ value }) => ['CA', value]),
    ];
    for (const [country = '', region = ''] of places)
      for (const [name, of] of await linesFor(country, region)) {
        const place = of === null ? country : `${country}-${String(of)}`;
        expect({ name, place, ...nationalSources[place] }).toEqual({ name, place, ...sourced });
      }
  });

  test('O2: Maryland taxes what is for personal use, and the District of Columbia more from October 2026', async () => {
    expect(await linesFor('US', 'MD', 100_00)).toEqual([['SALES_TAX', 'MD', 6_000, 600]]);
    expect(stateRate({ state: 'DC', day: '2026-09-30' })?.rate).toBe(6_000);
    expect(stateRate({ state: 'DC', day: '2026-10-01' })?.rate).toBe(7_000);
  });

  test('O2: a tax is taken only where the seller is registered for it', async () => {
    const some = offlineTaxes({ registeredIn: new Set(['US-TX', 'CA-BC']) });
    const names = async (country: string, region: string) =>
      (await some.taxesFor({ country, region, postalCode: '', amountCents: 100_00, at })).lines.map(({ name }) => name);
    expect(await names('US', 'TX')).toEqual(['SALES_TAX']);
    expect(await names('US', 'NY')).toEqual([]);
    expect(await names('CA', 'BC')).toEqual(['GST', 'PST']);
    expect(await names('CA', 'QC')).toEqual(['GST']);
    expect(await names('CA', 'ON')).toEqual(['HST']);
    expect(await names('GB', 'ENG')).toEqual(['VAT']);
  });

  test('a rate applies from its day on', async () => {
    const rate = async (region: string, at: string) => (await linesFor('US', region, 100_00, new Date(at)))[0]?.[2];
    expect(await rate('SD', '2027-06-30T23:59:59Z')).toBe(4_200);
    expect(await rate('SD', '2027-07-01T00:00:00Z')).toBe(4_500);
    expect(await rate('SD', '2020-01-01T00:00:00Z')).toBe(4_200);
    expect(stateRate({ state: 'LA', day: '2030-01-01' })?.rate).toBe(4_750);
  });

  test('rows stand in the order of their days', () => {
    for (const rows of Object.values(unitedStatesRates))
      expect(rows.map(({ from }) => from)).toEqual(rows.map(({ from }) => from).toSorted());
  });
});

test('a country we do not sell to has no lines', async () => {
  expect(await linesFor('DE', 'BE')).toEqual([]);
  expect(await linesFor('constructor', '')).toEqual([]);
});

test('source and day come with the rates', async () => {
  expect(await taxes.taxesFor({ country: 'GB', region: 'ENG', postalCode: '', amountCents: 1, at })).toMatchObject({
    rateSource: 'sales-tax 2.23.0',
    rateDate: '2026-05-19',
  });
  expect(await taxes.taxesFor({ country: 'US', region: 'SD', postalCode: '', amountCents: 1, at })).toMatchObject({
    rateSource: expect.stringContaining('10-45-2'),
    rateDate: '2026-11-29',
  });
  expect(salesTaxPackage.version, 'move nationalRates.date with the version').toBe(nationalRates.version);
});

describe('no network', () => {
  afterEach(() => vi.restoreAllMocks());

  test('no tax calculation opens a connection or resolves a name', async () => {
    const refuse = () => {
      throw new Error('network');
    };
    const spies = [
      vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse),
      vi.spyOn(dns, 'lookup').mockImplementation(refuse as never),
      vi.spyOn(dgram, 'createSocket').mockImplementation(refuse),
      vi.spyOn(globalThis, 'fetch').mockImplementation(refuse),
    ];
    for (const country of ['US', 'CA', 'GB', 'AU', 'NZ', 'MX', 'DE']) {
      for (const { value: region } of regions({ country, language: 'en' })) await linesFor(country, region);
      await taxes.extractIncluded({ country, grossCents: 100_00, at });
    }
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0]);
    expect(() => net.connect(9)).toThrow('network');
  });
});

describe('rounding', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 });
  const rate = fc.integer({ min: 0, max: 30_000 });

  test('half a cent is rounded up, less is rounded down', () => {
    expect(taxOn({ amountCents: 10, rate: 5_000, taxablePercent: 100 })).toBe(1);
    expect(taxOn({ amountCents: 9, rate: 5_000, taxablePercent: 100 })).toBe(0);
    expect(taxOn({ amountCents: 144_00, rate: 9_975, taxablePercent: 100 })).toBe(1_436);
  });

  test('the tax is the nearest cent to the exact one', () => {
    fc.assert(
      fc.property(cents, rate, fc.constantFrom(100, 80), (amountCents, lineRate, taxablePercent) => {
        const tax = BigInt(taxOn({ amountCents, rate: lineRate, taxablePercent }));
        const exact = BigInt(amountCents) * BigInt(lineRate) * BigInt(taxablePercent);
        const twiceError = 2n * (tax * 10_000_000n - exact);
        return twiceError > -10_000_000n && twiceError <= 10_000_000n;
      }),
    );
  });

  test('a larger amount is never taxed less', () => {
    fc.assert(
      fc.property(cents, rate, (amountCents, lineRate) => {
        const tax = (amount: number) => taxOn({ amountCents: amount, rate: lineRate, taxablePercent: 100 });
        return tax(amountCents + 1) >= tax(amountCents);
      }),
    );
  });

  test('tax added to a net price is the tax found inside the gross one', () => {
    fc.assert(
      fc.property(cents, rate, (net_, lineRate) => {
        const tax = taxOn({ amountCents: net_, rate: lineRate, taxablePercent: 100 });
        return taxInside({ grossCents: net_ + tax, rate: lineRate }) === tax;
      }),
    );
  });

  test('fractions, negative and immense amounts are errors', () => {
    for (const amountCents of [0.5, -1, Number.NaN, Number.MAX_SAFE_INTEGER]) {
      expect(() => taxOn({ amountCents, rate: 5_000, taxablePercent: 100 }), String(amountCents)).toThrow(RangeError);
    }
  });
});
