import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Route } from '#contract/api/route.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { renewalLinkSecret } from '#server/plans/renewal-link.ts';
import { hashSecret } from '#server/secret.ts';
import { readSubscription } from '#server/subscriptions/subscription-repository.ts';
import { contractRoutes } from '../setup/contract-routes.ts';
import { everyRow } from '../setup/database/every-row.ts';
import { currentLink, invitedPays, saveBilling, saveDetails } from '../setup/invited.ts';
import { statusOf } from '../setup/ownership/merging.ts';
import { withPasskey } from '../setup/ownership/second-factor.ts';
import { close } from '../setup/parent-actions.ts';
import { userIdOf } from '../setup/person.ts';
import { settleSales } from '../setup/sandbox.ts';
import { newPhone, readyToPay, send, submitPayment } from '../setup/sign-up.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { subscribeTwice } from '../setup/staff-targets.ts';
import { drain, type Subscriber, signedIn, subscribe } from '../setup/subscriber.ts';
import { joined } from '../setup/two-parents.ts';
import { type Kind, type NamedField, namedFields, type OwnedRow, ownersBy, rowsOfKind } from './named-rows.ts';
import type { Call } from './right-call.ts';
import { rightCalls } from './right-calls.ts';

type Headers = Record<string, string>;
type Calls = Record<string, Call>;

/** The invited parent of a family joins and pays, and both get everything that an account can have. */
async function joinFamily(site: TestSite, { coParentEmail }: Pick<Subscriber, 'coParentEmail'>): Promise<Headers> {
  const link = await currentLink(site, await userIdOf(site.dependencies.db, coParentEmail));
  const invited = { ...link, familyId: '', email: coParentEmail, phoneNumber: newPhone(), inviterEmail: '' };
  await saveDetails(site.app, invited);
  await saveBilling(site.app, invited);
  expect((await invitedPays(site.app, invited)).body.outcome).toBe('PAID');
  return (await joined(site, link.userId)).headers;
}

async function fill(site: TestSite, headers: Headers): Promise<void> {
  await withPasskey(site.app, headers);
  await fillUnguarded(site, headers);
}

/** Without a second factor: an account that has one cannot be merged into another. */
async function fillUnguarded(site: TestSite, headers: Headers): Promise<void> {
  const proof = await send(site.app, { method: 'POST', path: '/v2/account/proofs', headers });
  expect(proof.status).toBe(200);
  const body = { email: `moved-${randomUUID()}@example.com` };
  await send(site.app, { method: 'POST', path: '/v2/account/profile/email', headers, body });
}

const headersOf = ({ headers = {} }: Call = {}): Headers => (typeof headers === 'function' ? headers() : headers);

/** Two accounts of one person, of which one was merged into the other. */
async function merged(site: TestSite) {
  const { kept, ended } = await subscribeTwice(site);
  const [headers, former] = [await signedIn(site, kept.userId), await signedIn(site, ended.userId)];
  await fill(site, headers);
  await fillUnguarded(site, former);
  await settleSales(site.sandboxUrl);
  await drain(site, { mails: false });
  expect(await statusOf(site, 'MERGE', { kept: kept.userId, ended: ended.userId })).toBe(200);
  return { kept, ended, headers, former };
}

/** Two of every kind of caller, the other parent in one's family, a closed account, and two that were merged. */
async function world(site: TestSite): Promise<Calls> {
  const { db, makeToken } = site.dependencies;
  const calls = await rightCalls(site);
  await rightCalls(site);
  const parent = headersOf(calls['POST /v2/account/refund']);
  const { familyId } = await db
    .selectFrom('users')
    .select('familyId')
    .where('id', 'in', await ownersBy(db, parent))
    .executeTakeFirstOrThrow();
  const { email: coParentEmail } = await db
    .selectFrom('users')
    .select('email')
    .where('familyId', '=', familyId)
    .where('role', '=', 'PARENT_B')
    .executeTakeFirstOrThrow();
  const left = await subscribe(site);
  for (const headers of [parent, await joinFamily(site, { coParentEmail }), await signedIn(site, left.userId)])
    await fill(site, headers);
  await close({ site, actor: left });
  await merged(site);
  await submitPayment(site.app, await readyToPay(site.app));
  await drain(site, { mails: false });
  const renewal = calls['PUT /v2/renewals/{subscriptionId}'];
  const subscription = await readSubscription(db, renewal?.path?.split('/').at(-1) ?? '');
  const payer = subscription && (await readUser(db, subscription.payerUserId));
  if (!renewal || !payer) throw new Error('No renewal has a link');
  const token = renewalLinkSecret(makeToken, { subscription, payer });
  renewal.headers = { 'x-renewal-token': token, ...(await signedIn(site, payer.id)) };
  return calls;
}

/** Who calls a route that only reads. */
const readers: Partial<Record<Route['caller'], string>> = {
  parent: 'POST /v2/account/refund',
  'signed-in': 'POST /v2/account/refund',
  professional: 'POST /v2/professional/cases/search',
  invite: 'PUT /v2/invites/terms',
  registration: 'PUT /v2/registrations/{signupId}',
  'former-registration': 'PUT /v2/registrations/{signupId}',
  'renewal-link': 'PUT /v2/renewals/{subscriptionId}',
};

type Part = Record<string, unknown>;

function withField(value: unknown, [name = '', ...rest]: string[], id: string): unknown {
  if (name === '[]') return Array.isArray(value) ? value.map((one) => withField(one, rest, id)) : value;
  const { [name]: before, ...others } = (value ?? {}) as Part;
  const after = rest.length > 0 ? withField(before, rest, id) : Array.isArray(before) ? [id] : id;
  return { ...others, [name]: after };
}

type Naming = { field: NamedField; id: string }[];
/** `own`: an id of one's own for each field. */
type Called = { route: Route; call: Call; own: Naming };

function request({ route, call, own }: Called, naming: Naming) {
  const idOf = (ids: Naming, place: NamedField['in'], name = '') =>
    ids.find(({ field }) => field.in === place && field.path[0] === name)?.id;
  const right = call.path?.split('/') ?? [];
  const path = route.path.split('/').map((part, index) => {
    const name = part.slice(1);
    return part.startsWith(':') ? (idOf(naming, 'params', name) ?? right[index] ?? idOf(own, 'params', name)) : part;
  });
  const query = new URLSearchParams(
    own.flatMap(
      ({
        field: {
          in: place,
          path: [name = ''],
        },
        id,
      }) => (place === 'query' ? [[name, idOf(naming, 'query', name) ?? id]] : []),
    ),
  );
  const body = naming
    .filter(({ field }) => field.in === 'body')
    .reduce<unknown>(
      (value, { field, id }) => withField(value, field.path, id),
      typeof call.body === 'function' ? call.body() : call.body,
    );
  return {
    method: route.method,
    url: `/api${path.join('/')}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: { origin: 'http://localhost:3000', ...headersOf(call) },
    ...(body ? { payload: body as object } : {}),
  };
}

async function answerTo({ app }: TestSite, called: Called, naming: Naming) {
  const answer = await app.inject(request(called, naming));
  const { requestId: _, ...body } = answer.json<Part>();
  return { status: answer.statusCode, body };
}

/** Each field alone with each row of somebody else, and all fields with the rows of one other owner. */
async function namingsOf({ dependencies: { db } }: TestSite, fields: NamedField[], owners: string[]) {
  const others: OwnedRow[][] = [];
  const own: Naming = [];
  for (const field of fields) {
    const rows = await rowsOfKind(db, field.kind);
    const mine = rows.filter(({ owner }) => owner !== null && owners.includes(owner)).map(({ id }) => id);
    own.push({ field, id: mine[0] ?? randomUUID() });
    others.push(rows.filter(({ id }) => !mine.includes(id)));
    expect(others.at(-1)?.length, field.path.join('.')).toBeGreaterThan(0);
  }
  const alone = fields.flatMap((field, index) => (others[index] ?? []).map(({ id }): Naming => [{ field, id }]));
  const [first = [], ...rest] = fields.length > 1 ? others : [];
  const together = first.flatMap(({ id, owner }): Naming[] => {
    const ids = [id, ...rest.map((rows) => rows.find((row) => row.owner === owner)?.id ?? '')];
    return ids.includes('') ? [] : [fields.map((field, index) => ({ field, id: ids[index] ?? '' }))];
  });
  return { own, foreign: [...alone, ...together] };
}

/** Includes jobs, and so mails; excludes counters and when a session was last seen. */
async function allRows({ dependencies: { db } }: TestSite): Promise<Record<string, string>> {
  const sessions = await db.selectFrom('sessions').select(['id', 'userId', 'expiresAt']).orderBy('id').execute();
  return { ...(await everyRow(db, { except: ['rate_limits', 'sessions'] })), sessions: JSON.stringify(sessions) };
}

/** Responses that a row does not exist, given before anything else of the call is checked. */
const unknownRow = ['NOT_FOUND', 'FORBIDDEN', 'TOKEN_INVALID', 'REGISTRATION_EXPIRED'];
/** Answered as if nothing had been named: a payment that nobody submitted, and a field that is no longer read. */
const ignored = /^GET \S+\/payment key$|^POST \S+\/prices limboId$/;

const nameOf = ({ method, path }: Route) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/**
 * Calls a route with every row that is not its caller's; returns what distinguished them from a row that does not
 * exist.
 */
async function oraclesOf(site: TestSite, route: Route, calls: Calls): Promise<string[]> {
  const { db } = site.dependencies;
  const [name, fields] = [nameOf(route), namedFields(route)];
  const right = calls[name] ?? { headers: headersOf(calls[readers[route.caller] ?? '']) };
  const owners = await ownersBy(db, headersOf(right));
  const { own, foreign } = await namingsOf(site, fields, owners);
  const called = { route, call: right, own };
  const told: string[] = [];
  const unknown = new Map<string, Awaited<ReturnType<typeof answerTo>>>();
  const before = await allRows(site);
  for (const naming of foreign) {
    const key = naming.map(({ field }) => field.path.join('.')).join('+');
    const nobodys = naming.map(({ field }) => ({ field, id: randomUUID() }));
    const expected = unknown.get(key) ?? (await answerTo(site, called, nobodys));
    if (!unknownRow.includes(String(expected.body['code'])) && !ignored.test(`${name} ${key}`))
      told.push(`${name} ${key} is not judged: ${JSON.stringify(expected)}`);
    unknown.set(key, expected);
    const actual = await answerTo(site, called, naming);
    if (JSON.stringify(actual) !== JSON.stringify(expected)) told.push(`${name} ${key}: ${JSON.stringify(actual)}`);
  }
  const after = await allRows(site);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  return changed.length > 0 ? [...told, `${name} changed ${changed.join(', ')}`] : told;
}

test('X12: a call that names somebody else’s rows is answered as if they did not exist, and nothing is changed or sent', {
  timeout: 300_000,
}, async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const calls = await world(site);
  const naming = contractRoutes.filter((route) => namedFields(route).length > 0);
  expect(naming.length).toBeGreaterThan(55);
  const told: string[] = [];
  for (const route of naming) told.push(...(await oraclesOf(site, route, calls)));
  expect([...new Set(told)]).toEqual([]);
});

test('X12: one’s own former rows are refused as what they have become, and nothing is changed', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const { db } = site.dependencies;
  const { userId, subscriptionId } = await subscribe(site);
  const headers = await signedIn(site, userId);
  await fill(site, headers);
  const former = await signedIn(site, userId);
  const first = async (kind: Kind) => (await rowsOfKind(db, kind)).find(({ owner }) => owner === userId)?.id ?? '';
  const own = '/v2/account';
  const proof = `${own}/proofs/${await first('proof')}`;
  const passkey = `${own}/passkeys/${await first('passkey')}`;
  const cookie = former['cookie']?.replace('session=', '') ?? '';
  const sessions = db.selectFrom('sessions').select('id').where('tokenHash', '=', hashSecret(cookie));
  const session = `/v2/sessions/${(await sessions.executeTakeFirstOrThrow()).id}`;
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = headers) =>
    (await send<{ code?: string }>(site.app, { method, path, headers: as, ...(body ? { body } : {}) })).body.code;
  await settleSales(site.sandboxUrl);
  for (const path of [proof, passkey, session]) expect(await ask('DELETE', path)).toBeUndefined();
  expect(await ask('POST', `${own}/refund`)).toBeUndefined();
  const plan = `${own}/subscriptions/${subscriptionId}`;
  const before = await allRows(site);
  expect([
    await ask('DELETE', proof),
    await ask('DELETE', passkey),
    await ask('PUT', passkey, { name: 'Phone' }),
    await ask('DELETE', session),
    await ask('GET', own, undefined, former),
    await ask('PUT', `${plan}/renewal`, { autoRenew: true }),
    await ask('POST', `${own}/refund`),
    await ask('POST', `${own}/upgrades/prices`, { order: { packageId: 1002, productId: null, services: [] } }),
    await ask('POST', `${own}/proofs`),
  ]).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_FOUND',
    'NOT_SIGNED_IN',
    'CONFLICT',
    'NOT_REFUNDABLE',
    'NOT_FOUND',
    'CONFLICT',
  ]);
  expect(await allRows(site)).toEqual(before);
});

test('X12: the sessions of a merged account have ended, and its rows are the kept account’s', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '10000' } });
  const { kept, ended, headers, former } = await merged(site);
  const path = `/v2/account/subscriptions/${ended.subscriptionId}/renewal`;
  const renew = async (as: Headers) =>
    (await send<{ code?: string }>(site.app, { method: 'PUT', path, headers: as, body: { autoRenew: true } })).body
      .code;
  const proofs = await rowsOfKind(site.dependencies.db, 'proof');
  expect(await renew(former)).toBe('NOT_SIGNED_IN');
  expect(await renew(headers)).toBe('CONFLICT');
  expect(proofs.filter(({ owner }) => owner === ended.userId)).toEqual([]);
  expect(proofs.filter(({ owner }) => owner === kept.userId)).toHaveLength(2);
});
