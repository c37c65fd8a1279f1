import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import {
  credentialsOf,
  currentLink,
  type Invited,
  invitedPays,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { openFamily, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

type Reader = { headers: Record<string, string>; ids: Record<string, string>; email: string };
type ApiDocument = {
  paths: Record<string, Partial<Record<'get', { parameters?: { name: string; in: string; required?: boolean }[] }>>>;
};

/** Responses that differ at each call, exist only in development, or are rate-limited and the same for everybody. */
const unlike = /payment-client-token|development|usernameRecovery/;
const ticking = /"(requestId|exportedAt|lastSeenAt|lastUsedAt|endsAt|updatedAt)":"[^"]*"|"secondsLeft":\d+/g;

/** All GET responses of a user by path, from the API document, without values that change with the clock. */
async function everyAnswer({ app, sandboxUrl }: TestSite, { headers, ids, email }: Reader): Promise<string[]> {
  const { paths } = (await send<ApiDocument>(app, { method: 'GET', path: '/openapi.json' })).body;
  paths['/api/v2/account/export'] ??= { get: {} };
  const told: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || unlike.test(path)) continue;
    const fill = (name: string) => ids[name] ?? 'US';
    const query = (get.parameters ?? [])
      .filter((one) => one.in === 'query' && one.required)
      .map(({ name }) => `${name}=${fill(name)}`);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => fill(name)).replace(/^\/api/, '');
    const { status, body } = await send(app, { method: 'GET', path: `${filled}?${query.join('&')}`, headers });
    const text = JSON.stringify(body).replaceAll(ticking, '');
    told.push(`${path} ${status} ${text}`);
  }
  const mails = await mailsTo(sandboxUrl, email);
  return [...told, ...mails.map(({ messageId, text }) => `${messageId} ${text}`)];
}

/** What an invited parent does from the mail on, in order; joining comes last. */
function callsOf(site: TestSite, first: Invited): Record<string, () => Promise<unknown>> {
  let invited = { ...first, email: `own-${randomUUID()}@example.com` };
  let token = '';
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    send(site.app, { method, path, headers: invited.headers, ...(body ? { body } : {}) });
  const { userId } = first;
  return {
    reads: () => call('GET', `/v2/invites/current?userId=${userId}`),
    opens: () => call('POST', '/v2/invites/openings', { userId }),
    'gives a name, an address and a phone': async () => {
      const { body } = await saveDetails(site.app, invited, { parent: { firstName: 'Josefina', lastName: 'Renamed' } });
      const link = await currentLink(site, userId);
      expect(body.inviteToken).toBe(link.token);
      invited = { ...invited, ...link };
    },
    'asks for another link': async () => {
      site.clock.advance(minutes(5));
      await call('POST', '/v2/invites/requests');
      invited = { ...invited, ...(await currentLink(site, userId)) };
    },
    'gives the bill': () => saveBilling(site.app, invited),
    pays: async () => {
      token = (await invitedPays(site.app, invited)).body.clickToJoinToken;
    },
    joins: async () => {
      expect((await putCredentials(site.app, { token, body: credentialsOf(newUsername()) })).status).toBe(200);
    },
  };
}

const words = ['Josefina', 'Renamed', 'own-', 'OPENED', 'acceptedAt', 'openedAt'];

async function expectOneChange(site: TestSite, reader: Reader, invited: Invited): Promise<void> {
  const before = await everyAnswer(site, reader);
  expect(before.filter((told) => told.includes(' 200 ')).length).toBeGreaterThan(10);
  for (const [way, go] of Object.entries(callsOf(site, invited))) {
    await go();
    const after = await everyAnswer(site, reader);
    for (const word of words) expect(after.join('\n'), `${word}, where the invited parent ${way}`).not.toContain(word);
    const changed = after.filter((told) => !before.includes(told));
    if (way !== 'joins') expect(changed, `after the invited parent ${way}`).toEqual([]);
    else expect(changed.join('\n')).toContain('JOINED');
  }
}

const rest = { email: '', phoneNumber: '6125550177', inviterEmail: '' };

/** Far from the hour at which due days begin, so that the test's duration changes no count of days. */
async function openSiteInTheAfternoon(): Promise<TestSite> {
  const site = await openSite();
  const tomorrow = new Date(Date.now() + days(1));
  site.clock.set(new Date(tomorrow.setUTCHours(18, 0, 0, 0)));
  return site;
}

test('P2: nothing that parent A can read changes until the co-parent joins, and then only the state', async () => {
  const site = await openSiteInTheAfternoon();
  const registration = await readyToPay(site.app);
  const paid = await submitPayment(site.app, registration);
  const { db } = site.dependencies;
  const find = (email: string) =>
    db.selectFrom('users').select(['id', 'familyId']).where('email', '=', email).executeTakeFirstOrThrow();
  const [own, other] = [await find(registration.email), await find(registration.coParentEmail)];
  await db.updateTable('users').set({ status: 'ACTIVE', username: 'parent.a' }).where('id', '=', own.id).execute();
  const session = await signedIn(site, own.id);
  const { id: subscriptionId } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', own.id)
    .executeTakeFirstOrThrow();
  const ids = { signupId: registration.signupId, orderId: paid.body.receipt.orderId, subscriptionId, userId: other.id };
  const reader = { headers: { ...registration.headers, ...session }, ids, email: registration.email };
  const invited = { ...rest, ...(await currentLink(site, other.id)), familyId: other.familyId ?? '' };
  await expectOneChange(site, reader, invited);
});

test('P2: a professional learns as little of a parent they invited', async () => {
  const site = await openSiteInTheAfternoon();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const userId = parents[1]?.userId ?? '';
  await send(site.app, {
    method: 'POST',
    path: `/v2/professional/cases/${familyId}/parents/${userId}/invites`,
    headers: professional.headers,
  });
  const invited = { ...rest, ...(await currentLink(site, userId)), familyId };
  await expectOneChange(
    site,
    { headers: professional.headers, ids: { familyId, userId }, email: professional.email },
    invited,
  );
});

test('P2: names that A enters do not overwrite the co-parent’s own, and guessing their address reveals nothing', async () => {
  const site = await openSiteInTheAfternoon();
  const registration = await readyToPay(site.app);
  const { receipt } = (await submitPayment(site.app, registration, { payForCoparent: true })).body;
  const { db } = site.dependencies;
  const find = (email: string) =>
    db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  const [own, other] = [await find(registration.email), await find(registration.coParentEmail)];
  const email = `own-${randomUUID()}@example.com`;
  const link = await currentLink(site, other.id);
  await saveDetails(site.app, { ...rest, ...link, email, familyId: '' }, { parent: { firstName: 'Josefina' } });
  const headers = await signedIn(site, own.id);
  const children = [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }];
  const body = { children, coParent: { firstName: 'Jojo', lastName: 'Ruiz' } };
  const edited = await send(site.app, { method: 'PUT', path: '/v2/account/family', body, headers });
  expect(edited.body).toMatchObject({ coParent: { firstName: 'Jojo', state: 'INVITED', mayEdit: true } });
  expect(await find(email)).toMatchObject({ firstName: 'Josefina', invitedFirstName: 'Jojo' });
  const shown = await send(site.app, { method: 'GET', path: `/v2/account/receipts/${receipt.orderId}`, headers });
  expect(JSON.stringify(shown.body)).toContain('Jojo');
  expect(JSON.stringify(shown.body)).not.toContain('Josefina');
  const guess = (typed: string) =>
    send(site.app, { method: 'POST', path: '/v2/account/co-parent-email', body: { email: typed }, headers });
  const answers = await Promise.all([guess(email), guess(`nobody-${email}`)]);
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  expect((await guess(registration.coParentEmail)).status).toBe(200);
});
