import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { proofDays } from '#contract/account/proof-code.ts';
import type { checkProof, issueProof, proofs } from '#contract/api/proofs.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { company } from '#contract/brand.ts';
import type { Day } from '#contract/fields/day.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { initialsOf } from '#server/invites/family-members.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { callRefund, coParent, home, setRenewal } from '../../setup/account-calls.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, moveClockTo, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';

type Issued = AnswerOf<typeof issueProof>;

const own = '/v2/account/proofs';
const issue = async (site: TestSite, userId: string, language = 'en') =>
  send<Issued>(site.app, {
    method: 'POST',
    path: own,
    headers: { ...(await signedIn(site, userId)), 'accept-language': language },
  });
const list = async (site: TestSite, userId: string) =>
  (await send<z.output<typeof proofs>>(site.app, { method: 'GET', path: own, headers: await signedIn(site, userId) }))
    .body;
const withdraw = async (site: TestSite, userId: string, id = '') =>
  send(site.app, { method: 'DELETE', path: `${own}/${id}`, headers: await signedIn(site, userId) });
/** Without a session, as anybody. */
const check = async ({ app }: TestSite, code: string) =>
  send<AnswerOf<typeof checkProof>>(app, { method: 'POST', path: '/v2/proofs/check', body: { code } });

test('a proof says name, initials and dates, in the language of the page; no address, email, phone, plan, price, child or other parent', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  const joe = await coParent(site, payer);
  const user = await site.dependencies.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', payer.userId)
    .executeTakeFirstOrThrow();
  const initials = initialsOf(user);
  const plan = (await home(site, payer.userId)).subscription?.planName ?? '-';
  for (const [language, words] of [
    ['en', ['Proof of enrollment', `Name: ${user.firstName} ${user.lastName}`, `Initials: ${initials}`]],
    ['es', ['Constancia de inscripción', `Nombre: ${user.firstName} ${user.lastName}`, `Iniciales: ${initials}`]],
  ] as const) {
    const { code, address, pdfBase64 } = (await issue(site, payer.userId, language)).body;
    const pdf = Buffer.from(pdfBase64, 'base64');
    for (const text of [...words, code, address]) expect(pdfContains(pdf, text), text).toBe(true);
    expect(pdf.toString('latin1')).toContain(`/Lang (${language})`);
    // The footer contains our own address.
    const said = pdf.toString('latin1').replaceAll(company.address, '');
    const { email, phoneNumber, line1, city, postalCode } = user;
    for (const text of [email, phoneNumber, line1 ?? '-', city ?? '-', postalCode ?? '-', plan, 'Joe', 'Ana', '144.00'])
      expect(said.includes(text), text).toBe(false);
  }
  // A parent who is paid for is enrolled too, and their proof does not say who pays.
  const held = Buffer.from((await issue(site, joe.userId)).body.pdfBase64, 'base64');
  expect(pdfContains(held, 'Name: Joe Ruiz')).toBe(true);
  expect(held.includes(Buffer.from('Marta'))).toBe(false);
});

test('anybody with the code sees only initials and current dates, also if it is typed carelessly', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  const { code } = (await issue(site, payer.userId)).body;
  const since = anniversary(payer.periodEnd, -1);
  const told = { initials: 'MO', enrolledSince: since, endedOn: null, issuedOn: since };
  expect((await check(site, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).body).toEqual({ proof: told });

  // A changed name needs another proof: the paper must keep matching.
  await site.dependencies.db.updateTable('users').set({ firstName: 'Zoe' }).where('id', '=', payer.userId).execute();
  expect((await check(site, code)).body.proof?.initials).toBe('MO');
  expect((await check(site, (await issue(site, payer.userId)).body.code)).body.proof?.initials).toBe('ZO');

  await setRenewal(site, payer.userId, payer.subscriptionId, false);
  moveClockTo(site, payer.periodEnd);
  await runDue(site);
  expect((await check(site, code)).body.proof).toEqual({ ...told, endedOn: payer.periodEnd });
  expect((await issue(site, payer.userId)).status).toBe(409);
  expect((await list(site, payer.userId)).enrolledSince).toBeNull();

  // Restarted after a gap of days: the earlier proof covers the earlier time.
  const started = moveClockTo(site, payer.periodEnd, 40);
  await site.dependencies.db
    .updateTable('subscriptions')
    .set({ state: 'CURRENT', anchorDate: started, periodStart: started, periodEnd: anniversary(started, 1) })
    .where('id', '=', payer.subscriptionId)
    .execute();
  expect((await check(site, code)).body.proof).toEqual({ ...told, endedOn: payer.periodEnd });
  expect((await check(site, (await issue(site, payer.userId)).body.code)).body.proof?.enrolledSince).toBe(started);
});

test('a proof can be checked after a change of APP_SECRET', async () => {
  const site = await openSite();
  const { code } = (await issue(site, (await subscribe(site)).userId)).body;
  const APP_SECRET = 'another-secret-for-tests-that-is-long-enough';
  const changed = await openSite({ environment: { DATABASE_URL: site.databaseUrl, APP_SECRET } });
  expect((await check(changed, code)).body.proof).not.toBeNull();
});

test('a proof shows the end date after a refund', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  await settleSales(site.sandboxUrl);
  const { code } = (await issue(site, payer.userId)).body;
  await callRefund(site, payer.userId);
  const since = anniversary(payer.periodEnd, -1);
  expect((await check(site, code)).body.proof).toMatchObject({ enrolledSince: since, endedOn: since });
});

test('withdrawn, expired, closed, mistyped and unknown codes get one answer, and leave no data', async () => {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const payer = await subscribe(site);
  const other = await subscribe(site);
  const code = (await issue(site, payer.userId)).body.code;
  const [row] = (await list(site, payer.userId)).proofs;
  const stored = JSON.stringify(await db.selectFrom('enrolmentProofs').selectAll().execute());
  expect(stored).not.toContain(code.replaceAll('-', ''));
  expect((await withdraw(site, other.userId, row?.id)).status).toBe(404);
  expect((await check(site, code)).body.proof).not.toBeNull();

  expect((await withdraw(site, payer.userId, row?.id)).body).toMatchObject({ proofs: [] });
  expect((await withdraw(site, payer.userId, row?.id)).status).toBe(404);
  const of = async (typed: string) => {
    const { status, body } = await check(site, typed);
    return JSON.stringify([status, body]);
  };
  const old = (await issue(site, payer.userId)).body.code;
  const day = moveClockTo(site, row?.issuedOn as Day, proofDays + 1);
  const tooOld = await of(old);
  await forgetOldRecords.run(site.jobDependencies, {});
  expect(await db.selectFrom('enrolmentProofs').selectAll().execute()).toEqual([]);

  await db
    .updateTable('subscriptions')
    .set({ state: 'CURRENT', periodEnd: addDays(day, 9) })
    .execute();
  const ofClosed = (await issue(site, payer.userId)).body.code;
  const request = { id: payer.userId, userId: payer.userId, closesOn: day, requestedAt: clock.now() };
  await db.insertInto('deletionRequests').values(request).execute();
  await closeAccount(site.dependencies, payer.userId);
  const answers = [
    await of(code),
    tooOld,
    await of(ofClosed),
    await of('K7QP-M2XW-9DAB-CDEF'),
    await of('x'.repeat(99)),
  ];
  expect(new Set(answers)).toEqual(new Set(['[200,{"proof":null}]']));
  expect(await db.selectFrom('enrolmentProofs').selectAll().execute()).toEqual([]);
});

test('proofs are in the export and the activity list, are confirmed by mail, and limited to ten, also concurrently', async () => {
  const site = await openSite();
  const payer = await subscribe(site);
  const headers = await signedIn(site, payer.userId);
  const answers = await Promise.all(Array.from({ length: 12 }, () => issue(site, payer.userId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 409, 409]);
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(11);
  const exported = await send<{ enrolmentProofs: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers,
  });
  expect(exported.body.enrolmentProofs).toHaveLength(10);
  expect(JSON.stringify(exported.body)).not.toMatch(/codeHash/i);
  const [first] = (await list(site, payer.userId)).proofs;
  await withdraw(site, payer.userId, first?.id);
  await drain(site);
  const mails = (await mailsInOrder(site, payer.email)).map(({ text }) => text).join('\n');
  expect(mails).toContain('Made a proof of enrollment');
  expect(mails).toContain('Withdrew a proof of enrollment');
  const codes = answers.flatMap(({ body }) => body.code ?? []);
  for (const code of codes) expect(site.logged.join('\n')).not.toContain(code);
});

test('guessing codes is rate-limited, and then a correct one is not answered either', async () => {
  const site = await openSite();
  const { code } = (await issue(site, (await subscribe(site)).userId)).body;
  for (let batch = 0; batch < 6; batch += 1) {
    const tries = await Promise.all(Array.from({ length: 40 }, () => check(site, 'K7QP-M2XW-9DAB-CDEF')));
    expect(tries.map(({ status }) => status)).toEqual(Array(40).fill(200));
  }
  expect((await check(site, code)).status).toBe(429);
});
