import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { days } from '#server/clock.ts';
import { createDb, createPool, type Db } from '#server/db/pool.ts';
import { familiesById, withPeople } from '#server/professionals/case-repository.ts';
import { viewCases } from '#server/professionals/view-cases.ts';
import { fillCases, inviteCases } from '../../setup/database/many-families.ts';
import { ask, openFamily, payPlan, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

const idsOf = (cases: readonly ProfessionalCase[]) => cases.map(({ familyId }) => familyId);
const named = (one: string, other: string) => ({
  parentA: { firstName: 'Marta', lastName: one, email: `${randomUUID()}@one.example` },
  parentB: { firstName: 'Joe', lastName: other, email: `${randomUUID()}@other.example` },
});

test('6-12: families are found by names, children and addresses as they were given, whatever the accents, in any order', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional, { ...named('Núñez', 'Ramos'), children: [{ firstName: 'Zoë' }] });
  await openFamily(site, professional, named('Okafor', 'Wong'));
  const found = async (text: string) => idsOf((await searchCases(site, professional, { text })).cases);
  for (const text of ['nunez', 'MARTA núñez', 'ramos marta', 'zoe', ' ra ', family.parents[0]?.email ?? ''])
    expect([text, await found(text)]).toEqual([text, [family.familyId]]);
  expect(await found('marta')).toHaveLength(2);
  for (const text of ['ramos okafor', '%', '_', "'", 'mart\\']) expect([text, await found(text)]).toEqual([text, []]);
});

test('P2, 6-13: search finds nobody by a name they entered themselves, nor by an address once they have joined', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [one, other] = parents;
  await db
    .updateTable('users')
    .set({
      invitedFirstName: 'Marta',
      invitedLastName: "O'Brien",
      invitedEmail: one?.email ?? '',
      firstName: 'Magdalena',
      lastName: 'Hidden',
      email: 'new@home.example',
    })
    .where('id', '=', one?.userId ?? '')
    .execute();
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE' })
    .where('id', '=', other?.userId ?? '')
    .execute();
  // Once a parent has changed the family, its children are private to them.
  await db.updateTable('families').set({ version: 2 }).where('id', '=', familyId).execute();
  const found = async (text: string) => (await searchCases(site, professional, { text })).cases.length;
  expect(await found('marta')).toBe(1);
  for (const text of ['magdalena', 'hidden', 'new@home.example', other?.email ?? '', 'ana'])
    expect([text, await found(text)]).toEqual([text, 0]);
});

test('6-14: filters show waiting, joined, soon-ending and archived families, each with its count', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const [waiting, joined, ending, archived] = [
    await openFamily(site, professional, named('Alba', 'Ruiz')),
    await openFamily(site, professional, named('Bravo', 'Ruiz')),
    await openFamily(site, professional, named('Costa', 'Ruiz')),
    await openFamily(site, professional, named('Duarte', 'Ruiz')),
  ];
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('familyId', '=', joined.familyId).execute();
  await payPlan(site, professional, ending.familyId, { parentIds: ending.parents.map(({ userId }) => userId) });
  const put = (family: ProfessionalCase, value: boolean) =>
    ask<ProfessionalCase>(site, professional, `/cases/${family.familyId}/archive`, {
      method: 'PUT',
      body: { archived: value },
    });
  expect((await put(archived, true)).body.archived).toBe(true);
  site.clock.advance(days(365 - 50));
  const later = { headers: await signedIn(site, professional.userId) };
  const shown = async (filter: 'ALL' | 'WAITING' | 'JOINED' | 'ENDS_SOON' | 'ARCHIVED') =>
    idsOf((await searchCases(site, later, { filter, sort: 'NAME' })).cases);
  expect(await shown('ALL')).toEqual(idsOf([waiting, joined, ending]));
  expect(await shown('WAITING')).toEqual(idsOf([waiting, ending]));
  expect(await shown('JOINED')).toEqual(idsOf([joined]));
  expect(await shown('ENDS_SOON')).toEqual(idsOf([ending]));
  expect(await shown('ARCHIVED')).toEqual(idsOf([archived]));
  const { counts, cases } = await searchCases(site, later, { sort: 'ENDS' });
  expect(counts).toEqual({ ALL: 3, WAITING: 2, JOINED: 1, ENDS_SOON: 1, ARCHIVED: 1 });
  expect(idsOf(cases)[0]).toBe(ending.familyId);
  const restored = await ask<ProfessionalCase>(site, later, `/cases/${archived.familyId}/archive`, {
    method: 'PUT',
    body: { archived: false },
  });
  expect(restored.body.archived).toBe(false);
  expect(await shown('ALL')).toHaveLength(4);
});

test('6-15: 120 families are paged, each exactly once in every order', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  await fillCases(site, professional, 120);
  for (const sort of ['NEWEST', 'NAME', 'ENDS'] as const) {
    const seen: string[] = [];
    const pages: number[] = [];
    for (let more = true; more; ) {
      const after = seen.at(-1);
      const page = await searchCases(site, professional, { sort, ...(after ? { after } : {}) });
      seen.push(...idsOf(page.cases));
      pages.push(page.cases.length);
      more = page.more;
    }
    expect([sort, pages, new Set(seen).size]).toEqual([sort, [50, 50, 20], 120]);
  }
});

/**
 * The rows that the database reads for a call, in every table. The site has a single connection, with counters of its
 * own.
 */
async function rowsReadBy({ dependencies: { db } }: TestSite, call: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
      where relname in ('families', 'users', 'children', 'subscriptions', 'invites')`.execute(db);
    return rows[0]?.read ?? 0;
  };
  const before = await read();
  await call();
  return (await read()) - before;
}

/** CPU milliseconds that the database uses for a call, as the median of nine: independent of a busy machine. */
async function openProcessorClock({ databaseUrl }: TestSite) {
  const pool = createPool({ connectionString: databaseUrl, max: 1 });
  let seconds = 0;
  pool.on('connect', (client) =>
    client.on('notice', ({ detail = '' }) => {
      const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail) ?? [];
      seconds += Number(user ?? 0) + Number(system ?? 0);
    }),
  );
  onTestFinished(() => pool.end());
  const db = createDb(pool);
  await sql`select set_config('client_min_messages', 'log', false), set_config('log_executor_stats', 'on', false)`.execute(
    db,
  );
  return async (call: (db: Db) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      seconds = 0;
      await call(db);
      times.push(seconds * 1_000);
    }
    return times.toSorted((one, other) => one - other)[4] ?? 0;
  };
}

test('6-17: a list of 2,000 families is read and searched by a few rows for each, and reads nothing of the families of others', async () => {
  const site = await openSite({ poolSize: 1 });
  const { dependencies } = site;
  const professional = await signedInProfessional(site);
  await fillCases(site, professional, 2_000);
  await inviteCases(site, professional);
  await sql`analyze`.execute(dependencies.db);
  const list = () => searchCases(site, professional, { sort: 'NAME' });
  const find = () => searchCases(site, professional, { text: 'nunez 1999' });
  expect((await find()).cases).toHaveLength(1);
  const page = (await list()).cases;
  expect(page).toHaveLength(50);

  // Compared with the same page read by its keys. Folding names during the search would cost three times as much.
  const time = await openProcessorClock(site);
  const floor = await time(async (db) => withPeople(db, await familiesById(db, idsOf(page))));
  const { userId: professionalId, email } = professional;
  const all = { professionalId, email, language: 'en', text: '', filter: 'ALL', sort: 'NAME' } as const;
  expect((await time((db) => viewCases({ ...dependencies, db }, all))) / floor).toBeLessThan(25);
  const searched = await time((db) => viewCases({ ...dependencies, db }, { ...all, text: 'nunez zoe' }));
  expect(searched / floor).toBeLessThan(25);

  const alone = [await rowsReadBy(site, list), await rowsReadBy(site, find)];
  // Family, two parents, children, invites and plans, each once.
  for (const rows of alone) expect(rows / 2_000).toBeLessThan(8);
  const other = await signedInProfessional(site);
  await fillCases(site, other, 4_000);
  await inviteCases(site, other);
  await sql`analyze`.execute(dependencies.db);
  const among = [await rowsReadBy(site, list), await rowsReadBy(site, find)];
  // Reading a whole table would triple it.
  for (const [index, rows] of among.entries()) expect(rows / (alone[index] ?? 0)).toBeLessThan(1.5);
});

test('6-18: names and children can be corrected until a parent has joined; the parent’s own data stays', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const { familyId, parents, mayChangeChildren } = await openFamily(site, professional);
  const [one = '', other = ''] = parents.map(({ userId }) => userId);
  expect(mayChangeChildren).toBe(true);
  const correct = (body: object) =>
    ask<ProfessionalCase & { code: string }>(site, professional, `/cases/${familyId}`, { method: 'PUT', body });
  const both = await correct({
    parents: [
      { userId: one, firstName: 'Martha', lastName: 'Brien' },
      { userId: other, firstName: 'José', lastName: 'Ruiz' },
    ],
    children: [{ firstName: 'Mia' }, { firstName: 'Leo' }],
  });
  expect(both.body.parents.map(({ firstName }) => firstName)).toEqual(['Martha', 'José']);
  expect(both.body.children).toEqual(['Mia', 'Leo']);
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', one).execute();
  const refused = await correct({ parents: [{ userId: one, firstName: 'Not', lastName: 'Mine' }] });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  expect((await correct({ parents: [], children: [] })).status).toBe(409);
  const waiting = await correct({ parents: [{ userId: other, firstName: 'Joe', lastName: 'Ruiz' }] });
  expect(waiting.body).toMatchObject({ mayChangeChildren: false, children: ['Mia', 'Leo'] });
  expect(waiting.body.parents.map(({ firstName }) => firstName)).toEqual(['Martha', 'Joe']);
});

test('6-19: twenty corrections while the parent joins: none applies afterwards', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [userId = ''] = parents.map((parent) => parent.userId);
  const joining = db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await trx
      .updateTable('users')
      .set({ status: 'ACTIVE', firstName: 'Own', lastName: 'Name' })
      .where('id', '=', userId)
      .execute();
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  const body = { parents: [{ userId, firstName: 'Not', lastName: 'Mine' }] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(site, professional, `/cases/${familyId}`, { method: 'PUT', body })),
  );
  await joining;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]));
  const user = await db.selectFrom('users').select('firstName').where('id', '=', userId).executeTakeFirst();
  expect(user?.firstName).toBe('Own');
});
