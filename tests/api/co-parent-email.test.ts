import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { issueInvite } from '#server/identity/invite-repository.ts';
import { lockInvited } from '#server/invites/invite-by-email.ts';
import { billing, book, callRefund } from '#tests/setup/account-calls.ts';
import { currentLink, saveDetails } from '#tests/setup/invited.ts';
import { untilOneWaitsForLock } from '#tests/setup/lock-waits.ts';
import { userIdOf } from '#tests/setup/person.ts';
import { openSite, type TestSite } from '#tests/setup/site.ts';
import { drain, signedIn, subscribe } from '#tests/setup/subscriber.ts';
import { newPhone, submitPayment, type Registration, readyToPay, send } from '#tests/setup/sign-up.ts';

const add = ({ app }: TestSite, { signupId, headers }: Registration, email: string) =>
  send<{ invited?: boolean; code?: string; validationErrors?: { field: string; code: string }[] }>(app, {
    method: 'POST',
    path: `/v2/registrations/${signupId}/co-parent-email`,
    body: { email },
    headers,
  });

/** A sign-up whose co-parent is known by phone alone. */
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

async function paidWithoutCoParentEmail(site: TestSite): Promise<Registration> {
  const registration = await readyWithoutCoParentEmail(site);
  expect((await submitPayment(site.app, registration)).status).toBe(200);
  return registration;
}

const invitesOf = ({ dependencies: { db } }: TestSite) => db.selectFrom('invites').select(['id', 'state']).execute();
const address = () => `other-${randomUUID()}@example.com`;

it('adds the unknown co-parent email and sends one invite, however often it is submitted', async () => {
  const site = await openSite();
  const registration = await paidWithoutCoParentEmail(site);
  expect(await invitesOf(site)).toEqual([]);
  const email = address();
  const answers = await Promise.all([
    add(site, registration, email),
    add(site, registration, email),
    add(site, registration, email),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const invites = await invitesOf(site);
  expect(invites).toHaveLength(1);
  const invited = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'PARENT_B')
    .executeTakeFirstOrThrow();
  expect(invited.email).toBe(email);
});

it('never replaces a known address, so that a leaked key cannot redirect the invite (SEC10)', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await submitPayment(site.app, registration);
  const answer = await add(site, registration, address());
  expect(answer.status).toBe(409);
  const invited = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'PARENT_B')
    .executeTakeFirstOrThrow();
  expect(invited.email).toBe(registration.coParentEmail);
});

it('rejects the parent’s own address, an invalid one, an unpaid sign-up and a wrong key', async () => {
  const site = await openSite();
  const registration = await paidWithoutCoParentEmail(site);
  const own = await add(site, registration, registration.email.toUpperCase());
  expect(own.body.validationErrors).toMatchObject([{ field: 'email', code: 'co_parent_email_same' }]);
  const nonsense = await add(site, registration, 'not an address');
  expect(nonsense.body.validationErrors).toMatchObject([{ field: 'email', code: 'email_prompt' }]);
  const unpaid = await readyToPay(site.app);
  expect((await add(site, unpaid, address())).body.code).toBe('NOT_PAID');
  const stranger = { ...registration, headers: unpaid.headers };
  expect((await add(site, stranger, address())).status).toBe(410);
});

it('a signed-in parent adds it in the account, once; it never replaces an address that is known (SEC10)', async () => {
  const site = await openSite();
  const registration = await paidWithoutCoParentEmail(site);
  const { db } = site.dependencies;
  const id = await userIdOf(db, registration.email);
  await db.updateTable('users').set({ status: 'ACTIVE', username: 'marta.account' }).where('id', '=', id).execute();
  const headers = await signedIn(site, id);
  const post = (email: string) =>
    send<{ coParent?: { state: string }; code?: string; validationErrors?: { field: string; code: string }[] }>(
      site.app,
      {
        method: 'POST',
        path: '/v2/account/co-parent-email',
        body: { email },
        headers,
      },
    );
  expect((await post(registration.email)).body.validationErrors).toMatchObject([
    { field: 'email', code: 'co_parent_email_same' },
  ]);
  const email = address();
  const answers = await Promise.all([post(email), post(email)]);
  expect(answers.map(({ body }) => body.coParent?.state)).toEqual(['INVITED', 'INVITED']);
  expect(await invitesOf(site)).toHaveLength(1);
  expect((await post(address())).status).toBe(409);
  const invited = await db.selectFrom('users').select('email').where('role', '=', 'PARENT_B').executeTakeFirstOrThrow();
  expect(invited.email).toBe(email);
});

it('the address of a co-parent who began with a printed code is never replaced, by key or session (SEC10)', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const registration = await paidWithoutCoParentEmail(site);
  const setRow = { status: 'ACTIVE', username: 'marta.account' } as const;
  const { id } = await db
    .updateTable('users')
    .set(setRow)
    .where('email', '=', registration.email)
    .returning('id')
    .executeTakeFirstOrThrow();
  const headers = await signedIn(site, id);
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
  const replace = { method: 'POST', path: '/v2/account/co-parent-email', body: { email: address() }, headers } as const;
  for (const answer of [await add(site, registration, address()), await send<{ code: string }>(site.app, replace)])
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

it('a refund while the co-parent’s address is being added waits, and leaves their plan', async () => {
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
