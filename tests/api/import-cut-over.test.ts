import { expect, test } from 'vitest';
import { charges } from '../setup/account-calls.ts';
import { bring, card, openOldSite, person, plan, vaultedCard } from '../setup/other-system.ts';
import { moveClockTo, runDue } from '../setup/subscriber.ts';

test('a postponed cut-over applies to all plans that the other system still renews: nobody is charged before it', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const files = { people: [person(0)], 'payment-methods': [card(0, await vaultedCard(site))], plans: [plan(0)] };
  moveClockTo(site, '2031-12-01');
  expect(await bring(site, files)).toMatchObject({ problems: [], cutOver: { moved: 0, kept: 0 } });
  const dayOf = async () => (await db.selectFrom('importedTerms').select('renewsFrom').executeTakeFirst())?.renewsFrom;
  const move = async (from: string, isDryRun = false) => (await bring(site, files, { from, isDryRun })).cutOver;
  const paid = await charges(site);
  expect([await move('2032-05-01', true), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-03-01']);
  expect([await move('2032-05-01'), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-05-01']);
  expect(await move('2032-05-01')).toEqual({ moved: 0, kept: 0 });
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await charges(site)).toEqual(paid);

  // It may also come earlier, but neither on a day that has come, nor again once it has happened.
  expect([await move('2032-03-02'), await dayOf()]).toEqual([{ moved: 0, kept: 1 }, '2032-05-01']);
  expect([await move('2032-03-04'), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-03-04']);
  moveClockTo(site, '2032-03-04');
  expect([await move('2032-05-01'), await dayOf()]).toEqual([{ moved: 0, kept: 1 }, '2032-03-04']);
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
});
