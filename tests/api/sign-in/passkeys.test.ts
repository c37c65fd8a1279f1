import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import {
  challengeFor,
  createPasskey,
  login,
  passkeySignIn,
  post,
  sessionOf,
  signChallenge,
  withPasskey,
} from '../../setup/ownership/second-factor.ts';
import { addPerson, signedInBy, signInAs } from '../../setup/person.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

test('A passkey signs in alone, gives a fresh proof, and makes a password insufficient', async () => {
  const { app, dependencies, clock } = await openSite();
  const person = await addPerson(dependencies.db);
  const { headers } = await signInAs(app, person);
  const { authenticator, recoveryCodes } = await withPasskey(app, headers);
  expect(recoveryCodes).toHaveLength(10);
  expect((await withPasskey(app, headers, { name: 'My laptop' })).recoveryCodes).toBeNull();
  expect((await login(app, person)).body.code).toBe('SECOND_FACTOR_NEEDED');
  const signedIn = await passkeySignIn(app, authenticator);
  expect([signedIn.status, await signedInBy(app, signedIn)]).toEqual([200, person.userId]);
  const session = sessionOf(signedIn) ?? {};
  clock.advance(minutes(11));
  const remake = () => post(app, '/v2/account/second-factors/recovery-codes', session);
  expect((await remake()).body.code).toBe('FRESH_SIGN_IN_NEEDED');
  const passkey = signChallenge(authenticator, await challengeFor(app));
  expect((await post(app, '/v2/account/proof', session, { passkey })).status).toBe(200);
  expect((await remake()).status).toBe(200);
});

test('A passkey assertion is valid once, for this site and its owner, with user verification and a rising counter', async () => {
  const { app, dependencies, clock } = await openSite();
  const { db } = dependencies;
  const [person, other] = [await addPerson(db), await addPerson(db)];
  const { headers } = await signInAs(app, person);
  const { authenticator } = await withPasskey(app, headers);
  const failed = async (answer: ReturnType<typeof passkeySignIn>) => {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([422, 'PASSKEY_FAILED']);
  };
  const response = signChallenge(authenticator, await challengeFor(app));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(app, '/v2/sessions/passkey', {}, { response })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await failed(passkeySignIn(app, authenticator, { origin: 'https://evil.example' }));
  await failed(passkeySignIn(app, authenticator, { rpId: 'evil.example' }));
  await failed(passkeySignIn(app, authenticator, { verified: false }));
  await failed(passkeySignIn(app, authenticator, { counter: 1 }));
  await failed(passkeySignIn(app, { ...authenticator, id: 'AAAAAAAAAAAAAAAAAAAAAA' }));
  const stranger = createPasskey('x').authenticator;
  await failed(passkeySignIn(app, { ...stranger, id: authenticator.id, counter: 50 }));
  const late = signChallenge(authenticator, await challengeFor(app));
  clock.advance(minutes(31));
  await failed(post(app, '/v2/sessions/passkey', {}, { response: late }));
  // Another person's passkey proves nothing in this session, and a challenge for adding one is not valid for signing
  // in.
  const theirs = await signInAs(app, other);
  const passkey = signChallenge(authenticator, await challengeFor(app));
  expect((await post(app, '/v2/account/proof', theirs.headers, { passkey })).body.code).toBe('PASSKEY_FAILED');
  const adding = await challengeFor(app, '/v2/account/passkeys/options', theirs.headers);
  await failed(post(app, '/v2/sessions/passkey', {}, { response: signChallenge(authenticator, adding) }));
  expect((await passkeySignIn(app, authenticator)).status).toBe(200);
  await db.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', person.userId).execute();
  await failed(passkeySignIn(app, authenticator));
});

test('A passkey is added once, only for its owner’s challenge, and for nobody else afterwards', async () => {
  const { app, dependencies } = await openSite();
  const [person, other] = [await addPerson(dependencies.db), await addPerson(dependencies.db)];
  const [own, theirs] = [await signInAs(app, person), await signInAs(app, other)];
  const add = (headers: Record<string, string>, response: object) =>
    post(app, '/v2/account/passkeys', headers, { name: 'My phone', response });
  const options = '/v2/account/passkeys/options';
  const created = createPasskey(await challengeFor(app, options, own.headers));
  expect((await add(theirs.headers, created.response)).body.code).toBe('PASSKEY_FAILED');
  const unverified = createPasskey(await challengeFor(app, options, own.headers), { verified: false });
  expect((await add(own.headers, unverified.response)).body.code).toBe('PASSKEY_FAILED');
  const again = createPasskey(await challengeFor(app, options, own.headers));
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(own.headers, again.response)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { body } = await send<{ passkeys: { id: string; name: string }[] }>(app, {
    method: 'GET',
    path: '/v2/account/second-factors',
    headers: own.headers,
  });
  expect(body.passkeys).toMatchObject([{ name: 'My phone' }]);
  const path = `/v2/account/passkeys/${body.passkeys[0]?.id}`;
  for (const method of ['PUT', 'DELETE'] as const) {
    const change = { method, path, ...(method === 'PUT' ? { body: { name: 'Mine now' } } : {}) };
    expect((await send(app, { ...change, headers: theirs.headers })).status).toBe(404);
    expect((await send(app, { ...change, headers: own.headers })).status).toBe(200);
  }
  expect((await passkeySignIn(app, again.authenticator)).status).toBe(422);
  expect((await login(app, person)).status).toBe(200);
});
