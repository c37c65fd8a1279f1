import { expect, test } from 'vitest';
import { openTestDatabase } from '../../setup/database/database.ts';
import { ask, openFamily, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { openSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

test('lists are read from the replica, a user’s own recent changes from the primary until the replica has them, and everything when the replica is down', async () => {
  // It contains no family: the content of a list shows its source.
  const replica = await openTestDatabase();
  const site = await openSite({ environment: { DATABASE_REPLICA_URL: replica.url } });
  const professional = await signedInProfessional(site);
  const shown = async (as: { headers: Record<string, string> } = professional) =>
    (await searchCases(site, as)).cases.length;
  await openFamily(site, professional);
  expect(await shown()).toBe(1);
  await expect.poll(() => shown(), { timeout: 10_000 }).toBe(0);

  await openFamily(site, professional);
  expect([await shown(), await shown()]).toEqual([2, 2]);
  // Repeated reads are not writes.
  await expect.poll(() => shown(), { timeout: 10_000 }).toBe(0);
  // Whoever has just signed in sees what they did elsewhere a moment ago.
  expect(await shown({ headers: await signedIn(site, professional.userId) })).toBe(2);

  await replica.drop();
  expect(await shown()).toBe(2);
  const { body } = await ask<{ receipts: object[] }>(site, professional, '/receipts');
  expect(body.receipts).toEqual([]);
});
