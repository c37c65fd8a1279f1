import { expect, test } from 'vitest';
import { scanBilling } from '#server/plans/scan-billing.ts';
import { callRefund, setRenewal } from '../../setup/account-calls.ts';
import { type During, openPlanner, recordStatements, tableScans } from '../../setup/database/recorded-statements.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { announceAll, drain, moveClockTo, signedIn } from '../../setup/subscriber.ts';

/**
 * Tables shared by all families: read by key or whole, replicated to each server, or counted where the call arrives.
 */
const shared = new Set([
  'packages',
  'price_versions',
  'announcements',
  'court_links',
  'price_publications',
  'invite_stops',
  'entitlement_grants',
  'package_features',
  'package_options',
  'pricing_rules',
  'coupons',
  'coupon_uses',
  'activation_codes',
  'code_users',
  'code_batches',
  'referrers',
  'experiments',
  'clock_offset',
  'document_series',
  'rate_limits',
  'staff_actions',
  'charge_suspensions',
]);
/** They hold the id of a purchase or a person without a foreign key, and are stored beside it. */
const owned = [
  'payment_attempts',
  'attempt_exposures',
  'activation_code_uses',
  'sent_mails',
  'sent_texts',
  'analytics_events',
  'imported_rows',
];

async function signUp({ app, dependencies: { db } }: TestSite, during: During, username: string) {
  const paying = await during(() => readyToPay(app));
  const paid = await during(() => submitPayment(app, paying));
  const call = {
    method: 'PUT',
    path: '/v2/credentials',
    body: { username, password: 'quiet-harbour-7' },
    headers: { authorization: `Bearer ${paid.body.clickToJoinToken}` },
  } as const;
  expect((await during(() => send(app, call))).status).toBe(200);
  return db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'subscriptions.id', 'periodEnd'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}

/** Sign-up, a refund, each page of the account, and a renewal. */
async function flows(site: TestSite, during: During) {
  const { userId, id, periodEnd } = await signUp(site, during, 'marta.ruiz.1');
  const another = await signUp(site, during, 'joe.wong.1');
  expect((await during(() => callRefund(site, another.userId))).status).toBe(200);
  await during(() => drain(site));
  const headers = await signedIn(site, userId);
  for (const path of ['', '/billing', '/profile', '/family', '/documents', '/activity', '/export'])
    await during(async () =>
      expect([path, (await send(site.app, { method: 'GET', path: `/v2/account${path}`, headers })).status]).toEqual([
        path,
        200,
      ]),
    );
  await during(() => setRenewal(site, userId, id, false));
  await during(() => setRenewal(site, userId, id, true));
  await announceAll(site);
  moveClockTo(site, periodEnd);
  // A scan asks every server for its due rows.
  await scanBilling(site.dependencies);
  await during(() => drain(site));
  const { db } = site.dependencies;
  const renewed = await db.selectFrom('subscriptions').select('periodStart').where('id', '=', id).executeTakeFirst();
  expect(renewed?.periodStart).toBe(periodEnd);
}

test('each statement of sign-up, account and renewal finds its rows by a key, in tables of a family or shared by all', async () => {
  const { statements, during } = recordStatements();
  const site = await openSite();
  await flows(site, during);
  const client = await openPlanner(site.databaseUrl);
  const { rows } = await client.query<{ name: string }>(`
    with recursive reaching (id) as (
      select 'families'::regclass::oid
      union select conrelid from pg_constraint join reaching on confrelid = reaching.id where contype = 'f'
    ) select relname as name from pg_class join reaching on reaching.id = pg_class.oid`);
  const ofFamilies = new Set([...rows.map(({ name }) => name), ...owned]);
  const leads = await client.query<{ name: string }>(`
    select regexp_replace(relname, '_(rest|[0-9]{4}_[0-9]{2})$', '') || '.' || pg_get_indexdef(indexrelid, 1, true) as name
      from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace`);
  const leading = new Set(leads.rows.map(({ name }) => name));
  const asked = [...statements.keys()].filter(
    (text) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !text.includes('graphile_worker'),
  );
  expect(asked.length).toBeGreaterThan(60);
  const whole = new Set<string>();
  const apart = new Set<string>();
  for (const text of asked)
    for (const { table, condition } of await tableScans(client, { text })) {
      if (shared.has(table)) continue;
      if (!ofFamilies.has(table)) apart.add(table);
      const compared = [...condition.matchAll(/(lower\(\w+\)|\w+)(?:\)::\w+)? = /g)].map(
        ([, column]) => `${table}.${column}`,
      );
      if (!compared.some((column) => leading.has(column))) whole.add(`${table}: ${condition} ${text}`);
    }
  expect([...whole]).toEqual([]);
  expect([...apart].toSorted()).toEqual([]);
});
