import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type {
  listProfessionalReceipts,
  ProfessionalReceipt,
} from '#contract/api/professionals/professional-account.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Day } from '#contract/fields/day.ts';
import { days } from '#server/clock.ts';
import { closeAccount } from '#server/closing/close-account.ts';
import { childrenOf } from '#server/identity/family-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { fillCases } from '../../setup/database/many-families.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import {
  ask,
  britishPractice,
  openFamily,
  payPlan,
  practice,
  type SignedIn,
  signedInProfessional,
} from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, runDue, signedIn } from '../../setup/subscriber.ts';

const account = <T>(
  site: TestSite,
  { headers }: Pick<SignedIn, 'headers'>,
  path: string,
  method = 'GET',
  body?: object,
) => send<T>(site.app, { method: method as 'GET', path: `/v2/account${path}`, headers, body });

test('6-29: a professional’s payments name the family in the professional’s own words, and carry their documents', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  const own = { invitedFirstName: 'Marta', invitedLastName: "O'Brien", firstName: 'Hidden', lastName: 'Name' };
  const [one] = parents;
  await site.dependencies.db
    .updateTable('users')
    .set(own)
    .where('id', '=', one?.userId ?? '')
    .execute();
  const { receipts } = (await ask<{ receipts: ProfessionalReceipt[] }>(site, professional, '/receipts')).body;
  expect(receipts).toMatchObject([
    { total: 28_800, family: { familyId, names: ["Marta O'Brien", 'Joe Ruiz'] }, documents: [{ kind: 'INVOICE' }] },
  ]);
  expect(
    (await ask<{ receipts: unknown[] }>(site, await signedInProfessional(site), '/receipts')).body.receipts,
  ).toEqual([]);
});

test('6-30: a payment with hundreds of later documents keeps its invoice; a year without payments is listed for its files', async () => {
  const site = await openSite();
  site.clock.set(new Date('2026-11-21T18:00:00Z'));
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  await sql`insert into documents select note.* from documents as invoice, generate_series(1, 200) as count,
    jsonb_populate_record(null::documents, to_jsonb(invoice) || jsonb_build_object('id', uuidv7(), 'invoice_id', id,
      'kind', 'CREDIT_NOTE', 'number', number + count, 'cause', 'note:' || count, 'amount_cents', 0,
      'issued_at', issued_at + interval '1 year', 'issued_on', issued_on + 365)) as note`.execute(site.dependencies.db);
  const { body } = await ask<AnswerOf<typeof listProfessionalReceipts>>(site, professional, '/receipts');
  const kinds = body.receipts.map(({ documents }) => [documents.length, documents.at(-1)?.kind]);
  expect(kinds).toEqual([[201, 'INVOICE']]);
  expect(body.documentYears).toEqual(['2027', '2026']);
});

test('6-31: a professional has a year’s documents as one PDF and as a table, and a receipt mailed again, as parents have', async () => {
  const site = await openSite();
  site.clock.set(new Date('2026-11-21T18:00:00Z'));
  const [professional, other] = [await signedInProfessional(site), await signedInProfessional(site)];
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  await drain(site);
  const file = ({ headers }: SignedIn, end: string) =>
    site.app.inject({ method: 'GET', url: `/api/v2/account/documents/years/2026${end}`, headers });
  const [pdf, table] = [await file(professional, ''), await file(professional, '/table')];
  expect(pdf.headers).toMatchObject({ 'content-disposition': 'attachment; filename="evenkeel-2026.pdf"' });
  expect([pdfContains(pdf.rawPayload, 'Payments in 2026'), pdfContains(pdf.rawPayload, 'Total paid')]).toEqual([
    true,
    true,
  ]);
  expect(table.payload.trim().split('\r\n')).toHaveLength(2);
  for (const end of ['', '/table']) expect((await file(other, end)).statusCode).toBe(404);
  const { receipts } = (await ask<{ receipts: ProfessionalReceipt[] }>(site, professional, '/receipts')).body;
  const again = (who: SignedIn) => account(site, who, `/receipts/${receipts[0]?.orderId}/mail`, 'POST');
  const before = (await mailsTo(site.sandboxUrl, professional.email)).length;
  expect([(await again(other)).status, (await again(professional)).body]).toEqual([404, { email: professional.email }]);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before + 1);
});

test('6-34: the practice is changed by the rules of the sign-up; later purchases are priced by it, and a mail confirms it', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { timezone } = practice;
  expect((await ask(site, professional, '/practice')).body).toEqual({ ...practice, timezone });
  const put = (body: object) => ask(site, professional, '/practice', { method: 'PUT', body });
  const wrong = await put({ ...practice, roles: ['SOLICITOR'], postalCode: 'SW1A 1AA' });
  expect([wrong.status, wrong.body.validationErrors.map(({ field }) => field)]).toEqual([409, ['postalCode', 'roles']]);
  expect((await put(britishPractice)).status).toBe(200);
  expect((await ask(site, professional, '/practice')).body).toMatchObject({ country: 'GB', roles: ['SOLICITOR'] });
  const { body } = await ask<{ billingCountry: string }>(site, professional, '/code-bundles');
  expect(body.billingCountry).toBe('GB');
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, professional.email);
  expect(mails.filter(({ subject }) => subject.includes('change'))).toHaveLength(1);
});

test('6-36: a professional has language, consents and data as parents have them', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  expect((await account(site, professional, '/language', 'PUT', { language: 'es' })).body).toEqual({ language: 'es' });
  const consents = await account<{ consents: object[] }>(site, professional, '/consents');
  expect(consents.body.consents).toContainEqual(expect.objectContaining({ kind: 'TERMS', given: true }));
  const news = { kind: 'MARKETING', given: true };
  const agreed = await account<{ consents: object[] }>(site, professional, '/consents', 'PUT', news);
  expect(agreed.body.consents).toContainEqual(expect.objectContaining(news));
  const data = await site.app.inject({ url: '/api/v2/account/export', headers: professional.headers });
  expect(data.json()).toMatchObject({
    practice: [{ practiceName: practice.practiceName, roles: practice.roles }],
    familiesOpened: [{ id: familyId }],
  });
  // An invoice names the people it was paid for, but not their addresses.
  expect(data.body).not.toContain(parents[0]?.email);
});

test('6-35: a professional’s consent to news, given before any plan, still stands after paying for one', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const decided = async () => {
    const { body } = await account<{ consents: object[] }>(site, professional, '/consents');
    return body.consents;
  };
  expect(await decided()).toMatchObject([{ kind: 'TERMS', given: true }]);
  await account(site, professional, '/consents', 'PUT', { kind: 'MARKETING', given: true });
  const { familyId, parents } = await openFamily(site, professional);
  const paid = await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  expect(paid.status).toBe(200);
  expect(await decided()).toMatchObject([
    { kind: 'MARKETING', given: true },
    { kind: 'TERMS', given: true },
  ]);
  const { purchase } = await site.dependencies.db
    .selectFrom('paymentAttempts')
    .select('purchase')
    .executeTakeFirstOrThrow();
  expect(purchase).toMatchObject({ consent: { terms: true, marketing: false, renewal: false } });
});

test('6-39: an account with many families closes at once, deletes them in batches, and keeps parents who join in the meantime', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  await fillCases(site, professional, 60);
  const own = () => db.selectFrom('users').where('createdByProfessionalId', '=', professional.userId);
  const joining = await own().select(['id', 'familyId']).orderBy('id', 'desc').executeTakeFirstOrThrow();
  await account(site, professional, '/deletion', 'POST', { cancelRenewals: true });
  await drain(site);
  site.clock.advance(days(31));
  const request = await db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
  await closeAccount(site.dependencies, request.id);
  const status = async (id: string) =>
    (await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirst())?.status;
  expect([await status(professional.userId), await status(joining.id)]).toEqual(['CLOSED', 'INVITED']);
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', joining.id).execute();
  await drain(site, { times: 2, atOnce: 2 });
  const left = await own().select('familyId').where('status', '!=', 'CLOSED').execute();
  expect(left).toEqual([{ familyId: joining.familyId }, { familyId: joining.familyId }]);
  const transactions = await own()
    .select(sql<number>`count(distinct xmin::text)::int`.as('count'))
    .where('status', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
  expect(transactions.count).toBeGreaterThan(2);
});

test('6-37: closing: after 30 days the person and families nobody joined are erased; paid plans stay accessible', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const [waiting, paid, joined] = [
    await openFamily(site, professional),
    await openFamily(site, professional),
    await openFamily(site, professional),
  ];
  await payPlan(site, professional, paid.familyId, { parentIds: paid.parents.map(({ userId }) => userId) });
  await db
    .updateTable('users')
    .set({ status: 'ACTIVE' })
    .where('id', '=', joined.parents[0]?.userId ?? '')
    .execute();
  for (const { familyId, parents } of [waiting, paid])
    await ask(site, professional, `/cases/${familyId}/parents/${parents[0]?.userId}/invites`, { method: 'POST' });
  const openings = () => db.selectFrom('families').select(['requestKey', 'requestHash']).execute();
  expect(JSON.stringify(await openings())).not.toContain('null');
  const asked = await account<{ closesOn: Day }>(site, professional, '/deletion', 'POST', { cancelRenewals: true });
  await drain(site);
  const closing = (await mailsTo(site.sandboxUrl, professional.email)).find(({ subject }) =>
    subject.includes('closed'),
  );
  expect(closing?.text).toContain('codes you handed out');
  expect(closing?.text).not.toContain('co-parent');
  expect((await account(site, professional, '/deletion')).body).toEqual({ deletion: asked.body, renewals: [] });
  expect((await account(site, professional, '/deletion', 'DELETE')).body).toEqual({
    kept: true,
    renewsNoMore: false,
  });
  await account(site, professional, '/deletion', 'POST', { cancelRenewals: true });
  site.clock.advance(days(31));
  await runDue(site);
  const later = { headers: await signedIn(site, professional.userId) };
  expect((await ask(site, later, '/practice')).status).toBe(401);
  const people = await db.selectFrom('users').select(['id', 'familyId', 'status', 'email']).execute();
  const of = (familyId: string) =>
    people
      .filter((one) => one.familyId === familyId)
      .map(({ status }) => status)
      .toSorted();
  expect(people.find(({ id }) => id === professional.userId)).toMatchObject({ status: 'CLOSED', email: '' });
  expect([of(waiting.familyId), of(paid.familyId), of(joined.familyId)]).toEqual([
    ['CLOSED', 'CLOSED'],
    // Nobody could be invited who was not invited by them.
    ['CLOSED', 'INVITED'],
    ['ACTIVE', 'INVITED'],
  ]);
  const invites = await db.selectFrom('invites').select(['familyId', 'state']).execute();
  expect(invites).toEqual(
    expect.arrayContaining([
      { familyId: waiting.familyId, state: 'REVOKED' },
      { familyId: paid.familyId, state: 'SENT' },
    ]),
  );
  const stored = JSON.stringify(await db.selectFrom('professionals').selectAll().execute());
  expect(stored).not.toContain(practice.practiceName);
  // The hash is computed from the names and e-mails of the form.
  expect((await openings()).flatMap(Object.values)).toEqual([null, null, null, null, null, null]);
});

test('6-41: a family that a closed professional had paid for and nobody joined is deleted when its plans end', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  for (const { userId } of parents)
    await ask(site, professional, `/cases/${familyId}/parents/${userId}/invites`, { method: 'POST' });
  await account(site, professional, '/deletion', 'POST', { cancelRenewals: true });
  site.clock.advance(days(31));
  await runDue(site);
  const forget = () => jobs['forget-abandoned-family'].run(site.jobDependencies, { familyId });
  const people = () => db.selectFrom('users').select('email').where('familyId', '=', familyId).execute();
  await forget();
  expect(await people()).toEqual(parents.map(({ email }) => ({ email })));
  site.clock.advance(days(365));
  await runDue(site);
  await forget();
  expect(await people()).toEqual([{ email: '' }, { email: '' }]);
  expect(await childrenOf(db, familyId)).toEqual([]);
});
