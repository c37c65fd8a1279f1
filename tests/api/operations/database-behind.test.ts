import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationNames } from '#server/db/migrations.ts';
import { watchSchema } from '#server/db/schema-state.ts';
import { openSite } from '../../setup/site.ts';

test('O4: with an outdated schema nothing is served, and the reason is given; once migrated everything is, without a restart', async () => {
  let isBehind = () => false;
  const { app, dependencies } = await openSite({ isDatabaseBehind: () => isBehind() });
  const { db } = dependencies;
  const last = migrationNames.at(-1) ?? '';
  await sql`delete from kysely_migration where name = ${last}`.execute(db);
  const schema = await watchSchema(db);
  isBehind = schema.isBehind;
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, JSON.parse(body)];
  };
  expect(await ready()).toEqual([503, { status: 'database behind', missingMigrations: 1 }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const refused = await app.inject('/api/v2/sessions/current');
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([503, '5', 'BUSY']);
  await sql`insert into kysely_migration (name, timestamp) values (${last}, now()::text)`.execute(db);
  await schema.untilCurrent;
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  expect((await app.inject('/api/v2/sessions/current')).statusCode).toBe(200);
  // A schema that a later release has migrated is served, and logged.
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`.execute(db);
  expect(await ready()).toEqual([200, { status: 'ready, database ahead' }]);
});

test('O4: on an empty database every migration is missing', async () => {
  const site = await openSite();
  await sql`alter table kysely_migration rename to gone`.execute(site.dependencies.db);
  const { statusCode, body } = await site.app.inject('/readyz');
  expect([statusCode, JSON.parse(body)]).toEqual([
    503,
    { status: 'database behind', missingMigrations: migrationNames.length },
  ]);
});
