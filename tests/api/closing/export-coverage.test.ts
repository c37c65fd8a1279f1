import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportData } from '#server/closing/export-data.ts';
import { coParent, replaceMethod, setRenewal } from '../../setup/account-calls.ts';
import { recordStatements } from '../../setup/database/recorded-statements.ts';
import { openSite } from '../../setup/site.ts';
import { drain, moveClockTo, runDue, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

/** Tables with a person's column that no export reads, and why. */
const leftOut: Record<string, string> = {
  activation_code_uses: 'what codes paid is in the quote of the order',
  coupon_uses: 'what a coupon took off is in the quote of the order',
  invite_codes: 'a hash',
  ownership_claims: 'by whoever claims an account, who may be another person',
  passkey_challenges: 'minutes long, while somebody signs in',
  recovery_requests: '30 minutes long, while somebody recovers an account',
  renewal_notices: 'the price that a mail announced; the renewal’s order has it',
  resumptions: 'a hash, for 24 hours before there is an account',
  second_steps: 'minutes long, while somebody signs in',
  staff_proposals: 'performed ones are in the log of staff actions',
};

/** Columns that relate a row to a person or to something of theirs. */
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

type Attempt = { purpose: string; amountCents: number };

test('for a plan that two people have paid for, the export of each has only their own attempts to pay', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const other = await coParent(site, payer);
  await drain(site);
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  await setRenewal(site, payer.userId, other.subscriptionId, false);
  await replaceMethod(site, other.userId);
  expect((await setRenewal(site, other.userId, other.subscriptionId, true)).body).toMatchObject({ autoRenew: true });
  moveClockTo(site, (await subscriptionOf(site, other)).periodEnd);
  await runDue(site);
  const tried = async ({ userId }: { userId: string }) => {
    const attempts = (await exportData(site.dependencies, userId))['paymentAttempts'] as Attempt[];
    return attempts.map(({ purpose, amountCents }) => [purpose, amountCents]);
  };
  expect(await tried(payer)).toEqual([
    ['SIGN_UP', 28_800],
    ['RENEWAL', 14_400],
    ['RENEWAL', 14_400],
    ['RENEWAL', 14_400],
  ]);
  expect(await tried(other)).toEqual([['RENEWAL', 14_400]]);
});
