import { expect, test } from 'vitest';
import { parentOf, send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

type Pricing = { pricingGroupName: string; packageIds: number[] };
type Listed = {
  pricingGroupName: string;
  packages: { id: number; displayName: string; subDurationInYears: 1 | 2; totalPriceFormatted: string }[];
};

test('3.3-2: the pricing lookup goes by country and phone, and names the packages that the cards then show', async () => {
  const { app } = await openSite();
  const ids = new Set<number>();
  for (const [query, group] of [
    ['countryCode=1&phoneNumber=2025550142', 'P0'],
    ['countryCode=1&phoneNumber=6125550142', 'P1'],
    ['countryCode=1&phoneNumber=(512)%20555-0142&country=US', 'P2'],
    ['countryCode=1&phoneNumber=3055550142', 'P3'],
    // Countries with their own list are laid out as P0.
    ['countryCode=64&phoneNumber=211234567', 'P0'],
    ['countryCode=1&phoneNumber=6125550142&country=AU', 'P0'],
  ]) {
    const { status, body } = await send<Pricing>(app, { method: 'GET', path: `/v2/pricing-groups?${query}` });
    expect([query, status, body.pricingGroupName]).toEqual([query, 200, group]);
    const listed = await send<Listed>(app, { method: 'GET', path: `/v2/packages?${query}` });
    expect(listed.body.packages.map(({ id }) => id).toSorted()).toEqual(body.packageIds.toSorted());
    for (const id of body.packageIds) {
      expect(ids.has(id), `package ${id} is on two lists`).toBe(false);
      ids.add(id);
    }
  }
  expect(ids.size).toBeGreaterThanOrEqual(12);
});

/** Written out so that a changed catalogue is noticed: one year, two years. */
const prices: Record<string, Record<string, (string | null)[]>> = {
  '2025550142': {
    Essentials: ['US$144.00', 'US$264.00'],
    Premium: ['US$198.00', 'US$360.00'],
    'Build your own': ['US$108.00', 'US$192.00'],
  },
  '6125550142': { Premium: ['US$189.00', 'US$348.00'], 'Build your own': ['US$99.00', 'US$180.00'] },
  '5125550142': {
    Basic: ['US$96.00', 'US$174.00'],
    Essentials: ['US$150.00', 'US$276.00'],
    Premium: ['US$216.00', 'US$396.00'],
    'Build your own': ['US$114.00', 'US$204.00'],
  },
  '3055550142': {
    Essentials: ['US$149.00', null],
    Premium: ['US$204.00', null],
    'Build your own': ['US$108.00', null],
  },
};

test('9-30: each pricing group offers its packages at its prices, for one year and for two', async () => {
  const { app } = await openSite();
  for (const [phoneNumber, expected] of Object.entries(prices)) {
    const path = `/v2/packages?countryCode=1&phoneNumber=${phoneNumber}`;
    const { packages } = (await send<Listed>(app, { method: 'GET', path })).body;
    const priceOf = (name: string, years: 1 | 2) =>
      packages.find(({ displayName, subDurationInYears }) => displayName === name && subDurationInYears === years)
        ?.totalPriceFormatted ?? null;
    const names = new Set(packages.map(({ displayName }) => displayName));
    expect(Object.fromEntries([...names].map((name) => [name, [priceOf(name, 1), priceOf(name, 2)]]))).toEqual(
      expected,
    );
  }
});

test('F4: a phone is one phone however it is typed: for the price list, in the family, and when it is stored', async () => {
  const { app, dependencies } = await openSite();
  const look = async (query: string) =>
    (await send<Pricing>(app, { method: 'GET', path: `/v2/pricing-groups?${query}` })).body;
  expect((await look('countryCode=1&phoneNumber=16125550142')).pricingGroupName).toBe('P1');
  const british = await look('countryCode=44&phoneNumber=2079460018');
  for (const typed of [
    'countryCode=1&phoneNumber=%2B442079460018',
    'countryCode=1&phoneNumber=00442079460018',
    'countryCode=44&phoneNumber=02079460018',
  ])
    expect(await look(typed), typed).toEqual(british);

  const parent = { ...parentOf('f4@example.com'), phoneNumber: '+44 (0)20 7946 0018' };
  const { body } = await send<{ signupId: string; registrationKey: string }>(app, {
    method: 'POST',
    path: '/v2/registrations',
    body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
  });
  const stored = await dependencies.db
    .selectFrom('registrations')
    .select('parent')
    .where('id', '=', body.signupId)
    .executeTakeFirstOrThrow();
  expect(stored.parent).toMatchObject({ phoneCountryCode: '+44', phoneNumber: '2079460018' });
  const coParent = {
    firstName: 'Joe',
    lastName: 'Ruiz',
    email: 'joe-f4@example.com',
    phoneNumber: '011 44 20 7946 0018',
  };
  const family = await send(app, {
    method: 'PUT',
    path: `/v2/registrations/${body.signupId}/family`,
    body: { coParent, children: [{ firstName: 'Ana', lastName: 'Ruiz' }] },
    headers: { 'x-registration-key': body.registrationKey },
  });
  expect(family).toMatchObject({ status: 400, body: { validationErrors: [{ field: 'coParent.phoneNumber' }] } });
});
