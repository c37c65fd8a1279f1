import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Limit, type LimitedAction, limits } from '#server/rate-limits/limits.ts';
import { inviteCoParent } from '../../setup/invited.ts';
import { factorCalls } from '../../setup/ownership/second-factor.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import {
  ask,
  contact,
  openFamily,
  payPlan,
  practice,
  security,
  signedInProfessional,
} from '../../setup/professional.ts';
import { parentOf, readyToPay, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { limitedCallsOfStaff } from '../../setup/staff.ts';

const cspReport = { 'content-type': 'application/csp-report' };

/** Counted outside of the API calls: see client-logins, second-factors, further-proofs and ownership.test.ts. */
type BesideCalls = 'security-answer' | 'link-answer' | 'link-factor' | 'prove-ownership' | `client-${string}`;
type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; headers?: Record<string, string> };
const origin = 'http://localhost:3000';
const [here, token] = ['127.0.0.1', 'a'.repeat(43)];

/** One call for every rate-limited action, valid enough to be counted. */
async function callsOf(
  site: TestSite,
): Promise<{ account: string; calls: Record<Exclude<LimitedAction, BesideCalls>, Call> }> {
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const { signupId, headers: key } = await readyToPay(site.app);
  const mine = { headers: professional.headers };
  const ofSignUp = `/v2/registrations/${signupId}`;
  const card = { paymentType: 'CREDIT_CARD', nonce: 'fake-valid-visa-nonce' };
  const payment = { amountDisplayed: 1, taxAmountDisplayed: 0, taxId: 'x', ...card };
  const pay: Call = {
    method: 'POST',
    path: `/v2/professional/cases/${familyId}/payments`,
    body: { packageId: 1001, parentIds: [parents[0]?.userId], payment },
    headers: { ...professional.headers, 'idempotency-key': randomUUID() },
  };
  const ofParent = `/v2/professional/cases/${familyId}/parents/${parents[0]?.userId}`;
  const phone = { phoneCountryCode: '+1', phoneNumber: '2025550142' };
  const person = { firstName: 'Marta', lastName: 'Ruiz', email: 'm@example.com', ...phone };
  const measured = { messageId: randomUUID(), anonymousId: randomUUID(), event: 'Parent A Info Viewed' };
  const calls: Record<Exclude<LimitedAction, BesideCalls>, Call> = {
    read: { method: 'GET', path: '/v2/countries' },
    'change-account': { method: 'POST', path: `/v2/professional/code-bundles/${randomUUID()}/codes`, ...mine },
    download: { method: 'GET', path: '/v2/account/export', ...mine },
    'mail-receipt': { method: 'POST', path: `/v2/account/receipts/${randomUUID()}/mail`, ...mine },
    'change-registration': { method: 'POST', path: `${ofSignUp}/extension`, headers: key },
    'use-invite': {
      method: 'POST',
      path: '/v2/invites/openings',
      body: { userId: randomUUID() },
      headers: { 'x-invite-token': token },
    },
    'add-co-parent-email': {
      method: 'POST',
      path: '/v2/account/co-parent-email',
      body: { email: 'j@example.com' },
      headers: (await signInAs(site.app, await addPerson(site.dependencies.db))).headers,
    },
    'ask-entitlements': { method: 'GET', path: `/v3/entitlements/${randomUUID()}` },
    'ask-client-token': { method: 'GET', path: '/v2/payment-client-token' },
    'report-events': { method: 'POST', path: '/v1/track', body: measured },
    'report-policy': { method: 'POST', path: '/csp-reports', headers: cspReport, body: {} },
    'report-payment-events': { method: 'GET', path: `/webhooks/braintree?bt_challenge=${'0a'.repeat(10)}` },
    'report-text-events': { method: 'POST', path: '/webhooks/twilio', body: {} },
    'report-mail-events': { method: 'POST', path: '/webhooks/mail/sendgrid', body: {} },
    'sign-in': { method: 'POST', path: '/ofw/login', body: { username: 'marta.ruiz', password: 'not-the-password-1' } },
    ...(await factorCalls(site, professional)),
    'ask-recovery': { method: 'POST', path: '/ofw/signup/getpassword.form', body: { usernameOrEmail: 'marta.ruiz' } },
    'ask-code': { method: 'GET', path: '/v1/usernameRecovery/mobilePhone?mobilePhoneNumber=2025550142&countryCode=1' },
    'ask-ownership-code': { method: 'POST', path: '/v2/ownership-claims', body: { email: 'm@example.com' } },
    'check-code': { method: 'GET', path: '/v1/usernameRecovery/checkVerificationCode?verificationCode=123456' },
    'use-token': { method: 'GET', path: '/v2/users/password/reset', headers: { authorization: `Bearer ${token}` } },
    'change-password': {
      method: 'POST',
      path: `/ofw/signup/changepassword.form?_at=${token}`,
      body: { currentPassword: 'not-the-password-1', password: 'quiet-harbour-8' },
      ...mine,
    },
    'change-email': { method: 'POST', path: '/v2/account/profile/email', body: { email: 'n@example.com' }, ...mine },
    'check-username': { method: 'POST', path: '/v2/usernames/availability', body: { username: 'marta.ruiz' } },
    'read-discount-offer': { method: 'GET', path: '/v2/discount-offers?referrer=spring&percentage=10' },
    'start-registration': {
      method: 'POST',
      path: '/v2/registrations',
      body: { parent: person, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
    },
    'ask-who-is-known': {
      method: 'PUT',
      path: `/v2/registrations/${signupId}/family`,
      body: {
        coParent: { firstName: 'Joe', lastName: 'Ruiz', email: 'j@example.com' },
        children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
      },
      headers: key,
    },
    'try-codes': {
      method: 'POST',
      path: `${ofSignUp}/prices`,
      body: { orderDetail: { packageId: 1001, productId: null, services: [] }, paymentCodes: ['NO-SUCH-CODE'] },
      headers: key,
    },
    pay,
    'declined-payment': pay,
    'asked-for-holder': pay,
    'request-invite': { method: 'POST', path: '/v2/invites/requests', headers: { 'x-invite-token': token } },
    'look-up-place': {
      method: 'POST',
      path: '/v2/place-suggestions',
      body: { query: 'Lake', sessionToken: randomUUID() },
    },
    'validate-professional': {
      method: 'POST',
      path: '/v2/professional/users/validator',
      body: { step: 'ONE', ...contact },
    },
    'stop-invites': { method: 'POST', path: `/v2/invite-stops/${'a'.repeat(65)}` },
    'check-proof': { method: 'POST', path: '/v2/proofs/check', body: { code: 'K7QP-M2XW-9DAB-CDEF' } },
    'exchange-invite-code': { method: 'POST', path: '/v2/invite-codes/exchange', body: { code: 'K7QPM-2XW9D' } },
    'ask-fee-waiver': { method: 'POST', path: `${ofSignUp}/fee-waivers`, body: { reason: 'LEGAL_AID' }, headers: key },
    'save-registration': { method: 'POST', path: `${ofSignUp}/resume-codes`, body: {}, headers: key },
    'resume-by-code': { method: 'POST', path: '/v2/resume-codes/exchange', body: { code: 'K7HP-2XW9' } },
    'send-invites': { method: 'POST', path: `${ofParent}/invites`, ...mine },
    'open-family': {
      method: 'POST',
      path: '/v2/professional/cases',
      body: {
        parentA: { firstName: 'Ana', lastName: 'Ruiz', email: 'a@example.com' },
        parentB: { firstName: 'Joe', lastName: 'Ruiz' },
      },
      ...mine,
    },
    'preview-import': {
      method: 'POST',
      path: '/v2/professional/case-imports/preview',
      body: { fileBase64: '' },
      ...mine,
    },
    'print-letter': { method: 'POST', path: `${ofParent}/letters`, ...mine },
    ...(await limitedCallsOfStaff(site, professional.userId)),
    'register-professional': { method: 'POST', path: '/v2/professional/users', body: { contact, practice, security } },
  };
  return { account: professional.userId, calls };
}

test('SEC2: every rate-limited action returns 429 with Retry-After once its attempts are used up', async () => {
  const site = await openSite();
  const { account, calls } = await callsOf(site);
  const { db, rateLimiter } = site.dependencies;
  const { id: session } = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', account)
    .executeTakeFirstOrThrow();
  for (const action of Object.keys(calls) as (keyof typeof calls)[]) {
    const list: readonly Limit[] = limits[action];
    const callers: Record<string, string> = { address: here, account, session };
    const limit = ['address', 'account', 'session'].flatMap((kind) => list.find(({ by }) => by === kind) ?? [])[0];
    if (!limit) throw new Error(`${action} is limited by none of ${Object.keys(callers).join(', ')}`);
    const subjects = { [limit.by]: callers[limit.by] };
    const counted = () => rateLimiter.attempt(action, subjects);
    const useUp: () => Promise<unknown> =
      limit.counts === 'declines' ? () => rateLimiter.ended(action, subjects, 'failed') : counted;
    await Promise.all(Array.from({ length: limit.attempts }, useUp));
    const { method, path, body, headers } = calls[action];
    const payload = body ? { payload: body } : {};
    const answer = await site.app.inject({ method, url: `/api${path}`, headers: { origin, ...headers }, ...payload });
    expect([action, answer.statusCode]).toEqual([action, 429]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await rateLimiter.forgive(action, limit.by, subjects[limit.by] ?? '');
  }
});

test('SEC2: calls that reveal known users share one rate limit, whichever step makes them', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const invited = await inviteCoParent(site);
  const { signupId, headers, email } = await readyToPay(app);
  const parent = parentOf(email);
  const steps: (Call & { status: number })[] = [
    {
      method: 'POST',
      path: '/v2/registrations',
      body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } },
      status: 429,
    },
    {
      method: 'PUT',
      path: `/v2/registrations/${signupId}`,
      body: { parent, sections: ['PARENT'] },
      headers,
      status: 429,
    },
    {
      method: 'PUT',
      path: `/v2/registrations/${signupId}/family`,
      body: {
        coParent: { firstName: 'Joe', lastName: 'Ruiz', email },
        children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
      },
      headers,
      status: 429,
    },
    {
      method: 'PUT',
      path: `/v2/invites/parents/${invited.userId}`,
      body: { parent },
      headers: invited.headers,
      status: 429,
    },
    { method: 'POST', path: '/v2/professional/users/validator', body: { step: 'ONE', ...contact }, status: 429 },
    // Only step 1 of a professional contains an address.
    { method: 'POST', path: '/v2/professional/users/validator', body: { step: 'TWO', ...practice }, status: 200 },
  ];
  const { attempts } = limits['ask-who-is-known'][1];
  await Promise.all(
    Array.from({ length: attempts }, () => dependencies.rateLimiter.attempt('ask-who-is-known', { address: here })),
  );
  for (const { method, path, body, headers: sent = {}, status } of steps)
    expect([path, (await send(app, { method, path, body, headers: { origin, ...sent } })).status]).toEqual([
      path,
      status,
    ]);
});

test('F12: downloadable files are in the API document', async () => {
  const { app } = await openSite();
  type Files = Record<string, { get?: { responses: Record<string, { content: object }> } }>;
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Files }>();
  const typesOf = (path: string) => Object.keys(paths[path]?.get?.responses['200']?.content ?? {});
  expect(typesOf('/api/v2/account/documents/{documentId}')).toEqual(['application/pdf']);
  expect(typesOf('/api/v2/account/export')).toEqual(['application/json']);
});

test('SEC2: no API call accepts HEAD, which would bypass its limits', async () => {
  const site = await openSite();
  const { paths } = (await site.app.inject('/api/openapi.json')).json<{ paths: Record<string, { get?: object }> }>();
  const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [path] : []));
  const { calls } = await callsOf(site);
  const limited = Object.values(calls).flatMap(({ method, path }) => (method === 'GET' ? [`/api${path}`] : []));
  expect(reads.length).toBeGreaterThan(20);
  for (const url of [...reads, ...limited])
    expect([url, (await site.app.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 404]);
  expect(await site.dependencies.db.selectFrom('recoveryRequests').select('id').execute()).toEqual([]);
});

test('a professional with ten declined cards cannot try an eleventh, from any address', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.slice(0, 1).map(({ userId }) => userId);
  const nonce = 'fake-gateway-rejected-fraud-nonce';
  const statuses: number[] = [];
  for (let count = 0; count < 10; count++)
    statuses.push((await payPlan(site, professional, familyId, { parentIds, nonce })).status);
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 402));
  await site.dependencies.rateLimiter.forgive('declined-payment', 'address', here);
  expect((await payPlan(site, professional, familyId, { parentIds })).status).toBe(429);
  expect((await ask(site, professional, `/cases/${familyId}`)).status).toBe(200);
});

test('SEC2: registration mails to an address are limited, and no stranger keeps its owner from registering', async () => {
  const site = await openSite();
  const email = 'victim@court.example';
  const registerFrom = async (from: string, duplicateConfirmed = true) => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/v2/professional/users',
      payload: { contact: { ...contact, email }, practice, security, duplicateConfirmed },
      remoteAddress: from,
      headers: { origin },
    });
    return answer.statusCode;
  };
  const inTurn = async (count: number, send: (index: number) => Promise<number>) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await send(index));
    return statuses;
  };
  // From one network, whatever the address; a refused registration sends no mail and is not counted.
  expect(await inTurn(2, (index) => registerFrom(`2001:db8:1:${index}::1`))).toEqual([201, 201]);
  expect(await inTurn(6, () => registerFrom('2001:db8:1::1', false))).toEqual(Array(6).fill(409));
  const more = await inTurn(9, (index) => registerFrom(`2001:db8:1:${index}::1`));
  expect(more).toEqual([...Array<number>(3).fill(201), ...Array<number>(6).fill(429)]);
  expect(await registerFrom('198.51.100.1')).toBe(201);
  const others = await inTurn(11, (index) => registerFrom(`203.0.113.${index}`));
  expect(others, 'answered as ever').toEqual(Array<number>(11).fill(201));
});
