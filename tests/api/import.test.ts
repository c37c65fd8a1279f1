import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { expect, onTestFinished, test } from 'vitest';
import { exportData } from '#server/account/export-data.ts';
import { requestDeletion } from '#server/account/close-account.ts';
import { days } from '#server/clock.ts';
import { importFiles, type ImportFile } from '#server/import/import-files.ts';
import { isOutdated } from '#server/identity/password.ts';
import { charges, home } from '../setup/account-calls.ts';
import { mailsTo } from '../setup/sandbox.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { send } from '../setup/sign-up.ts';
import { drain, moveClockTo, runDue, subscribe } from '../setup/subscriber.ts';
import { priceOf } from '../setup/upgrade-calls.ts';

const password = 'Ｑuiet-harbour-7';
const renewsFrom = '2032-03-01';
type Cells = Record<string, string>;
let essentials = '';

const person = (number: number, change: Cells = {}): Cells => ({
  person: `p${number}`,
  family: `f${Math.floor(number / 2)}`,
  role: number % 2 === 0 ? 'PARENT_A' : 'PARENT_B',
  first_name: 'Ana',
  last_name: 'Núñez',
  email: `p${number}@old.example`,
  phone_country_code: '+1',
  phone_number: `2025${String(number).padStart(6, '0')}`,
  line1: '12 Lake Street',
  line2: '',
  city: 'Minneapolis',
  region: 'MN',
  postal_code: '55401',
  country: 'US',
  time_zone: 'America/Chicago',
  language: number % 2 === 0 ? 'en' : 'es',
  username: `old.person.${number}`,
  password_hash: '$2b$04$abcdefghijklmnopqrstuuKXb0x1x1x1x1x1x1x1x1x1x1x1x1x1x',
  ...change,
});

const plan = (number: number, change: Cells = {}): Cells => ({
  person: `p${number}`,
  payer: `p${number}`,
  package: essentials,
  options: '',
  starts: '2031-02-10',
  ends: '2032-02-10',
  paid_cents: '14400',
  renews: 'yes',
  agreed_on: '2030-02-10',
  agreed_version: 'old-3',
  ...change,
});

const card = (number: number, change: Cells = {}): Cells => ({
  person: `p${number}`,
  customer: `customer-${number}`,
  token: `token-${number}`,
  type: 'CREDIT_CARD',
  card_brand: 'Visa',
  card_last_four: '1111',
  expiration_month: '12',
  expiration_year: '2039',
  account_label: '',
  ...change,
});

const csv = (rows: readonly Cells[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells: string[]) => cells.join(',')).join('\n');

/** Imports rows as the command does; what it said of them. */
async function bring(
  { dependencies: { db, readCatalog }, clock }: TestSite,
  files: Partial<Record<ImportFile, readonly Cells[]>>,
  { isDryRun = false, stopAt = Infinity, encoding = 'utf8' as BufferEncoding, columns = '' } = {},
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = Object.fromEntries(
    Object.entries(files).map(([name, rows]) => {
      const file = path.join(folder, `${name}.csv`);
      writeFileSync(file, columns + csv(rows), encoding);
      return [name, file];
    }),
  );
  const problems: string[] = [];
  const onProblem = (file: string, { line, column, code }: { line: number; column: string; code: string }) => {
    problems.push(`${path.basename(file)}:${line} ${column} ${code}`);
    if (line >= stopAt) throw new Error('Killed');
  };
  const context = { catalog: await readCatalog(), renewsFrom, at: clock.now() };
  const counts = await importFiles({ db, context, isDryRun, onProblem }, paths);
  return { counts, problems };
}

async function openOldSite(): Promise<TestSite> {
  const site = await openSite();
  const { packages } = await site.dependencies.readCatalog();
  const sold = packages.find((one) => one.priceList === 'P0' && one.packageName === 'ESSENTIALS' && one.years === 1);
  essentials = String(sold?.id);
  return site;
}

const everything = async ({ dependencies: { db } }: TestSite) => ({
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  families: await db.selectFrom('families').selectAll().orderBy('id').execute(),
  children: await db.selectFrom('children').selectAll().orderBy('id').execute(),
  methods: await db.selectFrom('paymentMethods').selectAll().orderBy('id').execute(),
  plans: await db.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
  terms: await db.selectFrom('importedTerms').selectAll().execute(),
  consents: await db.selectFrom('consents').selectAll().orderBy('id').execute(),
});

test('an imported user signs in with their old password, which is rehashed, and is renewed here from the given day', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const vaulted = await subscribe(site);
  const { token } = await db.deleteFrom('paymentMethods').returning('token').executeTakeFirstOrThrow();
  await db
    .updateTable('subscriptions')
    .set({ state: 'LAPSED', autoRenew: false })
    .where('id', '=', vaulted.subscriptionId)
    .execute();
  const { gatewayCustomerId } = await db
    .selectFrom('users')
    .select('gatewayCustomerId')
    .where('id', '=', vaulted.userId)
    .executeTakeFirstOrThrow();
  await runDue(site);
  moveClockTo(site, '2031-12-01');
  const files = {
    people: [
      person(0, { password_hash: await bcrypt(password, { cost: 4 }) }),
      person(1, { username: '', password_hash: '' }),
    ],
    children: [{ child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' }],
    'payment-methods': [card(0, { customer: gatewayCustomerId ?? '', token })],
    plans: [plan(0), plan(1, { payer: 'p0', ends: '2032-06-01', renews: 'no' })],
  };
  const before = await everything(site);
  expect(await bring(site, files, { isDryRun: true })).toMatchObject({
    problems: [],
    counts: { plans: { imported: 2 } },
  });
  expect(await everything(site)).toEqual(before);
  expect((await bring(site, files)).problems).toEqual([]);
  const once = await everything(site);
  expect(await bring(site, files)).toMatchObject({ problems: [], counts: { plans: { imported: 0, unchanged: 2 } } });
  expect(await everything(site)).toEqual(once);

  // One payer has agreed to the terms once, whatever they pay for.
  const agreed = once.consents.filter(({ form }) => form === 'IMPORT').map(({ kind, given }) => `${kind} ${given}`);
  expect(agreed.toSorted()).toEqual(['RENEWAL false', 'RENEWAL true', 'TERMS true']);

  const { id, siteCountry } = once.users.find(({ username }) => username === 'old.person.0') ?? { id: '' };
  // Their mails link to the site of their country, if there is one.
  expect(siteCountry).toBe('US');
  const signIn = () =>
    send(site.app, { method: 'POST', path: '/ofw/login', body: { username: 'old.person.0', password } });
  expect((await signIn()).status).toBe(200);
  const hashOf = async () =>
    (await db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()).passwordHash ??
    '';
  expect(isOutdated(await hashOf())).toBe(false);
  expect((await signIn()).status).toBe(200);
  expect(JSON.stringify(await home(site, id))).toContain('2032-02-10');
  await drain(site);

  const paid = await charges(site);
  // On its last day an upgrade counts what the other system was paid: 54 cents of the new plan less 39 of theirs.
  moveClockTo(site, '2032-02-09');
  expect((await priceOf(site, { userId: id }, { packageId: 1002 })).body.totals.total).toBe(15);
  moveClockTo(site, '2032-02-20');
  expect(await runDue(site)).toEqual([]);
  // The other system has renewed it meanwhile, and says so.
  const renewed = [plan(0, { starts: '2032-02-10', ends: '2033-02-10' }), ...files.plans.slice(1)];
  expect(await bring(site, { ...files, plans: renewed })).toMatchObject({
    problems: [],
    counts: { plans: { updated: 1 } },
  });
  moveClockTo(site, '2032-03-02');
  await runDue(site);
  expect(await charges(site)).toEqual(paid);
  expect(await bring(site, { ...files, plans: files.plans })).toMatchObject({
    problems: ['plans.csv:2 ends changed_here'],
  });
  expect(await mailsTo(site.sandboxUrl, 'p1@old.example')).toEqual([]);
  moveClockTo(site, '2033-02-10');
  await runDue(site);
  expect(await charges(site)).toHaveLength(paid.length + 1);
});

test('an upgrade in an imported month costs its remaining days, less what the other system was paid for them', async () => {
  const site = await openOldSite();
  const short = plan(0, { starts: '2031-02-10', ends: '2031-03-10', paid_cents: '1200', renews: 'no', agreed_on: '' });
  expect(await bring(site, { people: [person(0)], plans: [short] })).toMatchObject({ problems: [] });
  const { id: userId } = await site.dependencies.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  moveClockTo(site, '2031-02-24');
  const { body } = await priceOf(site, { userId }, { packageId: 1002 });
  // 14 of 365 days of the new plan, 14 of 28 days of what was paid.
  expect(body.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['PACKAGE', 759],
    ['PRORATION', -600],
  ]);
});

test('errors in a file are reported by line and column, other lines are imported; an interrupted import continues', async () => {
  const site = await openOldSite();
  const taken = await subscribe(site);
  const people = [
    person(0, { email: taken.email }),
    person(1, { password_hash: 'md5:1' }),
    person(2, { time_zone: 'Mars/Base' }),
    person(3, { region: 'XX' }),
    person(4),
    person(5, { role: 'PARENT_A', username: 'OLD.person.4' }),
    ...Array.from({ length: 1_200 }, (_, index) => person(6 + index)),
    person(9, { person: 'p9000', family: 'f9000', username: 'old.person.9000' }),
  ];
  const plans = [
    plan(4, { package: '9999' }),
    plan(5),
    plan(6, { payer: 'p8', renews: 'no', agreed_on: '' }),
    plan(7, { agreed_on: '' }),
  ];
  const { counts, problems } = await bring(site, { people, plans }, { isDryRun: true });
  expect(problems).toEqual([
    'people.csv:3 password_hash hash_unknown',
    'people.csv:4 time_zone time_zone_unknown',
    'people.csv:5 region region_unknown',
    'people.csv:7 role twice',
    'people.csv:7 username twice',
    'people.csv:2 email taken',
    'people.csv:1208 email twice',
    'plans.csv:5 agreed_on required',
    'plans.csv:3 person not_there',
    'plans.csv:3 payer not_there',
    'plans.csv:2 package unknown',
  ]);
  // A file in another encoding would lose letters, and one with a column twice could mean either.
  const inLatin1 = await bring(site, { people: [person(4)] }, { encoding: 'latin1' });
  const withNul = await bring(site, { people: [person(4, { person: 'p\0', line2: '\0' })] });
  expect([inLatin1.problems, withNul.problems]).toEqual([
    ['people.csv:2 last_name characters'],
    ['people.csv:2 person characters', 'people.csv:2 line2 characters'],
  ]);
  await expect(bring(site, { people: [person(4)] }, { columns: 'email,' })).rejects.toThrow('the column email twice');
  await expect(bring(site, { people }, { stopAt: 1_208 })).rejects.toThrow('Killed');
  const half = await bring(site, { people });
  expect(half.counts.people).toMatchObject({ unchanged: 995, imported: 206 });
  expect(counts.people).toMatchObject({ unchanged: 0, imported: 995 + 206 });
  expect((await bring(site, { plans: plans.slice(2, 3) })).problems).toEqual(['plans.csv:2 payer other_family']);
});

test('a plan that renews is not imported for a payer without an address, nor when it renews only later', async () => {
  const site = await openOldSite();
  const people = [person(0, { line1: '', city: '', region: '', postal_code: '', country: '' })];
  const bringPlan = (renews: string) => bring(site, { people, plans: [plan(0, { renews })] });
  for (const renews of ['yes', 'no', 'yes'])
    expect((await bringPlan(renews)).problems).toEqual(renews === 'no' ? [] : ['plans.csv:2 payer address_needed']);
});

test('closing an account erases its imported data, children with the last parent, and no later run restores it', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  const children = [{ child: 'c1', family: 'f0', position: '0', first_name: 'Ben', last_name: '', email: '' }];
  const files = { people: [person(0), person(1)], children, 'payment-methods': [card(0)] };
  await bring(site, files);
  const remembered = async () => {
    const rows = await db.selectFrom('importedRows').select(['kind', 'sourceId', 'contentHash']).execute();
    const stored = rows.filter(({ contentHash }) => contentHash.length > 0);
    return stored.map(({ kind, sourceId }) => `${kind} ${sourceId}`).toSorted();
  };
  const close = async (username: string) => {
    const { id } = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
    await requestDeletion(site.dependencies, id);
    site.clock.advance(days(32));
    await runDue(site);
  };
  expect(await remembered()).toEqual(['CHILD c1', 'FAMILY f0', 'PAYMENT_METHOD p0', 'PERSON p0', 'PERSON p1']);
  const { id: first } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'old.person.0')
    .executeTakeFirstOrThrow();
  const exported = await exportData(site.dependencies, first);
  expect(exported['importedFrom']).toMatchObject([{ kind: expect.any(String), sourceId: 'p0' }]);
  await close('old.person.0');
  expect(await remembered()).toEqual(['CHILD c1', 'FAMILY f0', 'PERSON p1']);
  await close('old.person.1');
  expect(await remembered()).toEqual(['FAMILY f0']);
  const before = await everything(site);
  const changed = { ...files, people: [person(0, { first_name: 'Eva' }), person(1)] };
  expect(await bring(site, changed)).toMatchObject({ problems: [], counts: { people: { unchanged: 2 } } });
  expect(await everything(site)).toEqual(before);
});
