import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Day } from '#contract/fields/day.ts';
import { type ImportFile, importFiles } from '#server/import/import-files.ts';
import { userIdOf } from '../person.ts';
import { openSite, type TestSite } from '../site.ts';
import { runDue, subscribe } from '../subscriber.ts';

const renewsFrom: Day = '2032-03-01';
type Cells = Record<string, string>;
let essentials = '';

export const person = (number: number, change: Cells = {}): Cells => ({
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

export const plan = (number: number, change: Cells = {}): Cells => ({
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

export const card = (number: number, change: Cells = {}): Cells => ({
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

/** Imports rows as the command does; returns its report. */
export async function bring(
  { dependencies: { db, readCatalog }, clock }: TestSite,
  files: Partial<Record<ImportFile, readonly Cells[]>>,
  { isDryRun = false, stopAt = Infinity, encoding = 'utf8' as BufferEncoding, columns = '', from = renewsFrom } = {},
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
  const context = { catalog: await readCatalog(), renewsFrom: from, at: clock.now() };
  const imported = await importFiles({ db, context, isDryRun, onProblem }, paths);
  return { ...imported, problems };
}

/** A site without plans, for which `plan` makes rows. */
export async function openOldSite(): Promise<TestSite> {
  const site = await openSite();
  const { packages } = await site.dependencies.readCatalog();
  const sold = packages.find((one) => one.priceList === 'P0' && one.packageName === 'ESSENTIALS' && one.years === 1);
  essentials = String(sold?.id);
  return site;
}

/** Every row that an import may write, except its own records. */
export const everything = async ({ dependencies: { db } }: TestSite) => ({
  users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
  families: await db.selectFrom('families').selectAll().orderBy('id').execute(),
  children: await db.selectFrom('children').selectAll().orderBy('id').execute(),
  methods: await db.selectFrom('paymentMethods').selectAll().orderBy('id').execute(),
  plans: await db.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
  terms: await db.selectFrom('importedTerms').selectAll().execute(),
  consents: await db.selectFrom('consents').selectAll().orderBy('id').execute(),
});

/** A card of the gateway's vault that belongs to nobody here. */
export async function vaultedCard(site: TestSite): Promise<{ customer: string; token: string }> {
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
  return { customer: gatewayCustomerId ?? '', token };
}

/** The id here of an imported person. */
export const importedUserId = ({ dependencies: { db } }: TestSite, number: number): Promise<string> =>
  userIdOf(db, `p${number}@old.example`);
