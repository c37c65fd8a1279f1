import { expect, test } from 'vitest';
import { verifyPassword } from '#server/identity/password.ts';
import {
  contextOf,
  credentialsOf,
  inviteCoParent,
  inviteRow,
  newUsername,
  putCredentials,
  readyToJoin,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { signedInBy } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, mailsInOrder } from '../../setup/subscriber.ts';

test('2.10-1: the mailed link opens the invite: token and user are in the fragment, and the context has the family', async () => {
  const site = await openSite();
  await site.startJobs();
  const invited = await inviteCoParent(site);
  const [mail] = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (mails) => mails.length === 1,
  );
  const link = new URL(mail?.links.find((candidate) => candidate.includes('/app/join/invite')) ?? '');
  expect(link.search).toBe('');
  const fragment = new URLSearchParams(link.hash.slice(1));
  const context = await contextOf(site.app, {
    userId: fragment.get('user') ?? '',
    headers: { 'x-invite-token': fragment.get('token') ?? '' },
  });
  expect(context.status).toBe(200);
  expect(context.body).toEqual({
    userId: invited.userId,
    authToken: null,
    isSubscriptionCurrent: false,
    billingAddressComplete: false,
    requireCredentials: true,
    userCreatedByPro: false,
    inviterFirstName: 'Marta',
    proFirstName: null,
    proLastName: null,
    familyMembers: [
      { userId: expect.any(String), firstName: 'Marta', lastName: "O'Brien", color: '#F2B261', displayInitials: 'MO' },
      { userId: invited.userId, firstName: 'Joe', lastName: 'Ruiz', color: '#9BD5CE', displayInitials: 'JR' },
      { userId: expect.any(String), firstName: 'Ana', lastName: 'Ruiz', color: '#C9B8F0', displayInitials: 'AR' },
    ],
    coparentPackageId: 1001,
    coparentPlanOffered: true,
    availableCoupons: [],
    subscriptionStatus: 'none',
    termsAgreed: null,
  });
});

test('SEC7: a link scanner does not consume the invite; a person who begins opens it', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  for (let round = 0; round < 3; round++) {
    expect((await contextOf(site.app, invited)).status).toBe(200);
    expect(
      (await send(site.app, { method: 'GET', path: `/v2/invites/parents/${invited.userId}`, headers: invited.headers }))
        .status,
    ).toBe(200);
    expect((await send(site.app, { method: 'GET', path: '/v2/packages', headers: invited.headers })).status).toBe(200);
  }
  expect(await inviteRow(site, invited)).toMatchObject({ state: 'SENT', openedAt: null });
  await send(site.app, {
    method: 'POST',
    path: '/v2/invites/openings',
    body: { userId: invited.userId },
    headers: invited.headers,
  });
  expect(await inviteRow(site, invited)).toMatchObject({ state: 'OPENED', openedAt: expect.any(Date) });
});

test('step 1 is saved and leads to the package; a second save keeps what was stored', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  const saved = await saveDetails(site.app, invited, { parent: { firstName: 'Þóra', lastName: "O'Brien-Þórsson" } });
  expect(saved.body).toMatchObject({
    lastCompletedStep: 1,
    context: { billingAddressComplete: false, authToken: null },
  });
  const parent = await send(site.app, {
    method: 'GET',
    path: `/v2/invites/parents/${invited.userId}`,
    headers: invited.headers,
  });
  expect(parent.body).toEqual({
    userId: invited.userId,
    firstName: 'Þóra',
    lastName: "O'Brien-Þórsson",
    email: invited.email,
    phoneCountryCode: '+1',
    phoneNumber: invited.phoneNumber,
    timeZone: null,
    address: null,
    reach: null,
  });
});

test('4.7-1: where Parent A has paid, step 1 counts as two and billing leads to the credentials', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site, { payForCoparent: true });
  expect((await contextOf(site.app, invited)).body).toMatchObject({
    isSubscriptionCurrent: true,
    subscriptionStatus: 'current',
    authToken: null,
  });
  expect((await saveDetails(site.app, invited)).body).toMatchObject({
    lastCompletedStep: 2,
    context: { authToken: null },
  });
  const billing = await saveBilling(site.app, invited);
  expect(billing.body.context).toMatchObject({
    billingAddressComplete: true,
    termsAgreed: true,
    authToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
});

test('7.2-1: outside the United States the terms come before the credentials, with the proof of it', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site, { payForCoparent: true });
  await saveDetails(site.app, invited);
  const address = {
    line1: '1 King Street',
    line2: '',
    city: 'Toronto',
    region: 'ON',
    postalCode: 'M5H 1A1',
    country: 'CA',
  };
  const billing = await saveBilling(site.app, invited, address, 'America/Toronto');
  expect(billing.body.context).toMatchObject({ termsAgreed: false, authToken: null });
  const headers = { ...invited.headers, 'accept-language': 'es' };
  const marketing = await send(site.app, {
    method: 'PUT',
    path: '/v2/invites/marketing-opt-in',
    body: { userId: invited.userId, value: true },
    headers,
  });
  expect(marketing.body).toEqual({ value: true });
  const agreed = await send(site.app, {
    method: 'PUT',
    path: '/v2/invites/terms',
    body: { userId: invited.userId },
    headers,
  });
  expect(agreed.body).toMatchObject({ termsAgreed: true, authToken: expect.any(String) });
  const consents = await site.dependencies.db
    .selectFrom('consents')
    .selectAll()
    .where('userId', '=', invited.userId)
    .orderBy('kind')
    .execute();
  const proof = {
    given: true,
    textVersion: expect.any(String),
    language: 'es',
    country: 'CA',
    form: 'invite-billing',
    recordedAt: expect.any(Date),
  };
  expect(consents).toEqual([
    expect.objectContaining({ ...proof, kind: 'MARKETING' }),
    expect.objectContaining({ ...proof, kind: 'TERMS' }),
  ]);
});

test('a consent without a country is rejected', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site, { payForCoparent: true });
  const answer = await send(site.app, {
    method: 'PUT',
    path: '/v2/invites/terms',
    body: { userId: invited.userId },
    headers: invited.headers,
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'STEP_MISSING' } });
});

test('F7, 5.4-1: credentials accept the invite, with security and referral, and sign in; answer and code are stored as argon2id hashes', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  const username = newUsername();
  const joined = await putCredentials(site.app, { token: authToken, body: credentialsOf(username) });
  expect(joined).toMatchObject({ status: 200, body: { userId: invited.userId, subscriptionCurrent: true } });
  expect(await signedInBy(site.app, joined)).toBe(invited.userId);
  expect(await inviteRow(site, invited)).toMatchObject({
    state: 'ACCEPTED',
    acceptedAt: expect.any(Date),
    lastCompletedStep: 3,
  });
  const user = await site.dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', invited.userId)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    username,
    status: 'ACTIVE',
    securityQuestion: 'What was your first pet?',
    referralSelection: 'CO_PARENT',
  });
  expect(JSON.stringify(user)).not.toMatch(/canary named pip|4821|quiet-harbour/i);
  expect(user.securityAnswerHash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(user.securityAnswerHash ?? '', 'a canary named pip')).toBe(true);
  expect(await verifyPassword(user.securityCodeHash ?? '', '4821')).toBe(true);
});

test('T10: joining on a plan that is paid for is confirmed by a mail that says until when, and that there is nothing to pay', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  await putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername()) });
  await drain(site, { times: 2 });
  const { email } = await site.dependencies.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', invited.userId)
    .executeTakeFirstOrThrow();
  const joined = (await mailsInOrder(site, email)).filter(({ subject }) => subject === 'You have joined Evenkeel');
  expect(joined).toMatchObject([{ text: expect.stringContaining('you have nothing to pay') }]);
});

test.each([
  ['the referral', { referral: undefined }, 'referral.selection'],
  ['the security question', { security: undefined }, 'security.securityQuestion'],
  ['a referral that needs an explanation', { referral: { selection: 'COURT_ORDERED', other: '' } }, 'referral.other'],
])('an invited parent cannot leave out %s', async (_name, change, field) => {
  const site = await openSite();
  const { authToken } = await readyToJoin(site);
  const answer = await putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername(), change) });
  expect(answer.status).toBe(400);
  expect(answer.body.validationErrors[0]?.field).toBe(field);
});

test('SEC6: joining from two browsers at once gives exactly one acceptance', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  const names = Array.from({ length: 8 }, newUsername);
  const answers = await Promise.all(
    names.map((name) => putCredentials(site.app, { token: authToken, body: credentialsOf(name) })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'TOKEN_INVALID')).toBe(true);
  const accepted = await site.dependencies.db
    .selectFrom('invites')
    .select('id')
    .where('userId', '=', invited.userId)
    .where('state', '=', 'ACCEPTED')
    .execute();
  expect(accepted).toHaveLength(1);
});

test('an invite revoked after billing invalidates tokens issued before', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('id', '=', invited.inviteId)
    .execute();
  const answer = await putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername()) });
  expect(answer).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
  const user = await site.dependencies.db
    .selectFrom('users')
    .select(['username', 'passwordHash'])
    .where('id', '=', invited.userId)
    .executeTakeFirstOrThrow();
  expect(user).toEqual({ username: null, passwordHash: null });
});
