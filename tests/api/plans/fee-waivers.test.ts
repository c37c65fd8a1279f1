import { expect, test } from 'vitest';
import { after, days } from '#server/clock.ts';
import { exportData } from '#server/closing/export-data.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { expireRegistrations } from '#server/sign-up/registration-repository.ts';
import { anniversary } from '#server/subscriptions/calendar.ts';
import { setRenewal } from '../../setup/account-calls.ts';
import { asked, courtOrder, decide, requestWaiver, secretOf } from '../../setup/fee-waivers.ts';
import { currentLink } from '../../setup/invited.ts';
import { addPerson, userIdOf } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { performAction, staffHeaders, viewPerson } from '../../setup/staff.ts';
import { drain, moveClockTo, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;

/** Every GET call without parameters. */
async function openReads({ app }: TestSite): Promise<string[]> {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{ paths: Record<string, object> }>();
  return Object.entries(paths).flatMap(([path, calls]) => ('get' in calls && !path.includes('{') ? [path] : []));
}

/** All GET responses of a signed-in user. */
async function allRead({ app }: TestSite, { reads, headers }: { reads: string[]; headers: Headers }): Promise<string> {
  const answers = await Promise.all(reads.map((url) => app.inject({ url, headers })));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(8);
  return answers.map(({ body }) => body).join('\n');
}

test('a granted year is mailed as a code, pays the full price, and nobody else learns of it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await readyToPay(site.app);
  expect([(await requestWaiver(site, parent)).status, (await requestWaiver(site, parent)).status]).toEqual([200, 200]);
  // The browser's session has expired; the person stays identified until the request is answered.
  site.clock.set(after(site.clock.now(), days(40)));
  await expireRegistrations(db, site.clock.now());
  const staff = await staffHeaders(site, ['SUPPORT']);
  const [row, ...others] = await asked(site, staff);
  expect([row?.name, row?.cells.slice(1), others]).toEqual([
    'Marta O.',
    ['legal aid', courtOrder, 'no court', 'no'],
    [],
  ]);
  if (!row) return;
  expect((await decide(site, staff, row, 'GRANT', { inFamily: 'ANOTHER' })).statusCode).toBe(400);
  expect((await decide(site, staff, row, 'GRANT', { inFamily: 'FIRST' })).json()).toMatchObject({ state: 'DONE' });
  expect([(await decide(site, staff, row, 'REFUSE')).statusCode, await asked(site, staff)]).toEqual([409, []]);
  // Before the job that answers.
  await expireRegistrations(db, site.clock.now());
  await drain(site, { times: 2 });

  const mails = await mailsTo(site.sandboxUrl, parent.email);
  const { code, hidden } = secretOf(site, row);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(code);
  expect(mails[0]?.subject).not.toMatch(/year|charge|free|fee/i);
  const token = /token=([\w-]+)/.exec(mails[0]?.links.join(' ') ?? '')?.[1];
  const resumed = await send<{ signupId: string; registrationKey: string }>(site.app, {
    method: 'POST',
    path: '/v2/resume-links/exchange',
    body: { token },
  });
  const headers = { 'x-registration-key': resumed.body.registrationKey };
  const paid = await submitPayment(site.app, { ...parent, headers }, { codes: [code], nonce: null });
  expect(paid.body).toMatchObject({ outcome: 'PAID' });
  const order = await db
    .selectFrom('orders')
    .select(['id', 'totalCents', 'userId', 'familyId'])
    .executeTakeFirstOrThrow();
  expect(order.totalCents).toBe(0);
  await drain(site);

  const own = await signedIn(site, order.userId);
  const exported = (await site.app.inject({ url: '/api/v2/account/export', headers: own })).json<{
    feeWaivers: object[];
    codesUsed: object[];
  }>();
  expect(exported.feeWaivers).toMatchObject([{ reason: 'LEGAL_AID', courtOrder, state: 'GRANTED' }]);
  expect(exported.codesUsed).toEqual([{ orderId: order.id, usedAt: expect.any(String) }]);

  const happened = async (userId: string) =>
    (await viewPerson(site, staff, userId)).timeline.map(({ what, detail }) => `${what}: ${detail}`);
  const asking = 'Fee waiver requested: legal aid · granted';
  expect(await happened(order.userId)).toEqual(
    expect.arrayContaining([asking, `Paid with a code: ends in ${code.slice(-4)}`]),
  );
  const { userId: otherId } = await currentLink(site, await userIdOf(site.dependencies.db, parent.coParentEmail));
  expect((await happened(otherId)).filter((text) => /charge|code/.test(text))).toEqual([]);
  const professional = await addPerson(db, { role: 'PROFESSIONAL' });
  const opened = { createdByProfessionalId: professional.userId };
  await db.updateTable('families').set(opened).execute();
  await db.updateTable('users').set(opened).where('role', '!=', 'PROFESSIONAL').execute();
  const reads = await openReads(site);
  for (const [userId, mailed] of [
    [otherId, parent.coParentEmail],
    [professional.userId, professional.email],
  ] as const) {
    const read = await allRead(site, { reads, headers: await signedIn(site, userId) });
    const letters = JSON.stringify(await mailsTo(site.sandboxUrl, mailed));
    for (const word of hidden) expect([word, `${read}${letters}`.includes(word)]).toEqual([word, false]);
  }
  await db.transaction().execute((trx) => forgetPerson(trx, { userId: order.userId, at: site.clock.now() }));
  expect(await db.selectFrom('feeWaivers').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('codeUsers').select('attemptId').execute()).toEqual([]);
});

test('a court order with invalid characters gets a field error', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const { status, body } = await requestWaiver(site, registration, {
    reason: 'COURT_ORDER',
    courtOrder: 'FA-\u0000-1',
  });
  expect([status, body]).toMatchObject([400, { validationErrors: [{ field: 'courtOrder', code: 'characters' }] }]);
});

test('a family’s second granted year needs a second person, and each parent gets their own code', async () => {
  const site = await openSite();
  const parent = await readyToPay(site.app);
  await requestWaiver(site, parent);
  await submitPayment(site.app, parent);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const [first] = await asked(site, sam);
  expect(first?.cells.at(-1)).toBe('yes');
  if (!first) return;
  await decide(site, sam, first, 'GRANT', { inFamily: 'FIRST' });
  const { userId, headers } = await currentLink(site, await userIdOf(site.dependencies.db, parent.coParentEmail));
  const body = { userId, reason: 'LOW_INCOME' };
  const path = '/v2/invites/fee-waivers';
  expect((await send(site.app, { method: 'POST', path, body, headers })).status).toBe(200);
  const [second] = await asked(site, sam);
  if (!second) throw new Error('The other parent’s request is not in the queue');
  expect((await decide(site, sam, second, 'GRANT', { inFamily: 'FIRST' })).statusCode).toBe(400);
  expect((await decide(site, sam, second, 'GRANT', { inFamily: 'ANOTHER' })).json()).toMatchObject({
    state: 'PROPOSED',
  });
  await drain(site);
  expect(JSON.stringify(await mailsTo(site.sandboxUrl, parent.coParentEmail))).not.toContain('year is free');
  const ada = await staffHeaders(site, ['ADMIN'], 'staff-ada');
  const { proposals } = (await site.app.inject({ url: '/api/v2/staff/proposals', headers: ada })).json<{
    proposals: { id: string }[];
  }>();
  const url = `/api/v2/staff/proposals/${proposals[0]?.id ?? ''}/decision`;
  const confirmed = await site.app.inject({ method: 'POST', url, headers: ada, payload: { decision: 'CONFIRM' } });
  expect(confirmed.statusCode).toBe(200);
  await drain(site);
  const [mail] = (await mailsTo(site.sandboxUrl, parent.coParentEmail)).filter(({ text }) =>
    text.includes('year is free'),
  );
  expect(mail?.text).toContain(secretOf(site, second).code);
  expect(mail?.text).not.toContain(secretOf(site, first).code);
});

test('a parent can request a year by a court’s link once a renewal is announced; a granted one pays it', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  const own = await signedIn(site, parent.userId);
  const gus = await staffHeaders(site, ['GROWTH']);
  const inputs = { key: 'Travis', name: 'Travis County' };
  const created = await performAction(site, gus, null, { action: 'CREATE_COURT_LINK', subject: 'coupons', inputs });
  expect(created.statusCode).toBe(200);
  const court = async (key: string) => (await send(site.app, { method: 'GET', path: `/v2/courts/${key}` })).body;
  expect([await court('travis'), await court('nobody')]).toEqual([{ name: 'Travis County' }, { name: null }]);
  const askOwn = async (headers: Headers, body: object) => {
    const call = { method: 'POST', path: '/v2/account/fee-waivers', headers, body } as const;
    const answer = await send<{ outcome?: string; code?: string }>(site.app, call);
    return answer.body.outcome ?? answer.body.code;
  };
  const options = { reason: 'COURT_ORDER', courtOrder, court: 'travis' };
  expect(await askOwn(own, options)).toBe('CONFLICT');
  const builder = await subscribe(site);
  const { id: packageId } = await db
    .selectFrom('packages')
    .select('id')
    .where('packageName', '=', 'CYO')
    .executeTakeFirstOrThrow();
  await db.updateTable('subscriptions').set({ packageId }).where('userId', '=', builder.userId).execute();
  moveClockTo(site, parent.periodEnd, -20);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const again = await signedIn(site, parent.userId);
  expect(await askOwn(await signedIn(site, builder.userId), options)).toBe('PACKAGE_NOT_OFFERED');
  expect(await Promise.all([askOwn(again, options), askOwn(again, options)])).toEqual(['ASKED', 'ASKED']);
  const [row, ...others] = await asked(site, sam);
  expect([row?.cells.slice(1), others]).toEqual([['court order', courtOrder, 'Travis County', 'yes'], []]);
  if (!row) return;
  expect((await decide(site, sam, row, 'GRANT', { inFamily: 'FIRST' })).statusCode).toBe(200);
  await drain(site, { times: 2 });
  const until = anniversary(parent.periodEnd, 1);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodEnd: until, autoRenew: true });
  const exported = await exportData(site.dependencies, parent.userId);
  expect(exported['feeWaivers']).toMatchObject([{ courtKey: 'travis', paidUntil: until }]);
  const orders = await db.selectFrom('orders').select('totalCents').orderBy('createdAt').execute();
  expect(orders).toEqual([{ totalCents: 14_400 }, { totalCents: 14_400 }, { totalCents: 0 }]);
  const { code } = secretOf(site, row);
  const mails = (await mailsTo(site.sandboxUrl, parent.email)).map(({ text }) => text);
  expect(mails.filter((text) => text.includes('Your year is paid'))).toHaveLength(1);
  expect(mails.filter((text) => text.includes(code))).toEqual([]);
  const joined = await currentLink(site, await userIdOf(site.dependencies.db, parent.coParentEmail));
  const reads = await openReads(site);
  const theirs = await allRead(site, { reads, headers: await signedIn(site, joined.userId) });
  const letters = JSON.stringify(await mailsTo(site.sandboxUrl, parent.coParentEmail));
  for (const word of [code, code.slice(-4), courtOrder, 'Travis'])
    expect([word, `${theirs}${letters}`.includes(word)]).toEqual([word, false]);
  // Next year they may ask again, and a code that would pay nothing by then is mailed.
  moveClockTo(site, until, -20);
  const next = await signedIn(site, parent.userId);
  const [pat, ada] = [await staffHeaders(site, ['SUPPORT'], 'pat'), await staffHeaders(site, ['ADMIN'])];
  await performAction(site, ada, null, { action: 'END_COURT_LINK', subject: 'travis' });
  expect(await court('travis')).toEqual({ name: null });
  expect(await askOwn(next, options)).toBe('ASKED');
  const [second] = await asked(site, pat);
  expect(second?.cells.at(-2)).toBe('no court');
  if (!second) return;
  await setRenewal(site, parent.userId, parent.subscriptionId, false);
  await decide(site, pat, second, 'GRANT', { inFamily: 'FIRST' });
  await drain(site);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodEnd: until });
  const last = (await mailsTo(site.sandboxUrl, parent.email)).filter(({ text }) =>
    text.includes(secretOf(site, second).code),
  );
  expect(last).toHaveLength(1);
});

test('of both parents’ requests granted at once one succeeds, and the other waits for a second person', async () => {
  const site = await openSite();
  const [email, coParentEmail] = ['marta.ruiz@example.com', 'joe.wong@example.com'];
  const parents = await Promise.all([
    readyToPay(site.app, { email, coParentEmail }),
    readyToPay(site.app, { email: 'marta.again@example.com', coParentEmail }),
  ]);
  for (const parent of parents) await requestWaiver(site, parent);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const rows = await asked(site, sam);
  const grants = await Promise.all(rows.map((row) => decide(site, sam, row, 'GRANT', { inFamily: 'FIRST' })));
  // The second is refused by the offers, or else within its transaction.
  const refused = grants.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([expect.toBeOneOf([400, 409])]);
  expect(await asked(site, sam)).toHaveLength(1);
});

test('a refusal is kind and in the parent’s language; a parent without mail is told so, and requests are rate-limited', async () => {
  const site = await openSite();
  const parent = await readyToPay(site.app, { headers: { 'accept-language': 'es' } });
  await requestWaiver(site, parent);
  const staff = await staffHeaders(site, ['SUPPORT']);
  const [row] = await asked(site, staff);
  if (!row) throw new Error('The request is not in the queue');
  await decide(site, staff, row, 'REFUSE');
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, parent.email);
  expect(mail?.text).toContain('Gracias por pedirlo');
  expect(mail?.text).not.toContain('Read the request');
  const reach = { mail: false, text: true, call: false, neutral: true, hours: null };
  const silent = await readyToPay(site.app, { extra: { reach } });
  expect((await requestWaiver(site, silent)).status).toBe(403);
  expect((await requestWaiver(site, silent, { reason: 'A long story' })).status).toBe(400);
  const tries = await Promise.all(Array.from({ length: 6 }, () => requestWaiver(site, silent)));
  expect(tries.map(({ status }) => status)).toContain(429);
});
