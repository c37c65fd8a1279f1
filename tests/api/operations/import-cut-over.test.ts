import { expect, test } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { days } from '#server/clock.ts';
import type { Trx } from '#server/db/pool.ts';
import { extendPlan } from '#server/plans/grant-days.ts';
import { moveCutOver } from '#server/subscriptions/move-cut-over.ts';
import { lockSubscription } from '#server/subscriptions/subscription-repository.ts';
import { askToClose, charges, setRenewal } from '../../setup/account-calls.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import {
  bring,
  card,
  everything,
  importedUserId,
  openOldSite,
  person,
  plan,
  vaultedCard,
} from '../../setup/providers/other-system.ts';
import type { TestSite } from '../../setup/site.ts';
import { staffHeaders, viewPerson } from '../../setup/staff.ts';
import { moveClockTo, runDue } from '../../setup/subscriber.ts';
import { priceOf, upgrade } from '../../setup/upgrade-calls.ts';

/** A person with a plan that the other system renews on 10 February, and its rows. */
async function importPlan(site: TestSite) {
  const files = { people: [person(0)], 'payment-methods': [card(0, await vaultedCard(site))], plans: [plan(0)] };
  moveClockTo(site, '2031-12-01');
  expect(await bring(site, files)).toMatchObject({ problems: [], cutOver: { moved: 0, kept: 0 } });
  const held = site.dependencies.db.selectFrom('subscriptions').selectAll();
  const readPlan = () => held.where('userId', '=', userId).executeTakeFirstOrThrow();
  const userId = await importedUserId(site, 0);
  return { files, userId, readPlan };
}

const nextTerm = { starts: '2032-02-10', ends: '2033-02-10', paid_cents: '15000' };

test('P10: a postponed cut-over applies to all plans that the other system still renews: nobody is charged before it', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const { files } = await importPlan(site);
  const dayOf = async () => (await db.selectFrom('importedTerms').select('renewsFrom').executeTakeFirst())?.renewsFrom;
  const move = async (from: Day, isDryRun = false) => (await bring(site, files, { from, isDryRun })).cutOver;
  const paid = await charges(site);
  expect([await move('2032-05-01', true), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-03-01']);
  expect([await move('2032-05-01'), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-05-01']);
  expect(await move('2032-05-01')).toEqual({ moved: 0, kept: 0 });
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await charges(site)).toEqual(paid);

  // It can also be moved earlier, but neither to a past day, nor once it has happened.
  expect([await move('2032-03-02'), await dayOf()]).toEqual([{ moved: 0, kept: 1 }, '2032-05-01']);
  expect([await move('2032-03-04'), await dayOf()]).toEqual([{ moved: 1, kept: 0 }, '2032-03-04']);
  moveClockTo(site, '2032-03-04');
  expect([await move('2032-05-01'), await dayOf()]).toEqual([{ moved: 0, kept: 1 }, '2032-03-04']);
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
});

test('P10: a plan changed here before the cut-over gets the term that the other system was paid for, and keeps the change', async () => {
  const site = await openOldSite();
  const { files, userId, readPlan } = await importPlan(site);
  moveClockTo(site, '2032-01-20');
  expect((await upgrade(site, { userId }, { packageId: 1002 })).body).toMatchObject({ outcome: 'PAID' });
  await runDue(site);
  const paid = await charges(site);
  // A plan that renews elsewhere is not overdue, and extra days here would not move its renewal.
  moveClockTo(site, '2032-02-20');
  const headers = await staffHeaders(site, ['ADMIN']);
  const pastDue = await site.app.inject({ url: '/api/v2/staff/queues/past-due', headers });
  expect(pastDue.json()).toMatchObject({ rows: [] });
  for (const isDryRun of [true, false])
    expect((await bring(site, { plans: [plan(0, { paid_cents: '1' })] }, { isDryRun })).problems).toEqual([
      'plans.csv:2 ends changed_here',
    ]);
  const renewed = { ...files, plans: [plan(0, nextTerm)] };
  expect(await bring(site, renewed)).toMatchObject({ problems: [], counts: { plans: { updated: 1 } } });
  expect(await bring(site, renewed)).toMatchObject({ problems: [], counts: { plans: { unchanged: 1 } } });
  expect(await readPlan()).toMatchObject({
    packageId: 1002,
    autoRenew: true,
    periodStart: '2032-02-10',
    periodEnd: '2033-02-10',
  });
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await charges(site)).toEqual(paid);
  moveClockTo(site, '2033-02-10');
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
});

test('P10: cancelling an elapsed plan that renews elsewhere does not end the year that was paid there', async () => {
  const site = await openOldSite();
  const { userId, readPlan } = await importPlan(site);
  const offered = async () => (await viewPerson(site, await staffHeaders(site, ['ADMIN']), userId)).actions;
  expect((await offered()).map(({ action }) => action)).not.toContain('EXTEND_PLAN');
  moveClockTo(site, '2032-02-20');
  const offer = (await offered()).find(({ action }) => action === 'CANCEL_RENEWAL');
  expect(offer?.sentences[0]).toContain('cancel it there too');
  expect((await setRenewal(site, userId, (await readPlan()).id, false)).status).toBe(200);
  await runDue(site);
  expect((await bring(site, { plans: [plan(0, nextTerm)] })).problems).toEqual([]);
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await readPlan()).toMatchObject({ state: 'CURRENT', autoRenew: false, periodEnd: '2033-02-10' });
});

test('P10: nobody whose account has closed gets an imported card or plan, or pays for one', async () => {
  const site = await openOldSite();
  await bring(site, { people: [person(0), person(1)] });
  await askToClose(site, await importedUserId(site, 1));
  site.clock.advance(days(32));
  await runDue(site);
  const before = await everything(site);
  for (const [one, problems] of [
    [plan(1), ['plans.csv:2 person closed', 'plans.csv:2 payer closed']],
    [plan(1, { payer: 'p0' }), ['plans.csv:2 person closed']],
    [plan(0, { payer: 'p1', renews: 'no' }), ['plans.csv:2 payer closed']],
  ] as const)
    for (const isDryRun of [true, false])
      expect((await bring(site, { plans: [one] }, { isDryRun })).problems).toEqual(problems);
  expect((await bring(site, { 'payment-methods': [card(1)] })).problems).toEqual([
    'payment-methods.csv:2 person closed',
  ]);
  expect(await everything(site)).toEqual(before);
  // An existing plan does not get such a payer either.
  expect((await bring(site, { plans: [plan(0)] })).problems).toEqual([]);
  const paidByThem = plan(0, { payer: 'p1', renews: 'no' });
  for (const isDryRun of [true, false])
    expect((await bring(site, { plans: [paidByThem] }, { isDryRun })).problems).toEqual(['plans.csv:2 payer closed']);
});

test('P10: a dry run finds nothing wrong with a plan whose new payer the same run brings, and changes nothing', async () => {
  const site = await openOldSite();
  await bring(site, { people: [person(0)], plans: [plan(0)] });
  const before = await everything(site);
  const later = { people: [person(0), person(1)], plans: [plan(0, { payer: 'p1' })] };
  for (const isDryRun of [true, false]) {
    expect(await everything(site)).toEqual(before);
    const counts = { people: { imported: 1 }, plans: { updated: 1 } };
    expect(await bring(site, later, { isDryRun })).toMatchObject({ problems: [], counts });
  }
});

test('N20: a card that is imported after its renewal was declined for lack of one is charged at once', async () => {
  const site = await openOldSite();
  const vaulted = await vaultedCard(site);
  moveClockTo(site, '2032-01-20');
  const plans = [plan(0, { starts: '2031-03-05', ends: '2032-03-05' })];
  await bring(site, { people: [person(0)], plans });
  const paid = await charges(site);
  moveClockTo(site, '2032-03-05');
  await runDue(site);
  const held = site.dependencies.db.selectFrom('subscriptions').selectAll();
  const readPlan = async () => held.where('userId', '=', await importedUserId(site, 0)).executeTakeFirstOrThrow();
  expect(await readPlan()).toMatchObject({ state: 'CURRENT', declinedOn: '2032-03-05', retryOn: null });
  moveClockTo(site, '2032-03-07');
  expect((await bring(site, { 'payment-methods': [card(0, vaulted)] })).problems).toEqual([]);
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
  expect(await readPlan()).toMatchObject({ periodStart: '2032-03-05', declinedOn: null });
});

test('P10: an import that changes a plan raises its version: earlier quotes no longer hold', async () => {
  const site = await openOldSite();
  const { files, userId, readPlan } = await importPlan(site);
  const { version } = await readPlan();
  const renewed = { ...files, plans: [plan(0, { ends: '2032-02-20' })] };
  expect(await bring(site, renewed)).toMatchObject({ problems: [], counts: { plans: { updated: 1 } } });
  // Earlier quotes no longer hold, and the import may still change what nobody has changed here.
  expect((await readPlan()).version).toBeGreaterThan(version);
  const again = { ...files, plans: [plan(0, { ends: '2032-02-21' })] };
  expect(await bring(site, again)).toMatchObject({ problems: [], counts: { plans: { updated: 1 } } });
  expect(await readPlan()).toMatchObject({ userId, periodEnd: '2032-02-21' });
});

test('R24: a changed plan is validated as a new one: no stranger becomes its payer, and an error stops no other row', async () => {
  const site = await openOldSite();
  const people = [person(0), person(1), person(2)];
  await bring(site, { people, plans: [plan(0), plan(1), plan(2)] });
  const before = await everything(site);
  const wrong: [Parameters<typeof plan>[1], string][] = [
    [{ payer: 'p2' }, 'payer other_family'],
    [{ payer: 'p99' }, 'payer not_there'],
    [{ package: '999999' }, 'package unknown'],
    [{ options: 'NOTHING' }, 'options unknown'],
  ];
  for (const [change, problem] of wrong)
    expect((await bring(site, { plans: [plan(0, change)] })).problems).toEqual([`plans.csv:2 ${problem}`]);
  expect(await everything(site)).toEqual(before);
  const file = { plans: [plan(0, { payer: 'p99' }), plan(1, { payer: 'p0' })] };
  expect(await bring(site, file)).toMatchObject({
    problems: ['plans.csv:2 payer not_there'],
    counts: { plans: { updated: 1 } },
  });
});

test('BIL4, P10: an imported plan that staff extended credits what was paid for its last year, as any plan does', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const term = { starts: '2031-06-10', ends: '2032-06-10' };
  await bring(site, { people: [person(0)], plans: [plan(0, term)] });
  const userId = await importedUserId(site, 0);
  const held = db.selectFrom('subscriptions').select('id').where('userId', '=', userId);
  const { id: subscriptionId } = await held.executeTakeFirstOrThrow();
  moveClockTo(site, '2032-06-09');
  await db.transaction().execute((trx) => extendPlan(trx, { subscriptionId, days: 366, at: site.clock.now() }));
  moveClockTo(site, '2032-06-10');
  const { lines } = (await priceOf(site, { userId }, { packageId: 1002 })).body;
  expect(lines.find(({ kind }) => kind === 'PRORATION')).toMatchObject({ amount: -14_400 });
});

test('N12: an upgrade paid with a new card locks the plans that its payer pays for in their order', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  moveClockTo(site, '2031-12-01');
  await bring(site, { people: [person(0), person(1)], plans: [plan(1, { payer: 'p0' }), plan(0)] });
  const userId = await importedUserId(site, 0);
  const [first, own] = await db.selectFrom('subscriptions').select(['id', 'userId']).orderBy('id').execute();
  expect(own?.userId).toBe(userId);
  const lock = (trx: Trx, id = '') => lockSubscription(trx, id);
  const { sent } = await db.transaction().execute(async (trx) => {
    await lock(trx, first?.id);
    const upgraded = upgrade(site, { userId }, { packageId: 1002 }, { nonce: 'fake-valid-mastercard-nonce' });
    await untilOneWaitsForLock(db);
    await lock(trx, own?.id);
    return { sent: upgraded };
  });
  expect((await sent).body).toMatchObject({ outcome: 'PAID' });
});

test('N12: moving the cut-over locks imported terms in the order in which an import changes them', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  moveClockTo(site, '2031-12-01');
  await bring(site, { people: [person(0), person(1)], plans: [plan(0), plan(1)] });
  const terms = db.selectFrom('importedTerms').select('subscriptionId').orderBy('subscriptionId');
  const [low = '', high = ''] = (await terms.execute()).map(({ subscriptionId }) => subscriptionId);
  const lock = (trx: Trx, id: string) =>
    trx.selectFrom('importedTerms').select('netCents').where('subscriptionId', '=', id).forUpdate().execute();
  // A changed row is read last.
  await db.updateTable('importedTerms').set({ netCents: 14_400 }).where('subscriptionId', '=', low).execute();
  const { moved } = await db.transaction().execute(async (trx) => {
    await lock(trx, low);
    const cutOver = { renewsFrom: '2032-05-01', at: site.clock.now(), isDryRun: false } as const;
    const moving = moveCutOver(db, cutOver);
    await untilOneWaitsForLock(db);
    await lock(trx, high);
    return { moved: moving };
  });
  expect(await moved).toEqual({ moved: 2, kept: 0 });
});
