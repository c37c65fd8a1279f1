import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportData } from '#server/account/export-data.ts';
import { recordStatements } from '../setup/recorded-statements.ts';
import { openSite } from '../setup/site.ts';
import { subscribe } from '../setup/subscriber.ts';

/** Tables with a person's column that no export reads, and why. */
const leftOut: Record<string, string> = {
  activation_code_uses: 'what codes paid is in the quote of the order',
  coupon_uses: 'what a coupon took off is in the quote of the order',
  invite_codes: 'a hash',
  passkey_challenges: 'minutes long, while somebody signs in',
  recovery_requests: '30 minutes long, while somebody recovers an account',
  renewal_notices: 'the price that a mail announced; the renewal’s order has it',
  resumptions: 'a hash, for 24 hours before there is an account',
  second_steps: 'minutes long, while somebody signs in',
  staff_proposals: 'performed ones are in the log of staff actions',
};

/** Columns by which a row belongs to a person, or to something of theirs. */
const personal = `(^|_)(user|professional|anonymous|attempt|order|subscription|registration|invite)_ids?$`;

test('every table with rows about a person is in the export of their data, or left out for a stated reason', async () => {
  const { statements, during } = recordStatements();
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site, {
    address: { headers: { 'x-anonymous-id': '5e0c3f2a-6d1b-4c7e-9a54-0f6f0a3f8a11' } },
  });
  await during(() => exportData(site.dependencies, userId));
  const exported = new Set(
    [...statements.keys()].flatMap((text) => [...text.matchAll(/(?:from|join) "?(\w+)/g)].map(([, table]) => table)),
  );
  const { rows } = await sql<{ table: string }>`
    select distinct relname as table from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and (attname ~ ${personal} or exists (select from pg_constraint
        where contype = 'f' and conrelid = attrelid and attnum = any(conkey) and confrelid = 'users'::regclass))
    order by 1`.execute(db);
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.map(({ table }) => table).filter((table) => !exported.has(table))).toEqual(Object.keys(leftOut));
});
