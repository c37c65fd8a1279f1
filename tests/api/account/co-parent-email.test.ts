import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { issueInvite } from '#server/identity/invite-repository.ts';
import { lockInvited } from '#server/invites/invite-by-email.ts';
import { billing, book, callRefund } from '#tests/setup/account-calls.ts';
import { untilOneWaitsForLock } from '#tests/setup/database/lock-waits.ts';
import { credentialsOf, currentLink, newUsername, putCredentials, saveDetails } from '#tests/setup/invited.ts';
import { userIdOf } from '#tests/setup/person.ts';
import { newPhone, type Registration, readyToPay, send, submitPayment } from '#tests/setup/sign-up.ts';
import { openSite, type TestSite } from '#tests/setup/site.ts';
import { drain, signedIn, subscribe } from '#tests/setup/subscriber.ts';

type Added = { coParent?: { state: string }; code?: string; validationErrors?: { field: string; code: string }[] };
type Headers = Record<string, string>;

const add = ({ app }: TestSite, headers: Headers, email: string) =>
  send<Added>(app, { method: 'POST', path: '/v2/account/co-parent-email', body: { email }, headers });

/** A sign-up whose co-parent is known only by phone. */
async function readyWithoutCoParentEmail(site: TestSite): Promise<Registration> {
  const registration = await readyToPay(site.app);
  const coParent = { firstName: 'Joe', lastName: 'Ruiz', phoneNumber: newPhone('312') };
  const family = { coParent, children: [{ firstName: 'Ana', lastName: 'Ruiz' }], knowsCoParentEmail: false };
  const saved = await send(site.app, {
    method: 'PUT',
    path: `/v2/registrations/${registration.signupId}/family`,
    body: family,
    headers: registration.headers,
  });
  expect(saved.status).toBe(200);
  return registration;
}

/** The same, paid, with its parent signed in. */
async function paidWithoutCoParentEmail(site: TestSite): Promise<{ registration: Registration; headers: Headers }> {
  const registration = await readyWithoutCoParentEmail(site);
  expect((await submitPayment(site.app, registration)).status).toBe(200);
  const id = await userIdOf(site.dependencies.db, registration.email);
  const account = { status: 'ACTIVE', username: 'marta.account' } as const;
  await site.dependencies.db.updateTable('users').set(account).where('id', '=', id).execute();
  return { registration, headers: await signedIn(site, id) };
}

const invitesOf = ({ dependencies: { db } }: TestSite) => db.selectFrom('invites').select(['id', 'state']).execute();
const address = () => `other-${randomUUID()}@example.com`;

/** Every call of the API document that names a sign-up. */
async function callsOfSignUp({ app }: TestSite, signupId: string) {
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
  return Object.entries(paths)
    .filter(([path]) => path.includes('{signupId}'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase() as 'GET',
        path: path.replace('/api', '').replace('{signupId}', signupId),
      })),
    );
}

it('X12: once a sign-up is paid its key reveals the outcome and nothing more', async () => {
  const site = await openSite();
  const registration = await readyWithoutCoParentEmail(site);
  const paid = await submitPayment(site.app, registration);
  const { signupId, headers } = registration;
  const calls = await callsOfSignUp(site, signupId);
  expect(calls.length).toBeGreaterThan(8);
  const paying = ['payment', 'payments', 'prices'].map((name) => `/v2/registrations/${signupId}/${name}`);
  const walk = async () => {
    for (const { method, path } of calls.filter((call) => !paying.includes(call.path))) {
      const body = method === 'GET' ? {} : { body: { email: address() } };
      const answer = await send<{ code?: string }>(site.app, { method, path, headers, ...body });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 409, 'ALREADY_PAID']);
    }
    expect((await submitPayment(site.app, registration)).body).toMatchObject({ code: 'ALREADY_PAID' });
  };
  await walk();
  const token = paid.body.clickToJoinToken ?? '';
  expect((await putCredentials(site.app, { token, body: credentialsOf(newUsername()) })).status).toBe(200);
  await walk();
  const outcome = await send<{ outcome: string; clickToJoinToken: string | null }>(site.app, {
    method: 'GET',
    path: paying[0] ?? '',
    headers,
  });
  expect(outcome.body).toMatchObject({ outcome: 'PAID', clickToJoinToken: null });
  expect(await invitesOf(site)).toEqual([]);
});

it('SEC10: never replaces a known address, so that a leaked session cannot redirect the invite', async () => {
  const site = await openSite();
  const { userId, coParentEmail } = await subscribe(site);
  expect((await add(site, await signedIn(site, userId), address())).status).toBe(409);
  const invited = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'PARENT_B')
    .executeTakeFirstOrThrow();
  expect(invited.email).toBe(coParentEmail);
});

it('SEC10, 2.9-2, 2.9-9: a signed-in parent adds it, once and with one invite; it never replaces an address that is known', async () => {
  const site = await openSite();
  const { registration, headers } = await paidWithoutCoParentEmail(site);
  expect(await invitesOf(site)).toEqual([]);
  for (const [typed, code] of [
    [registration.email.toUpperCase(), 'co_parent_email_same'],
    ['not an address', 'email_prompt'],
  ] as const)
    expect((await add(site, headers, typed)).body.validationErrors).toMatchObject([{ field: 'email', code }]);
  const email = address();
  const answers = await Promise.all([1, 2, 3].map(() => add(site, headers, email)));
  expect(answers.map(({ body }) => body.coParent?.state)).toEqual(['INVITED', 'INVITED', 'INVITED']);
  expect(await invitesOf(site)).toHaveLength(1);
  expect((await add(site, headers, address())).status).toBe(409);
  const { db } = site.dependencies;
  const invited = await db.selectFrom('users').select('email').where('role', '=', 'PARENT_B').executeTakeFirstOrThrow();
  expect(invited.email).toBe(email);
});

it('SEC10: the address of a co-parent who began with a printed code is never replaced', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { headers } = await paidWithoutCoParentEmail(site);
  const print = { method: 'POST', path: '/v2/account/co-parent/letters', headers } as const;
  expect((await send(site.app, print)).status).toBe(200);
  const coParent = await db
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('role', '=', 'PARENT_B')
    .executeTakeFirstOrThrow();
  const own = { email: address(), phoneNumber: '3125550188', familyId: String(coParent.familyId), inviterEmail: '' };
  const link = { ...own, ...(await currentLink(site, coParent.id)) };
  expect((await saveDetails(site.app, link)).status).toBe(200);
  const theirs = await currentLink(site, coParent.id);
  const answer = await add(site, headers, address());
  expect([answer.status, answer.body.code]).toEqual([409, 'INVITE_IN_USE']);
  expect(await currentLink(site, coParent.id)).toEqual(theirs);
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', coParent.id)
    .executeTakeFirstOrThrow();
  expect(email).toBe(own.email);
});

const paidForTwo = async (site: TestSite) =>
  subscribe(site, { registration: await readyWithoutCoParentEmail(site), payForCoparent: true });

it('what was paid for a co-parent without an address is refunded too, unless a letter has been printed', async () => {
  const site = await openSite();
  const [uninvited, invited] = [await paidForTwo(site), await paidForTwo(site)];
  const headers = await signedIn(site, invited.userId);
  await send(site.app, { method: 'POST', path: '/v2/account/co-parent/letters', headers });
  expect((await billing(site, invited.userId)).refund).toMatchObject({ amount: 14_400, kept: 14_400 });
  expect((await billing(site, uninvited.userId)).refund).toMatchObject({ amount: 28_800, kept: 0 });
  expect((await callRefund(site, uninvited.userId)).body.amount).toBe(28_800);
  await drain(site);
  expect(await book(site)).toContainEqual(['void', 28_800]);
  const states = site.dependencies.db.selectFrom('subscriptions').select('state').orderBy('id');
  expect((await states.where('payerUserId', '=', uninvited.userId).execute()).map(({ state }) => state)).toEqual([
    'REFUNDED',
    'REFUNDED',
  ]);
});

it('a refund concurrent with adding the co-parent’s address waits, and leaves their plan', async () => {
  const site = await openSite();
  const { userId } = await paidForTwo(site);
  const { db, makeToken } = site.dependencies;
  const { familyId } = await db
    .selectFrom('users')
    .select('familyId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const refund = await db.transaction().execute(async (trx) => {
    const waiting = await lockInvited(trx, { familyId: familyId ?? '', inviterUserId: userId });
    const coParentId = 'invited' in waiting ? waiting.invited.id : '';
    const refund = callRefund(site, userId);
    await untilOneWaitsForLock(db);
    const invite = { familyId: familyId ?? '', userId: coParentId, inviterUserId: userId, makeToken };
    await issueInvite(trx, { ...invite, at: site.clock.now() });
    return { refund };
  });
  expect((await refund.refund).body.amount).toBe(14_400);
});

it('a child’s e-mail must differ from the parents’ as typed, and reveals nothing of the co-parent’s current one', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, email, coParentEmail } = await subscribe(site);
  const issueOf = async (somebody: string, typed: string) => {
    const { body } = await send<{ validationErrors?: { code: string }[] }>(site.app, {
      method: 'PUT',
      path: '/v2/account/family',
      body: { children: [{ firstName: 'Ana', lastName: 'Ruiz', email: typed }] },
      headers: await signedIn(site, somebody),
    });
    return body.validationErrors?.[0]?.code;
  };
  const own = address();
  const change = { email: own, emailNormalised: own, phoneNumber: '6125550177' };
  const coParent = await db
    .updateTable('users')
    .set(change)
    .where('email', '=', coParentEmail)
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const status of ['INVITED', 'ACTIVE'] as const) {
    await db.updateTable('users').set({ status }).where('id', '=', coParent.id).execute();
    expect(await issueOf(userId, own)).toBeUndefined();
    for (const known of [email, coParentEmail]) expect(await issueOf(userId, known)).toBe('child_email_matches_parent');
  }
  expect(await issueOf(coParent.id, email)).toBeUndefined();
  expect(await issueOf(coParent.id, own)).toBe('child_email_matches_parent');
});
