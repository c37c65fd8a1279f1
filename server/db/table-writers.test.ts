import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The domain whose rules govern a table's rows: no other folder writes them. */
const ownedBy: Record<string, readonly string[]> = {
  'server/subscriptions': [
    'subscriptions',
    'subscription_periods',
    'subscription_upgrades',
    'renewal_notices',
    'renewal_choices',
    'renewal_covers',
    'imported_terms',
  ],
  'server/payments': ['payment_attempts', 'payment_methods', 'orders', 'refunds', 'disputes'],
  'server/documents': ['documents'],
};

/** Files outside the domain that write the table, and why its rules do not govern what they write. */
const beside: Record<string, string> = {
  'server/closing/forget-person.ts': 'deletes names and addresses',
  'server/jobs/forget-old-records.ts': 'deletes names and addresses',
};

const root = path.resolve(import.meta.dirname, '../..');
const inCamelCase = (table: string) => table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The statements in a source text that write one of these tables. */
function writes(text: string, tables: readonly string[]): string[] {
  const names = tables.join('|');
  const built = new RegExp(
    `(?:insertInto|updateTable|deleteFrom)\\(\\s*'(?:${tables.map(inCamelCase).join('|')})'`,
    'g',
  );
  const raw = new RegExp(`\\b(?:insert into|delete from|(?<!for )update)\\s+(?:${names})\\b(?! of)`, 'g');
  return [...text.matchAll(built), ...text.matchAll(raw)].map(([statement]) => statement);
}

test('rows of subscriptions, payments and documents are written by their domain alone', () => {
  const sources = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^server\/(db|development)\//.test(file) && !(file in beside),
  );
  expect(sources.length).toBeGreaterThan(300);
  const strangers = Object.entries(ownedBy).flatMap(([folder, tables]) =>
    sources
      .filter((file) => !file.startsWith(`${folder}/`))
      .flatMap((file) => writes(readFileSync(path.join(root, file), 'utf8'), tables).map((one) => `${file}: ${one}`)),
  );
  expect(strangers).toEqual([]);
});

test('every form of write statement is recognised, and a lock is not one', () => {
  const found = [
    "db.updateTable('subscriptions')",
    'sql`update subscriptions set state = 1`',
    'sql`insert into subscriptions (id)`',
    'sql`delete from subscriptions where`',
  ];
  for (const text of found) expect(writes(text, ['subscriptions'])).toHaveLength(1);
  expect(writes('select id from subscriptions order by id for update of subscriptions', ['subscriptions'])).toEqual([]);
});
