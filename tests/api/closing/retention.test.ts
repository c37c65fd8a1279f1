import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeEvents } from '#server/analytics/analytics-repository.ts';
import { after, days } from '#server/clock.ts';
import { addMonths, monthlyTables } from '#server/db/monthly-tables.ts';
import { expireRegistrationsJob } from '#server/jobs/expire-registrations.ts';
import { forgetOldRecords, retentions } from '#server/jobs/forget-old-records.ts';
import { decideFeeWaiver, familyHadFeeWaiver, insertFeeWaiver } from '#server/pricing/fee-waiver-repository.ts';
import { closeOnRequest } from '../../setup/account-calls.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { subscribe } from '../../setup/subscriber.ts';

test('temporary data is deleted after its retention period and not before; orders, consents and people stay', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const refused = await readyToPay(site.app);
  expect((await submitPayment(site.app, refused, { nonce: 'fake-luhn-invalid-nonce' })).status).toBe(422);
  const paying = await readyToPay(site.app);
  expect((await submitPayment(site.app, paying)).body.outcome).toBe('PAID');
  await sql`insert into analytics_events (message_id, type, properties, received_at) values (gen_random_uuid(), 'track', '{}', ${site.clock.now()})`.execute(
    db,
  );
  await sql`insert into experiment_exposures (experiment_key, anonymous_id, state, exposed_at)
            select key, gen_random_uuid(), 'control', ${site.clock.now()} from experiments limit 1`.execute(db);
  // The receipt and the co-parent's invite.
  await expect.poll(async () => (await counts()).mails, { timeout: 10_000 }).toBe(2);

  async function counts() {
    const { rows } = await sql<
      Record<'events' | 'exposures' | 'links' | 'mails' | 'payers' | 'orders' | 'consents' | 'people', number>
    >`
      select (select count(*) from analytics_events) as events, (select count(*) from experiment_exposures)
        as exposures,
        (select count(*) from single_use_tokens) as links, (select count(*) from sent_mails) as mails,
        (select count(*) from payment_attempts where purchase::jsonb -> 'payer' is not null) as payers,
        (select count(*) from orders) as orders, (select count(*) from consents) as consents,
        (select count(*) from users where email <> '') as people`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('Nothing was counted');
    return row;
  }
  const forget = () => forgetOldRecords.run(site.jobDependencies, {});

  const fresh = await counts();
  expect(fresh).toMatchObject({ payers: 2, orders: 1 });
  await forget();
  expect(await counts()).toEqual(fresh);
  site.clock.advance(days(91));
  await forget();
  // The payer of a refused attempt and expired links are gone; payers of orders are kept for refunds.
  expect(await counts()).toEqual({ ...fresh, links: 0, payers: 1 });
  site.clock.advance(days(310));
  await forget();
  expect(await counts()).toEqual({ ...fresh, links: 0, payers: 1, events: 0, exposures: 0, mails: 0 });
});

test('N26: a granted year counts for a year from its grant, however long its request had waited', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const { signupId: registrationId, email } = await readyToPay(site.app);
  const waiver = { reason: 'LEGAL_AID', courtOrder: '', packageName: 'ESSENTIALS', priceCents: 14_400 } as const;
  const request = { ...waiver, by: { registrationId }, emails: [email], at: site.clock.now() };
  await db.transaction().execute((trx) => insertFeeWaiver(trx, request, makeToken));
  const { id, familyHashes } = await db
    .selectFrom('feeWaivers')
    .select(['id', 'familyHashes'])
    .executeTakeFirstOrThrow();
  site.clock.advance(days(120));
  const granted = { id, state: 'GRANTED', at: site.clock.now() } as const;
  await db.transaction().execute((trx) => decideFeeWaiver(trx, granted));
  site.clock.advance(days(300));
  await forgetOldRecords.run(site.jobDependencies, {});
  const another = { id: randomUUID(), familyHashes };
  expect(await familyHadFeeWaiver(db, another, site.clock.now())).toBe(true);
  site.clock.advance(days(101));
  await forgetOldRecords.run(site.jobDependencies, {});
  expect(await db.selectFrom('feeWaivers').select('id').execute()).toEqual([]);
});

test('how somebody heard about us is deleted with an abandoned sign-up and a closed account', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const other = 'Ana Ruiz of the shelter told me';
  const extra = { referral: { selection: 'OTHER', other } };
  const start = { extra, headers: { 'x-anonymous-id': randomUUID() } };
  const stored = () =>
    db.selectFrom('registrations').select(['state', 'referral', 'anonymousId']).orderBy('createdAt').execute();
  const referral = { selection: '', other: '' };
  const { userId } = await subscribe(site, { address: start });
  await readyToPay(site.app, start);
  expect(JSON.stringify(await stored()).split(other)).toHaveLength(3);
  await closeOnRequest(site, userId);
  await expireRegistrationsJob.run(site.jobDependencies, {});
  expect(await stored()).toEqual([
    { state: 'PAID', referral, anonymousId: null },
    { state: 'EXPIRED', referral, anonymousId: null },
  ]);
});

test('events go to monthly partitions made ahead; early ones move into theirs, and a month is dropped whole', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'analytics_events'::regclass
        order by 1`.execute(db);
    return rows.map(({ name }) => name.replace('analytics_events_', ''));
  };
  const store = (at: Date, id = randomUUID()) =>
    storeEvents(db, {
      at,
      visit: { country: 'US', device: 'phone', language: 'en' },
      events: [{ type: 'page', messageId: id, anonymousId: randomUUID(), properties: {} }],
    });
  const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '_');
  const lying = async () => {
    const { rows } = await sql<{ month: string }>`
      select tableoid::regclass::text as month from analytics_events order by received_at`.execute(db);
    return rows.map(({ month }) => month.replace('analytics_events_', ''));
  };
  const ahead = (months: number) => {
    const now = site.clock.now();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  };
  const [now, next, later] = [site.clock.now(), ahead(1), ahead(5)];
  expect(await partitions()).toEqual([monthOf(now), monthOf(next), 'rest']);
  const repeated = randomUUID();
  await store(after(next, -1), repeated);
  await store(next, repeated);
  await store(next);
  await store(later);
  expect(await lying()).toEqual([monthOf(now), monthOf(next), 'rest']);

  site.clock.set(after(later, days(3)));
  await Promise.all(Array.from({ length: 4 }, () => addMonths(db, site.clock.now())));
  expect(await lying()).toEqual([monthOf(now), monthOf(next), monthOf(later)]);
  expect(await partitions()).toEqual([now, next, later, ahead(1)].map(monthOf).concat('rest'));

  site.clock.set(after(next, days(400) + 1));
  await forgetOldRecords.run(site.jobDependencies, {});
  expect(await lying()).toEqual([monthOf(later)]);
  expect(await partitions()).not.toContain(monthOf(next));
});

test('every partitioned table is listed as monthly, with a keyed default partition', async () => {
  const { dependencies } = await openSite();
  const { rows } = await sql<{ name: string; keyed: boolean }>`
    select relname as name, exists (select from pg_index where indrelid = to_regclass(relname || '_rest') and indisprimary)
      as keyed
    from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`.execute(dependencies.db);
  expect(rows).toEqual(monthlyTables.toSorted().map((name) => ({ name, keyed: true })));
});

test('docs/operations.md says how long each of them is kept', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  for (const { what, keepDays } of retentions)
    expect(text).toMatch(new RegExp(`${what}[^\\n]*\\| ${keepDays} days`, 'i'));
});
