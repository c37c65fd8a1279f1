import { expect, test } from 'vitest';
import { parentOf, send } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';

type Pricing = { pricingGroupName: string; packageIds: number[] };
type Listed = { pricingGroupName: string; packages: { id: number }[] };

test('the pricing lookup goes by country and phone, and names the packages that the cards then show', async () => {
  const { app } = await openSite();
  const ids = new Set<number>();
  for (const [query, group] of [
    ['countryCode=1&phoneNumber=2025550142', 'P0'],
    ['countryCode=1&phoneNumber=6125550142', 'P1'],
    ['countryCode=1&phoneNumber=(512)%20555-0142&country=US', 'P2'],
    ['countryCode=1&phoneNumber=3055550142', 'P3'],
    // Countries with a list of their own are laid out as P0.
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
