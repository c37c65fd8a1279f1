import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import { openSecondStep } from '#server/identity/second-factor/second-step.ts';
import { cookieOf, type Person, signInAs } from '../person.ts';
import { type Answer, send } from '../sign-up.ts';
import type { TestSite } from '../site.ts';

/** Second factors over HTTP, with a software authenticator app and a software authenticator. */
export const origin = 'http://localhost:3000';
type Headers = Record<string, string>;
type Problem = { code?: string; secondStepToken?: string; triesLeft?: number };

/** The app's current code; `ahead`: steps of thirty seconds from now, of which one is accepted. */
export const codeNow = (secret: string, ahead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * 30 });

/** Waits if the current step of thirty seconds is about to end: a code of the step before would arrive too late. */
async function untilStepHasTime(neededMs = 5_000): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  // A timer may end a millisecond early, still in the step before.
  if (leftMs < neededMs) await wait(leftMs + 100);
}

export const post = <Body = Problem>(app: FastifyInstance, path: string, headers: Headers = {}, body?: object) =>
  send<Body>(app, { method: 'POST', path, headers: { origin, ...headers }, ...(body ? { body } : {}) });

/** Signs in and adds an authenticator app. The current code is used up. */
export async function withTotp(app: FastifyInstance, person: Person) {
  const { headers } = await signInAs(app, person);
  const { secret } = (await post<{ secret: string }>(app, '/v2/account/second-factors/totp', headers)).body;
  await untilStepHasTime();
  const confirmed = await post<{ recoveryCodes: string[] }>(
    app,
    '/v2/account/second-factors/totp/confirmation',
    headers,
    { code: codeNow(secret, -1) },
  );
  if (confirmed.status !== 200) throw new Error(`Confirming the app answered ${confirmed.status}`);
  return { headers, secret, recoveryCodes: confirmed.body.recoveryCodes };
}

export const login = (app: FastifyInstance, { username, password }: Person, headers: Headers = {}) =>
  post(app, '/ofw/login', headers, { username, password });

/** After a correct password: the token of the second step. */
export async function secondStep(app: FastifyInstance, person: Person): Promise<string> {
  const { body } = await login(app, person);
  if (!body.secondStepToken) throw new Error(`The login answered ${body.code}`);
  return body.secondStepToken;
}

export const finish = (app: FastifyInstance, token: string, code: string, headers: Headers = {}) =>
  post(app, '/v2/sessions/second-step', { authorization: `Bearer ${token}`, ...headers }, { code });

/** The browser's headers after signing in; null if the response signed nobody in. */
export const sessionOf = ({ headers }: Pick<Answer<unknown>, 'headers'>): Headers | null => {
  const cookie = cookieOf(headers, 'session');
  return cookie ? { origin, cookie } : null;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const counterBytes = (counter: number) => Buffer.from([counter >>> 24, counter >>> 16, counter >>> 8, counter]);

export type Authenticator = { id: string; key: KeyObject; counter: number };
type Signing = { origin?: string; rpId?: string; counter?: number; verified?: boolean };
/** `id`: of a passkey that somebody else has. */
type Creating = Omit<Signing, 'counter'> & { id?: string };

function clientData(type: string, challenge: string, from: string) {
  return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
}

/** A new passkey for a challenge, as a browser creates it. */
export function createPasskey(
  challenge: string,
  { origin: from = origin, rpId = 'localhost', verified = true, id: known }: Creating = {},
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = known === undefined ? randomBytes(16) : Buffer.from(known, 'base64url');
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]) as never,
  );
  const flags = Buffer.from([verified ? 0x45 : 0x41]);
  const authData = Buffer.concat([
    sha256(rpId),
    flags,
    counterBytes(1),
    Buffer.alloc(16),
    Buffer.from([0, 16]),
    id,
    coseKey,
  ]);
  const attestationObject = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ]) as never,
  );
  return {
    authenticator: { id: base64(id), key: privateKey, counter: 1 } as Authenticator,
    response: {
      id: base64(id),
      rawId: base64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(clientData('webauthn.create', challenge, from)),
        attestationObject: base64(attestationObject),
        transports: ['internal'],
      },
    },
  };
}

/** A challenge signed by a passkey. `counter`: its signature counter, by default increased by one. */
export function signChallenge(
  authenticator: Authenticator,
  challenge: string,
  { origin: from = origin, rpId = 'localhost', verified = true, counter = ++authenticator.counter }: Signing = {},
) {
  const flags = Buffer.from([verified ? 0x05 : 0x01]);
  const authenticatorData = Buffer.concat([sha256(rpId), flags, counterBytes(counter)]);
  const client = clientData('webauthn.get', challenge, from);
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), authenticator.key);
  return {
    id: authenticator.id,
    rawId: authenticator.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64(client),
      authenticatorData: base64(authenticatorData),
      signature: base64(signature),
    },
  };
}

type Options = { options: { challenge: string } };

export async function challengeFor(app: FastifyInstance, path = '/v2/sessions/passkey/options', headers: Headers = {}) {
  return (await post<Options>(app, path, headers)).body.options.challenge;
}

/** Adds a passkey in this session. */
export async function withPasskey(app: FastifyInstance, headers: Headers, creating: Creating & { name?: string } = {}) {
  const challenge = await challengeFor(app, '/v2/account/passkeys/options', headers);
  const { name = 'My phone', ...created } = creating;
  const { authenticator, response } = createPasskey(challenge, created);
  const added = await post<{ recoveryCodes: string[] | null }>(app, '/v2/account/passkeys', headers, {
    name,
    response,
  });
  if (added.status !== 200) throw new Error(`Adding the passkey answered ${added.status}`);
  return { authenticator, recoveryCodes: added.body.recoveryCodes };
}

export async function passkeySignIn(app: FastifyInstance, authenticator: Authenticator, signing: Signing = {}) {
  const response = signChallenge(authenticator, await challengeFor(app), signing);
  return post(app, '/v2/sessions/passkey', {}, { response });
}

/** A valid call for each rate-limited action of second factors. */
export async function factorCalls({ dependencies: { db, clock } }: TestSite, { userId }: { userId: string }) {
  const token = await db.transaction().execute((trx) => openSecondStep(trx, { userId, at: clock.now() }));
  const call = (path: string, by: Headers, body?: object) =>
    ({ method: 'POST', path, headers: by, ...(body ? { body } : {}) }) as const;
  return {
    'second-factor': call('/v2/sessions/second-step', { authorization: `Bearer ${token}` }, { code: '000000' }),
    'ask-factor-reset': call('/v2/sessions/second-step/reset', { authorization: `Bearer ${token}` }, {}),
    'ask-passkey-challenge': call('/v2/sessions/passkey/options', {}),
    'use-passkey': call('/v2/sessions/passkey', {}, { response: signChallenge(createPasskey('x').authenticator, 'x') }),
  };
}
