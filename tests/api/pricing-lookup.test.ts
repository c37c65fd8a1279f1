import { expect, test } from 'vitest';
import { send } from '../setup/sign-up.ts';
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
