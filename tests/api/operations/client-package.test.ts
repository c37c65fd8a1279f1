import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventTypes } from '#contract/events/events.ts';
import { EvenkeelError, openEvenkeel, eventTypes as typesOfClient } from '../../../client/src/index.ts';
import { type ApiDocument, documentForServices } from '../../../scripts/client/document-for-services.ts';
import { client, provenanceOf } from '../../../scripts/client/made-from.ts';
import { addPerson } from '../../setup/person.ts';
import { fetchFrom, origin } from '../../setup/providers/client-login.ts';
import { openSite } from '../../setup/site.ts';

const secret = 's'.repeat(40);
const environment = {
  OIDC_CLIENTS: JSON.stringify([{ id: 'support', name: 'Support', secret, scopes: ['entitlements'] }]),
};

test('P10: the client package matches the API document: "npm run client" updates it', async () => {
  const { app } = await openSite({ environment });
  const document = documentForServices((await app.inject('/api/openapi.json')).json<ApiDocument>());
  const read = (file: string) => JSON.parse(readFileSync(path.join(client, file), 'utf8')) as { version: string };
  expect(Object.keys(document.paths)).toEqual(['/api/v3/entitlements/{user}']);
  expect(read('src/made-from.json')).toEqual(provenanceOf(document));
  expect(read('package.json').version).toBe(document.info.version);
  expect(typesOfClient).toEqual(eventTypes);
});

test('P10: the client package reuses one token, renews it when rejected, and caches answers by ETag', async () => {
  const { app, dependencies } = await openSite({ environment });
  const { db } = dependencies;
  const { userId } = await addPerson(db);
  const seen: string[] = [];
  const over = fetchFrom(() => app);
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const answer = await over(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: request.method === 'GET' ? undefined : await request.text(),
    } as Parameters<typeof over>[1]);
    seen.push(`${new URL(request.url).pathname.split('/')[2]} ${answer.status}`);
    return answer;
  };
  const calls = () => seen.splice(0);
  const evenkeel = openEvenkeel({ site: origin, clientId: 'support', clientSecret: secret, fetch });
  const [one, other] = await Promise.all([evenkeel.entitlementsOf(userId), evenkeel.entitlementsOf(userId)]);
  expect(one).toMatchObject({ user: userId, role: 'PARENT_A', entitlements: {} });
  expect([other, calls()]).toEqual([one, ['token 200', 'v3 200', 'v3 200']]);
  expect([await evenkeel.entitlementsOf(userId), calls()]).toEqual([one, ['v3 304']]);
  await db.deleteFrom('oidcRecords').execute();
  expect([await evenkeel.entitlementsOf(userId), calls()]).toEqual([one, ['v3 401', 'token 200', 'v3 304']]);
  expect(await evenkeel.entitlementsOf('019f0000-0000-7000-8000-000000000301')).toBeNull();
  const wrong = openEvenkeel({ site: origin, clientId: 'support', clientSecret: 'wrong', fetch });
  const refused = wrong.entitlementsOf(userId);
  await expect(refused).rejects.toBeInstanceOf(EvenkeelError);
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'invalid_client' });
  const busy: typeof fetch = async (input, init) =>
    new URL(new Request(input).url).pathname.startsWith('/api')
      ? Response.json({ code: 'BUSY', requestId: '7' }, { status: 503, headers: { 'retry-after': '5' } })
      : fetch(input, init);
  const refusing = openEvenkeel({ site: origin, clientId: 'support', clientSecret: secret, fetch: busy });
  const problem = { status: 503, code: 'BUSY', requestId: '7', retryAfterSeconds: 5 };
  await expect(refusing.entitlementsOf(userId)).rejects.toMatchObject(problem);
  const dated = new Response(null, { status: 503, headers: { 'retry-after': 'Tue, 24 Nov 2026 03:00:00 GMT' } });
  expect(new EvenkeelError(dated, {}).retryAfterSeconds).toBeUndefined();
  const away = openEvenkeel({
    site: origin,
    clientId: 'support',
    clientSecret: secret,
    fetch: async () => Promise.reject(new TypeError('fetch failed')),
  });
  await expect(away.entitlementsOf(userId)).rejects.toThrow('fetch failed');
});
