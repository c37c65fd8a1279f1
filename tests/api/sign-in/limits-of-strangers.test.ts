import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Quote } from '#contract/api/prices.ts';
import { hours } from '#server/clock.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { setRenewal } from '../../setup/account-calls.ts';
import { currentLink, type Invited, inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { callUsernameRecovery, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { codeNow, finish, login, post, secondStep, sessionOf, withTotp } from '../../setup/ownership/second-factor.ts';
import { addPerson, cookieOf, type Person, signInAs } from '../../setup/person.ts';
import { ask, contact, openFamily, practice, security, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { paymentBody, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

const origin = 'http://localhost:3000';
const profile = '/v2/account/profile';
type Headers = Record<string, string>;
type Call = { method?: 'GET' | 'POST' | 'PUT'; path: string; body?: object; headers?: Headers; from?: string };

/** A call from a network address. */
async function callFrom({ app }: TestSite, { method = 'POST', path, body, headers = {}, from = '203.0.113.9' }: Call) {
  const payload = body ? { payload: body } : {};
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: from,
    headers: { origin, ...headers },
    ...payload,
  });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

/** The same call many times, one after the other. */
async function repeated(count: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await call(index)).status);
  return statuses;
}

const newEmail = () => `somebody-${randomUUID()}@example.com`;
const phone = { phoneCountryCode: '+1', phoneNumber: '2025550166' };
const askCode = (site: TestSite, from: string) =>
  callFrom(site, {
    method: 'GET',
    path: `/v1/usernameRecovery/mobilePhone?${new URLSearchParams({ mobilePhoneNumber: phone.phoneNumber, countryCode: '+1' })}`,
    from,
  });
const linksTo = async (site: TestSite, email: string, page: string) => {
  await drain(site);
  return (await mailsTo(site.sandboxUrl, email)).filter(({ text }) => text.includes(page)).length;
};

test('X4: calls that name another person’s id never use up that person’s limit', async () => {
  const site = await openSite();
  const [stranger, owner] = [await inviteCoParent(site), await inviteCoParent(site)];
  const details = { firstName: 'Joe', lastName: 'Ruiz', phoneCountryCode: '+1', phoneNumber: '6125550123' };
  const callsAs = ({ headers }: Pick<Invited, 'headers'>, { userId, email }: Invited): Call[] => [
    { method: 'PUT', path: `/v2/invites/parents/${userId}`, body: { parent: { ...details, email } }, headers },
    {
      path: '/v2/invites/prices',
      body: { userId, orderDetail: { packageId: 1001, productId: null, services: [] }, paymentCodes: ['NO-SUCH-CODE'] },
      headers,
    },
    {
      path: '/v2/invites/payments',
      body: { ...paymentBody({ totals: { total: 1, taxAmount: 0 }, taxId: 'x' } as Quote), userId },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    },
    { path: '/v2/invites/fee-waivers', body: { userId, reason: 'LEGAL_AID' }, headers },
  ];
  for (const [index, call] of callsAs(stranger, owner).entries()) {
    await repeated(65, (count) => callFrom(site, { ...call, from: `203.0.113.${count}` }));
    expect([call.path, (await callFrom(site, call)).status]).toEqual([call.path, 429]);
    const own = callsAs(owner, owner)[index];
    if (!own) throw new Error('No call of the owner');
    expect([own.path, (await callFrom(site, { ...own, from: '198.51.100.1' })).status]).not.toContain(429);
  }
});

test('X5: codes that strangers request for a phone do not stop a signed-in person from changing to it', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const { headers } = await signInAs(site.app, person);
  for (const network of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])
    await repeated(6, () => askCode(site, network));
  expect((await callFrom(site, { path: `${profile}/phone`, body: phone, headers })).status).toBe(200);
  await drain(site);
  expect(await textsTo(site.sandboxUrl, '+12025550166')).toHaveLength(1);
});

test('X5: a known device gets its code, however many codes others ask for', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const person = await addPerson(db, { phoneNumber: phone.phoneNumber });
  const device = cookieOf((await login(site.app, person)).headers, 'device') ?? '';
  for (const network of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])
    await repeated(6, () => askCode(site, network));
  await drain(site);
  const before = (await textsTo(site.sandboxUrl, '+12025550166')).length;
  expect(before).toBeLessThanOrEqual(13);
  const query = { mobilePhoneNumber: phone.phoneNumber, countryCode: '+1' };
  expect((await callUsernameRecovery(site.app, 'mobilePhone', query, { cookie: device })).status).toBe(200);
  await drain(site);
  expect(await textsTo(site.sandboxUrl, '+12025550166')).toHaveLength(before + 1);
});

test('X5: links that other accounts request do not block a change to the same address', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const email = newEmail();
  const change = async (person: Person, index: number) => {
    const { headers } = await signInAs(site.app, person);
    return repeated(5, () =>
      callFrom(site, { path: `${profile}/email`, body: { email }, headers, from: `203.0.113.${index}` }),
    );
  };
  for (let index = 0; index < 3; index++) expect(await change(await addPerson(db), index)).toEqual(Array(5).fill(200));
  const before = await linksTo(site, email, '/email#token=');
  expect(before).toBeLessThan(15);
  const owner = await signInAs(site.app, await addPerson(db));
  expect((await callFrom(site, { path: `${profile}/email`, body: { email }, headers: owner.headers })).status).toBe(
    200,
  );
  expect(await linksTo(site, email, '/email#token=')).toBe(before + 1);
});

test('X5: registrations by strangers keep no professional from registering', async () => {
  const site = await openSite();
  const email = `victim-${randomUUID()}@court.example`;
  const body = { contact: { ...contact, email }, practice, security, duplicateConfirmed: true };
  const register = (from: string) => callFrom(site, { path: '/v2/professional/users', body, from });
  for (let network = 0; network < 4; network++)
    expect(await repeated(5, () => register(`203.0.113.${network}`))).toEqual(Array(5).fill(201));
  const before = await linksTo(site, email, '/credentials#token=');
  expect(before).toBeLessThan(18);
  expect((await register('198.51.100.1')).status).toBe(201);
  expect(await linksTo(site, email, '/credentials#token=')).toBe(before + 1);
});

test('X5: invites by others do not block a parent’s own new link', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  for (let count = 0; count < 3; count++) {
    const professional = await signedInProfessional(site);
    const { familyId, parents } = await openFamily(site, professional, {
      parentA: { firstName: 'Marta', lastName: 'Ruiz', email: invited.email },
    });
    const path = `/cases/${familyId}/parents/${parents[0]?.userId}/invites`;
    await repeated(4, () => ask(site, professional, path, { method: 'POST' }));
  }
  site.clock.advance(5 * 60_000);
  expect(await callFrom(site, { path: '/v2/invites/requests', headers: invited.headers })).toMatchObject({
    status: 200,
  });
  expect((await currentLink(site, invited.userId)).inviteId).not.toBe(invited.inviteId);
});

test('X5: links that strangers request do not block a new link for the holder of a former one', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const { body } = await submitPayment(site.app, registration);
  for (let count = 0; count < 5; count++)
    await callFrom(site, {
      path: '/ofw/signup/getpassword.form',
      body: { usernameOrEmail: registration.email },
      from: `203.0.113.${count}`,
    });
  await drain(site);
  const headers = { authorization: `Bearer ${body.clickToJoinToken}` };
  expect((await callFrom(site, { path: '/v2/credentials/requests', headers })).status).toBe(200);
});

test('X6: no phone gets more than a few codes, whichever accounts list it', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const person = await addPerson(db, { phoneNumber: phone.phoneNumber });
  const { headers } = await signInAs(site.app, person);
  const request = { email: newEmail(), oldMailboxShared: true };
  expect((await callFrom(site, { path: `${profile}/email`, body: request, headers })).status).toBe(200);
  const { id } = await db
    .selectFrom('singleUseTokens')
    .select('id')
    .where('purpose', '=', 'EMAIL_CHANGE')
    .executeTakeFirstOrThrow();
  const body = { token: makeToken('EMAIL_CHANGE', id) };
  const statuses = await repeated(50, async (count) => {
    const answer = await callFrom(site, {
      path: `${profile}/email/confirmation`,
      body,
      headers,
      from: `203.0.113.${count}`,
    });
    await drain(site);
    return answer;
  });
  expect(statuses.slice(4)).toEqual(Array(46).fill(429));
  expect(await textsTo(site.sandboxUrl, '+12025550166')).toHaveLength(4);
});

test('X6: changing a name back and forth mails its owner three times, not a hundred', async () => {
  const site = await openSite();
  const person = await addPerson(site.dependencies.db);
  const { headers } = await signInAs(site.app, person);
  await repeated(119, (count) =>
    callFrom(site, {
      method: 'PUT',
      path: `${profile}/name`,
      body: { firstName: count % 2 ? 'Marta' : 'Maria', lastName: 'Ruiz' },
      headers,
    }),
  );
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, person.email)).filter(({ text }) => /name/i.test(text));
  expect(mails.length).toBeLessThanOrEqual(3);
  expect(mails.length).toBeGreaterThan(0);
});

test('X6: cancelling and resuming a renewal over and over mails three times, and later what holds in the end', async () => {
  const site = await openSite();
  const { userId, email, subscriptionId } = await subscribe(site);
  await drain(site);
  const before = (await mailsTo(site.sandboxUrl, email)).length;
  const sendDue = () =>
    drain(site).catch((error: unknown) => {
      if (!(error instanceof Postponed)) throw error;
    });
  for (let count = 0; count < 20; count++) {
    await setRenewal(site, userId, subscriptionId, count % 2 === 1);
    await sendDue();
  }
  expect((await mailsTo(site.sandboxUrl, email)).length - before).toBe(6);
  site.clock.advance(hours(9));
  await setRenewal(site, userId, subscriptionId, false);
  await sendDue();
  expect((await mailsTo(site.sandboxUrl, email)).length - before, 'of each kind').toBe(7);
});

test('X6: one parent can have ten addresses a day mailed at most, by corrections or as an invited parent', async () => {
  const site = await openSite();
  const { userId } = await subscribe(site);
  const headers = await signedIn(site, userId);
  const correct = () =>
    callFrom(site, { method: 'PUT', path: '/v2/account/co-parent/email', body: { email: newEmail() }, headers });
  expect(await repeated(40, correct)).toEqual([...Array(10).fill(200), ...Array(30).fill(429)]);
  let invited = await inviteCoParent(site);
  const moved: number[] = [];
  for (let count = 0; count < 14; count++) {
    const { status, body } = await saveDetails(site.app, invited, { parent: { email: newEmail() } });
    moved.push(status);
    if (body.inviteToken) invited = { ...invited, headers: { 'x-invite-token': body.inviteToken } };
  }
  expect(moved).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
});

test('X8: a screen left unlocked uses up neither the tries of a second factor nor those of a password', async () => {
  const site = await openSite();
  const { app, dependencies } = site;
  const person = await addPerson(dependencies.db);
  const { headers, secret } = await withTotp(app, person);
  const prove = (count: number) =>
    callFrom(site, {
      path: '/v2/account/proof',
      body: { password: 'not-the-password-1', code: '000000' },
      headers,
      from: `203.0.113.${count}`,
    });
  const statuses = await repeated(40, prove);
  expect(statuses.filter((status) => status === 400 || status === 422)).toHaveLength(10);
  const token = await secondStep(app, person);
  const finished = await finish(app, token, codeNow(secret));
  expect(finished.status).toBe(200);
  const again = await post(app, '/v2/account/proof', sessionOf(finished) ?? {}, {
    password: person.password,
    code: codeNow(secret, 1),
  });
  expect(again.status).not.toBe(429);
});

test('Z7: resume links that strangers request do not block a link for the holder of the sign-up’s key', async () => {
  const site = await openSite();
  const { signupId, headers, email } = await readyToPay(site.app);
  await repeated(6, (count) =>
    callFrom(site, { path: '/v2/resume-links', body: { email }, from: `203.0.113.${count}` }),
  );
  await drain(site);
  const before = (await mailsTo(site.sandboxUrl, email)).length;
  const own = await send(site.app, {
    method: 'POST',
    path: `/v2/registrations/${signupId}/resume-links`,
    body: {},
    headers,
  });
  expect(own.status).toBe(200);
  await drain(site);
  expect((await mailsTo(site.sandboxUrl, email)).length).toBe(before + 1);
});
