import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type EventType, events, eventTypes } from '#contract/events/events.ts';
import { correctEmail } from '#server/account/correct-email.ts';
import { after, days, hours } from '#server/clock.ts';
import { closeAccount, requestDeletionIn } from '#server/closing/close-account.ts';
import { firstDeliveries, replayEvents } from '#server/events/event-deliveries.ts';
import {
  addEndpoint,
  type EventEndpoint,
  listEndpoints,
  resealEventSecrets,
  resumeEndpoint,
  rotateSecret,
  secretsOf,
} from '#server/events/event-endpoints.ts';
import { sendEvents } from '#server/events/send-events.ts';
import type { EventPoster, Posted } from '#server/gateways/events/port.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { deliverMail } from '#server/jobs/mail/deliver-mail.ts';
import { planJoined } from '#server/mail-templates/templates/paid-by-another.ts';
import { createSealer, derivedKey } from '#server/sealed-secret.ts';
import { openReceiver } from '../../events/receiver.ts';
import { callRefund, setRenewal } from '../../setup/account-calls.ts';
import { openFamily, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { subscribe } from '../../setup/subscriber.ts';
import { paidWithTiming } from '../../setup/timed-invite.ts';

type EndpointOptions = { types?: EventType[]; personalData?: boolean };

async function endpointOf(site: TestSite, options: EndpointOptions = {}): Promise<EventEndpoint> {
  const { db } = site.dependencies;
  const { id } = await addEndpoint(site.jobDependencies, {
    url: 'https://receiver.example/events',
    types: [],
    personalData: false,
    ...options,
    at: site.clock.now(),
  });
  const found = (await listEndpoints(db)).find((one) => one.id === id);
  if (!found) throw new Error('There is no endpoint');
  return found;
}

async function sendAll(site: TestSite, endpoint: EventEndpoint, postEvent: EventPoster): Promise<void> {
  while (await sendEvents({ ...site.jobDependencies, postEvent }, endpoint));
}

test('P10: sign-up, cancellation and refund events have ids, states and amounts by their schemas, ordered by subject', async () => {
  const site = await openSite();
  const plain = await endpointOf(site);
  const cleared = await endpointOf(site, { personalData: true, types: ['subscription.changed.v1'] });
  const parent = await subscribe(site, { payForCoparent: true });
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await callRefund(site, parent.userId);
  const told = openReceiver();
  await sendAll(site, plain, told.post);
  for (const { type, data } of told.received)
    expect([type, Object.keys(data).toSorted()]).toEqual([type, Object.keys(events[type].shape).toSorted()]);
  const types = new Set(told.received.map(({ type }) => type));
  for (const type of ['person', 'family', 'subscription', 'payment', 'refund', 'invite'])
    expect([type, types.has(`${type}.changed.v1` as EventType)]).toEqual([type, true]);
  expect(types.has('consent.recorded.v1')).toBe(true);
  expect(told.states.get(`subscriptions/${parent.subscriptionId}`)?.data).toMatchObject({
    userId: parent.userId,
    state: 'REFUNDED',
    autoRenew: false,
  });
  const bodies = told.received.map(({ body }) => body).join('\n');
  for (const personal of [parent.email, parent.coParentEmail, 'Marta', 'Main', '2025550'])
    expect([personal, bodies.includes(personal)]).toEqual([personal, false]);
  const toldMore = openReceiver();
  await sendAll(site, cleared, toldMore.post);
  expect(new Set(toldMore.received.map(({ type }) => type))).toEqual(new Set(['subscription.changed.v1']));
  expect(toldMore.states.get(`subscriptions/${parent.subscriptionId}`)?.person).toMatchObject({
    id: parent.userId,
    email: parent.email,
  });
});

test('P10: after an account is closed no event names its owner, not even earlier ones', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const endpoint = await endpointOf(site, { personalData: true });
  const { userId, email } = await subscribe(site);
  const asked = { userId, device: '', proofs: {}, cancelRenewals: true, at: site.clock.now() };
  await db.transaction().execute((trx) => requestDeletionIn(trx, asked));
  const { id } = await db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
  site.clock.advance(days(32));
  await closeAccount(site.dependencies, id);
  const told = openReceiver();
  await sendAll(site, endpoint, told.post);
  const own = told.received.filter(({ body }) => body.includes(userId));
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter(({ body }) => body.includes(email))).toEqual([]);
  expect(told.states.get(`people/${userId}`)).toMatchObject({ person: null, data: { status: 'CLOSED' } });
  expect(told.states.get(`deletions/${id}`)?.data).toMatchObject({ userId, closedAt: expect.any(String) });
});

test('P10: a corrected address, a name and a language reach only endpoints that receive personal data', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const [plain, cleared] = [await endpointOf(site), await endpointOf(site, { personalData: true })];
  const { userId } = await subscribe(site);
  const told = openReceiver();
  const more = async (endpoint: EventEndpoint) => {
    const before = told.received.length;
    await sendAll(site, endpoint, told.post);
    return told.received.slice(before);
  };
  const earlier = (await more(plain)).findLast(({ subject }) => subject === `people/${userId}`);
  await more(cleared);
  const person = { userId, email: 'right@family.example', oldIsTheirs: false };
  const correct = db.transaction().execute((trx) => correctEmail(trx, { ...person, at: site.clock.now(), makeToken }));
  expect(await correct).toBeNull();
  const { type, data } = earlier ?? {};
  expect(await more(cleared)).toMatchObject([{ type, data, person: { id: userId, email: 'right@family.example' } }]);
  for (const change of [{ firstName: 'Ana' }, { lastName: 'Vega' }, { language: 'es' }] as const) {
    await db.updateTable('users').set(change).where('id', '=', userId).execute();
    expect(await more(cleared)).toMatchObject([{ type, data, person: change }]);
  }
  await db.updateTable('users').set({ city: 'Duluth' }).where('id', '=', userId).execute();
  expect(await more(cleared)).toEqual([]);
  expect(await more(plain)).toEqual([]);
});

test('P10: without an endpoint no event is stored, and none of a rolled-back transaction', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site);
  const written = () => db.selectFrom('outboundEvents').select('position').execute();
  expect(await written()).toEqual([]);
  await endpointOf(site);
  const change = db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ status: 'CLOSED' }).where('id', '=', userId).execute();
    throw new Error('The process died');
  });
  await expect(change).rejects.toThrow('The process died');
  expect(await written()).toEqual([]);
  // Data that no event contains creates none.
  await db.updateTable('users').set({ firstName: 'Ana' }).where('id', '=', userId).execute();
  expect(await written()).toEqual([]);
});

test('P10: an event undelivered for three days is given up and the next of its subject is sent; replay works by subject or time', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const endpoint = await endpointOf(site, { types: ['person.changed.v1'] });
  const { userId } = await subscribe(site, {});
  const status = (to: 'ACTIVE' | 'CREDENTIALS_NEEDED') =>
    db.updateTable('users').set({ status: to }).where('id', '=', userId).execute();
  await status('CREDENTIALS_NEEDED');
  const about = `people/${userId}`;
  const tried: string[] = [];
  const refuses: EventPoster = async ({ body }) => {
    const { subject, sequence } = JSON.parse(body) as Record<string, string>;
    if (subject === about) tried.push(sequence ?? '');
    return { delivered: false, failure: 'HTTP 503' };
  };
  await sendAll(site, endpoint, refuses);
  expect(new Set(tried).size).toBe(1);
  for (let hour = 0; hour <= 73; hour += 1) {
    site.clock.advance(hours(1));
    await sendAll(site, endpoint, refuses);
  }
  expect(new Set(tried).size).toBe(2);
  expect((await listEndpoints(db))[0]).toMatchObject({ lastFailure: 'HTTP 503', lastFailureAt: expect.any(Date) });
  const dead = (await firstDeliveries(db, { endpointId: endpoint.id, isDead: true, limit: 100 })).filter(
    ({ subject }) => subject === about,
  );
  expect(dead).toEqual([expect.objectContaining({ lastFailure: 'HTTP 503' })]);
  // About twenty tries in three days, not thousands.
  expect(dead[0]?.tries).toBeLessThan(25);
  expect(await replayEvents(db, { endpointId: endpoint.id, subject: about })).toBe(3);
  const told = openReceiver();
  await sendAll(site, endpoint, told.post);
  expect(told.received.filter(({ subject }) => subject === about).length).toBe(3);
  const since = after(new Date(), -hours(1));
  expect(await replayEvents(db, { endpointId: endpoint.id, since })).toBeGreaterThan(3);
  expect(await replayEvents(db, { endpointId: endpoint.id, since: after(since, hours(2)) })).toBe(0);
});

test('P10: a receiver is paused as long as it asks, six hours at most; one that answers 410 until staff resume it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const endpoint = await endpointOf(site);
  await subscribe(site);
  const answers: Posted[] = [{ delivered: false, failure: 'HTTP 429', retryAfterMs: days(40) }];
  let calls = 0;
  const post: EventPoster = async () => {
    calls += 1;
    return answers.at(-1) ?? { delivered: true };
  };
  const callsNow = async () => {
    calls = 0;
    await sendAll(site, endpoint, post);
    return calls;
  };
  // Of a dozen subjects, those taken before the first response.
  expect(await callsNow()).toBe(8);
  site.clock.advance(hours(5));
  expect(await callsNow()).toBe(0);
  site.clock.advance(hours(2));
  answers.push({ delivered: false, failure: 'HTTP 410', isGone: true });
  expect(await callsNow()).toBe(8);
  site.clock.advance(days(2));
  expect(await callsNow()).toBe(0);
  expect(await listEndpoints(db)).toMatchObject([{ pausedBy: 'RECEIVER', lastFailure: 'HTTP 410' }]);
  site.clock.advance(days(2));
  expect(await resumeEndpoint(db, endpoint.id)).toBe(true);
  // A waiting event gets its three days again.
  answers.push({ delivered: false, failure: 'HTTP 503' });
  expect(await callsNow()).toBeGreaterThan(8);
  expect(await firstDeliveries(db, { endpointId: endpoint.id, isDead: true, limit: 100 })).toEqual([]);
  expect(await resumeEndpoint(db, endpoint.id)).toBe(false);
});

test('P10: old and new secrets both sign for a day after a rotation; a new key reseals them', async () => {
  const site = await openSite();
  const endpoint = await endpointOf(site);
  const seen: string[][] = [];
  const post: EventPoster = async ({ secrets }) => {
    seen.push([...secrets]);
    return { delivered: true };
  };
  const next = async () => {
    await subscribe(site);
    await sendAll(site, endpoint, post);
    return seen.at(-1) ?? [];
  };
  const [first] = await next();
  const second = await rotateSecret(site.jobDependencies, { id: endpoint.id, at: site.clock.now() });
  expect(await next()).toEqual([second, first]);
  site.clock.advance(hours(25));
  expect(await next()).toEqual([second]);
  const { db } = site.dependencies;
  const own = derivedKey('a-secret-for-tests-that-is-long-enough');
  const sealer = createSealer([{ id: 'next', key: randomBytes(32) }, own]);
  await resealEventSecrets({ db, sealer });
  const keys = await db.selectFrom('eventSecrets').select('keyId').execute();
  expect(new Set(keys.map(({ keyId }) => keyId))).toEqual(new Set(['next']));
  expect(await secretsOf({ db, sealer }, { id: endpoint.id, at: site.clock.now() })).toEqual([second]);
});

test('P10: the API document has every event schema, and the database triggers match the schemas', async () => {
  const { app, dependencies } = await openSite();
  const { rows } = await sql<{ told: string }>`
    select encode(tgargs, 'escape') as told from pg_trigger where tgname = 'record_event'`.execute(dependencies.db);
  const told = rows.map((row) => row.told.split('\\000'));
  expect(told.map(([, type]) => type).toSorted()).toEqual(eventTypes.toSorted());
  for (const [, type, columns] of told) {
    const members = columns?.replaceAll(/_(\w)/g, (_, sign: string) => sign.toUpperCase()).split(',');
    expect([type, members]).toEqual([type, Object.keys(events[type as EventType].shape)]);
  }
  type Document = { webhooks: Record<string, { post: { requestBody: { content: object } } }> };
  const { webhooks } = (await app.inject('/api/openapi.json')).json<Document>();
  expect(Object.keys(webhooks)).toEqual(eventTypes);
  expect(JSON.stringify(webhooks['subscription.changed.v1'])).toContain('autoRenew');
});

test('Z3: a parent who was never invited is named to nobody, whatever is paid for them, until the invite is sent', async () => {
  const site = await openSite();
  const cleared = await endpointOf(site, { personalData: true });
  const { ask, inviterId, invitedId, registration } = await paidWithTiming(
    site,
    { when: 'NEVER' },
    { payForCoparent: true },
  );
  const professional = await signedInProfessional(site);
  const { parents } = await openFamily(site, professional);
  const told = openReceiver();
  await sendAll(site, cleared, told.post);
  expect(told.states.get(`people/${inviterId}`)?.person).toMatchObject({ email: registration.email });
  const uninvited = [invitedId, ...parents.map(({ userId }) => userId)];
  for (const id of uninvited) expect(told.states.get(`people/${id}`)).toMatchObject({ data: { id }, person: null });
  const named = [registration.coParentEmail, ...parents.map(({ email }) => email ?? '')];
  expect(told.received.filter(({ body }) => named.some((email) => body.includes(email)))).toEqual([]);
  const timing = { path: 'co-parent/invites', method: 'POST' } as const;
  expect((await ask(timing)).body.code).toBeUndefined();
  await sendAll(site, cleared, told.post);
  expect(told.received.findLast(({ type }) => type === 'invite.changed.v1')?.person).toMatchObject({
    email: registration.coParentEmail,
  });
});

test('Z3: a parent whom a professional entered and has not invited gets no mail of any kind', async () => {
  const site = await openSite();
  const { parents } = await openFamily(site, await signedInProfessional(site));
  const parent = await readUser(site.dependencies.db, parents[0]?.userId ?? '');
  if (!parent) throw new Error('The parent is not there');
  await deliverMail(site.jobDependencies, parent, {
    dedupeKey: randomUUID(),
    template: planJoined,
    props: planJoined.sample,
  });
  expect(await mailsTo(site.sandboxUrl, parent.email)).toEqual([]);
});
