import { expect, test } from 'vitest';
import { addEndpoint, secretsOf } from '#server/events/event-endpoints.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { createSealer } from '#server/sealed-secret.ts';
import { withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson } from '../../setup/person.ts';
import { environment } from '../../setup/providers/client-login.ts';
import { openSite } from '../../setup/site.ts';

const keyOf = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const [old, fresh, gone] = [keyOf('old', 1), keyOf('fresh', 2), keyOf('gone', 3)];
const keys = (...each: (typeof old)[]) => ({
  SECOND_FACTOR_KEYS: each.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(),
});

test('SEC7: after a key rotation one job reseals all that the key sealed, around what it cannot open, which it logs', async () => {
  const before = await openSite({ environment: { ...environment, ...keys(old) } });
  const { db } = before.dependencies;
  const { app } = before;
  await withTotp(app, await addPerson(db));
  const endpoint = { url: 'https://receiver.example/events', types: [], personalData: false, at: before.clock.now() };
  const lost = await addEndpoint({ db, sealer: createSealer([gone]) }, endpoint);
  const kept = await addEndpoint({ db, sealer: createSealer([old]) }, endpoint);
  const published = async (site: typeof before) => (await site.app.inject('/oidc/jwks')).json<object>();
  const signedWith = await published(before);

  const shared = { ...environment, DATABASE_URL: before.databaseUrl };
  const { jobDependencies, logged } = await openSite({ environment: { ...shared, ...keys(fresh, old) } });
  await jobs['reseal-app-secrets'].run(jobDependencies, {});
  const sealedWith = async (table: 'totpFactors' | 'eventSecrets' | 'oidcSigningKeys') =>
    (await db.selectFrom(table).select('keyId').execute()).map(({ keyId }) => keyId);
  expect(await sealedWith('totpFactors')).toEqual(['fresh']);
  expect((await sealedWith('eventSecrets')).toSorted()).toEqual(['fresh', 'gone']);
  expect(await sealedWith('oidcSigningKeys')).toEqual(['fresh']);
  const faults = logged.filter((line) => line.includes('"unopened":1'));
  expect(faults).toEqual([expect.stringContaining('event_secrets')]);
  expect(faults.join()).not.toContain(lost.id);

  const sealer = createSealer([fresh]);
  expect(await secretsOf({ db, sealer }, { id: kept.id, at: before.clock.now() })).toEqual([kept.secret]);
  const after = await openSite({ environment: { ...shared, ...keys(fresh) } });
  expect(await published(after)).toEqual(signedWith);
});
