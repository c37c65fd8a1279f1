import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { linkedSignUp, resumed } from '#contract/api/sign-up/resumptions.ts';
import { normaliseResumeCode, resumeCodeAlphabet, resumeCodeLength } from '#contract/sign-in/resume-code.ts';
import { hours, minutes } from '#server/clock.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { limits } from '#server/rate-limits/limits.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { parentOf, price, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

type Answer = z.output<typeof resumed> &
  Pick<z.output<typeof linkedSignUp>, 'email' | 'isOpenElsewhere'> & {
    code: string;
    validationErrors: { code: string }[];
  };
const order = { packageId: 1001, productId: null, services: [] };

const save = (site: TestSite, { signupId, headers }: Registration, kind: 'codes' | 'links' = 'codes') =>
  send<{ code: string }>(site.app, {
    method: 'POST',
    path: `/v2/registrations/${signupId}/resume-${kind}`,
    headers,
    body: { order },
  });
const exchange = (site: TestSite, body: { code: string } | { token: string }) =>
  send<Answer>(site.app, {
    method: 'POST',
    path: `/v2/resume-${'code' in body ? 'codes' : 'links'}/exchange`,
    body,
  });
const look = (site: TestSite, { signupId, headers }: Pick<Registration, 'signupId' | 'headers'>) =>
  send<{ code: string; linkOpenedAt: string | null }>(site.app, {
    method: 'GET',
    path: `/v2/registrations/${signupId}`,
    headers,
  });
const moved = (registration: Registration, { registrationKey }: Answer): Registration => ({
  ...registration,
  headers: { 'x-registration-key': registrationKey },
});
const tokenIn = (links: string[]) => /resume#token=([\w-]+)/.exec(links.join(' '))?.[1] ?? '';

test('a code moves a sign-up with all its steps and its plan to another browser, once; the earlier one sees nothing more', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const { code } = (await save(site, registration)).body;
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  const there = await exchange(site, { code: ` ${code.toLowerCase().replace('-', ' ')} ` });
  expect(there.body).toMatchObject({
    signupId: registration.signupId,
    lastCompletedStep: 2,
    parent: { email: registration.email },
    address: { city: 'Minneapolis' },
    family: { coParent: { email: registration.coParentEmail }, children: [{ firstName: 'Ana' }] },
    order,
  });
  expect((await look(site, registration)).status, 'the tab it was begun in').toBe(410);
  expect((await exchange(site, { code })).body.validationErrors[0]?.code).toBe('resume_code');
  const here = moved(registration, there.body);
  expect((await look(site, here)).status).toBe(200);
  expect((await submitPayment(site.app, here)).body.outcome).toBe('PAID');
});

test('the database holds a code as a keyed hash, and nothing of a payment is in the answer', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const { code } = (await save(site, registration)).body;
  const rows = await site.dependencies.db.selectFrom('resumptions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(normaliseResumeCode(code) ?? code);
  const { body } = await exchange(site, { code });
  expect(JSON.stringify(body)).not.toMatch(/nonce|password|securityAnswer|card/i);
  expect(new Set(resumeCodeAlphabet).size).toBe(24);
});

test('of twenty concurrent uses of a code one gets the sign-up, and only its key opens it', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const registration = await readyToPay(site.app);
  const { code } = (await save(site, registration)).body;
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(site, { code })));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect((await look(site, moved(registration, won[0]?.body as Answer))).status).toBe(200);
});

test('a code used while the first browser pays: the sign-up moves or is paid, never both', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  for (let round = 0; round < 6; round += 1) {
    const registration = await readyToPay(site.app);
    const quote = await price(site.app, registration);
    const { code } = (await save(site, registration)).body;
    const [paid, there] = await Promise.all([
      submitPayment(site.app, registration, { quote }),
      exchange(site, { code }),
    ]);
    const outcomes = [paid.body.outcome === 'PAID', there.status === 200];
    expect(outcomes.filter(Boolean), JSON.stringify([paid.body, there.body.code])).toHaveLength(1);
    if (outcomes[1]) expect(paid.body.code).toMatch(/REGISTRATION_EXPIRED|CONFLICT/);
    else expect((await exchange(site, { code })).status, 'nobody comes to the credentials of who paid').not.toBe(200);
  }
});

test('a saved sign-up outlives the session time-out for 24 hours, and is then erased', async () => {
  const site = await openSite();
  const [saved, other] = [await readyToPay(site.app), await readyToPay(site.app)];
  const { code } = (await save(site, saved)).body;
  const expire = () => jobs['expire-registrations'].run(site.jobDependencies, {});
  site.clock.advance(hours(3));
  await expire();
  expect((await look(site, saved)).status, 'the tab has timed out').toBe(410);
  expect((await look(site, other)).status).toBe(410);
  const there = await exchange(site, { code });
  expect(there.body.parent.email).toBe(saved.email);
  const here = moved(saved, there.body);
  const second = (await save(site, here)).body.code;
  site.clock.advance(hours(24) + minutes(1));
  await expire();
  expect((await exchange(site, { code: second })).status).toBe(400);
  const { db } = site.dependencies;
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', saved.signupId)
    .executeTakeFirstOrThrow();
  expect([row.state, row.parent.email, row.family, row.savedOrder]).toEqual(['EXPIRED', '', null, null]);
  const left = await db.selectFrom('resumptions').select('id').where('registrationId', '=', saved.signupId).execute();
  expect(left).toEqual([]);
});

test('three people with five wrong codes each continue from one address; of forty more at once five are tried', async () => {
  const site = await openSite();
  for (let round = 0; round < 3; round += 1) {
    const { code } = (await save(site, await readyToPay(site.app))).body;
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await exchange(site, { code: `2222-22${wrong}A` })).status).toBe(400);
    expect((await exchange(site, { code })).status).toBe(200);
  }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, wrong) => exchange(site, { code: `2222-2${String(wrong).padStart(2, '3')}A` })),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
});

test('rate limits make it infeasible to guess a resume code, from one network address or from all together', () => {
  const codes = resumeCodeAlphabet.length ** resumeCodeLength;
  const triesOfADay = limits['resume-by-code'].map(({ by, attempts, within, pause }) => ({
    by,
    tries: (attempts * hours(24)) / minutes(Math.min(within, pause)),
  }));
  const [ofAddress, ofAll] = triesOfADay;
  expect([ofAddress?.by, ofAll?.by]).toEqual(['address', 'everybody']);
  expect((ofAddress?.tries ?? codes) / codes).toBeLessThan(1 / 30_000_000);
  expect(((ofAll?.tries ?? codes) * 1_000) / codes).toBeLessThan(1 / (4 * 365));
});

test('too many wrong codes block an address, but a mailed link still works', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const { code } = (await save(site, registration)).body;
  for (let wrong = 0; wrong < limits['resume-by-code'][0].attempts; wrong += 1)
    expect((await exchange(site, { code: `2222-${2200 + wrong}` })).status).toBe(400);
  expect((await exchange(site, { code })).body.code).toBe('TOO_MANY_REQUESTS');
  await save(site, registration, 'links');
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, registration.email);
  expect(mail?.subject).not.toMatch(/Marta|Joe|parent/i);
  expect((await exchange(site, { token: tokenIn(mail?.links ?? []) })).status).toBe(200);
  expect((await exchange(site, { token: tokenIn(mail?.links ?? []) })).body.code).toBe('TOKEN_INVALID');
});

test('a parent who left without a code gets a link mailed to the address of step 1; the answer does not reveal whether a sign-up exists', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const requestResumeLink = (email: string) =>
    send(site.app, { method: 'POST', path: '/v2/resume-links', body: { email } });
  const [known, unknown] = [
    await requestResumeLink(registration.email.toUpperCase()),
    await requestResumeLink(`nobody-${registration.email}`),
  ];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, `nobody-${registration.email}`)).toEqual([]);
  const [mail] = await mailsTo(site.sandboxUrl, registration.email);
  site.clock.advance(hours(20));
  expect((await exchange(site, { token: tokenIn(mail?.links ?? []) })).body.signupId).toBe(registration.signupId);
  const paid = await readyToPay(site.app);
  await submitPayment(site.app, paid);
  await drain(site);
  const before = (await mailsTo(site.sandboxUrl, paid.email)).length;
  await requestResumeLink(paid.email);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, paid.email), 'who has paid has another way').toHaveLength(before);
});

test('a sign-up that somebody else begins with the same address does not take the place of one’s own: the mail has a link to each, and says when it was begun', async () => {
  const site = await openSite();
  const own = await readyToPay(site.app);
  site.clock.advance(minutes(5));
  for (let later = 0; later < 5; later++) await readyToPay(site.app, { email: own.email });
  await send(site.app, { method: 'POST', path: '/v2/resume-links', body: { email: own.email } });
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, own.email);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  const times = mail?.text.replaceAll('\u202f', ' ').match(/\d+:\d\d [AP]M/g);
  expect(new Set(times).size).toBe(2);
  const tokens = new Set(mail?.links.flatMap((link) => /resume#token=([\w-]+)/.exec(link)?.[1] ?? []));
  expect(tokens.size).toBe(5);
  const opened = await Promise.all([...tokens].map((token) => exchange(site, { token })));
  expect(opened.map(({ body }) => body.signupId)).toContain(own.signupId);
});

test('another address on step 1 ends the link mailed to the one before; the browser it was begun in goes on', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await save(site, registration, 'links');
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, registration.email);
  const { signupId, headers } = registration;
  const body = { parent: parentOf('elsewhere@example.com'), sections: ['NAME', 'PARENT'], knowsCoParentEmail: true };
  const saved = await send(site.app, { method: 'PUT', path: `/v2/registrations/${signupId}`, headers, body });
  expect(saved.status).toBe(200);
  expect((await exchange(site, { token: tokenIn(mail?.links ?? []) })).body.code).toBe('TOKEN_INVALID');
  expect((await look(site, registration)).status).toBe(200);
});

test('W5: a mailed link shows how far a sign-up is and nothing that was typed, leaves it to the browser that has it, and both are told', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  const seen = new Set<string>();
  const linkTo = async (ask: () => Promise<unknown>) => {
    await ask();
    await drain(site);
    const mails = await mailsTo(site.sandboxUrl, registration.email);
    const token = mails.map(({ links }) => tokenIn(links)).find((one) => !seen.has(one)) ?? '';
    seen.add(token);
    return token;
  };
  const byAddress = () =>
    send(site.app, { method: 'POST', path: '/v2/resume-links', body: { email: registration.email } });
  expect((await look(site, registration)).body.linkOpenedAt).toBeNull();
  for (const ask of [() => save(site, registration, 'links'), byAddress]) {
    site.clock.advance(minutes(1));
    const token = await linkTo(ask);
    const opened = await exchange(site, { token });
    expect(opened.body).toEqual({
      signupId: registration.signupId,
      lastCompletedStep: 2,
      email: registration.email,
      isOpenElsewhere: true,
      discount: null,
      order,
    });
    const here = await look(site, registration);
    expect([here.status, here.body.linkOpenedAt]).toEqual([200, expect.any(String)]);
    expect((await exchange(site, { token })).body.code, 'it shows that once').toBe('TOKEN_INVALID');
  }
  // Nothing typed is lost, neither here nor by a code.
  const { code } = (await save(site, registration)).body;
  expect((await exchange(site, { code })).body).toMatchObject({ address: { city: 'Minneapolis' }, linkOpenedAt: null });
});

test('W5: a link into a sign-up whose browser has timed out says that it is open nowhere else', async () => {
  const site = await openSite();
  const registration = await readyToPay(site.app);
  await save(site, registration, 'links');
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, registration.email);
  site.clock.advance(hours(5));
  const opened = await exchange(site, { token: tokenIn(mail?.links ?? []) });
  expect(opened.body).toMatchObject({ isOpenElsewhere: false, lastCompletedStep: 2 });
});
