import { expect, test } from 'vitest';
import { catalogReader } from '#server/catalog/catalog-reader.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { listRenewalChoices } from '#server/plans/choices/list-renewal-choices.ts';
import { listUpgrades } from '#server/plans/list-upgrades.ts';
import { publishPrices } from '../../../setup/price-versions.ts';
import { choose } from '../../../setup/renewal-choices.ts';
import { openSite } from '../../../setup/site.ts';
import { subscribe } from '../../../setup/subscriber.ts';

test('a process that has read the prices just before they changed serves who paid, or chose, at the new ones elsewhere', async () => {
  const site = await openSite({ publishesPrices: true });
  const { db } = site.dependencies;
  const readCatalog = catalogReader({ db, clock: site.clock, maxAgeMs: 60_000 });
  const another = { ...site.jobDependencies, readCatalog };
  const before = await readCatalog();
  await publishPrices(site, { 1001: 15_000 });
  const parent = await subscribe(site, { packageId: 1001 });
  const user = await readUser(db, parent.userId);
  if (!user) throw new Error('No user');
  const { subscriptionId } = parent;
  const asked = { user, subscriptionId, language: 'en', experiments: {} } as const;
  expect(await listUpgrades(another, asked)).not.toHaveProperty('refused');

  await publishPrices(site, { 1002: 19_000 });
  expect((await choose(site, parent, { packageId: 1002 })).status).toBe(200);
  expect(await listRenewalChoices(another, asked)).toMatchObject({ chosen: { amount: 19_000 } });
  expect([before.prices.size, (await readCatalog()).prices.size]).toEqual([1, 3]);
});
