import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { days } from '#server/clock.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { ask, openFamily, payPlan, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

const ids = ({ parents }: ProfessionalCase) => parents.map(({ userId }) => userId);
const stages = ({ parents }: ProfessionalCase) => parents.map(({ stage }) => stage);
const exchange = (site: Awaited<ReturnType<typeof openSite>>, code: string) =>
  send<{ inviteToken: string; userId: string; code: string }>(site.app, {
    method: 'POST',
    path: '/v2/invite-codes/exchange',
    body: { code },
  });

test('1-3: a family sent again under its key, at once or later, is opened once; other input under that key is refused', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const headers = { 'idempotency-key': randomUUID() };
  const body = {
    parentA: { firstName: 'Marta', lastName: 'Ruiz', email: 'marta@example.com' },
    parentB: { firstName: 'Joe', lastName: 'Ruiz', email: '' },
    children: [{ firstName: 'Ana' }],
  };
  const open = (change: object = {}) =>
    ask<ProfessionalCase>(site, professional, '/cases', { body: { ...body, ...change }, headers });
  const answers = [...(await Promise.all([open(), open(), open()])), await open()];
  expect(new Set(answers.map(({ status, body: { familyId } }) => `${status} ${familyId}`)).size).toBe(1);
  expect(await open({ children: [] })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect((await searchCases(site, professional)).cases).toEqual([answers[0]?.body]);
  // Keys are per person.
  const another = await signedInProfessional(site);
  const theirs = await ask<ProfessionalCase>(site, another, '/cases', { body, headers });
  expect([theirs.status, theirs.body.familyId === answers[0]?.body.familyId]).toEqual([201, false]);
});

test('a family is opened, invited, its address corrected, its invite withdrawn and sent again', async () => {
  const site = await openSite();
  await site.startJobs();
  const professional = await signedInProfessional(site);
  expect((await searchCases(site, professional)).cases).toEqual([]);
  const family = await openFamily(site, professional);
  expect(stages(family)).toEqual(['NOT_INVITED', 'NOT_INVITED']);
  expect(family.children).toEqual(['Ana']);
  const [first] = family.parents;
  const at = `/cases/${family.familyId}/parents/${first?.userId}`;

  const invited = await ask<ProfessionalCase>(site, professional, `${at}/invites`, { method: 'POST' });
  expect(stages(invited.body)).toEqual(['INVITED', 'NOT_INVITED']);
  const [mail] = await eventually(
    () => mailsTo(site.sandboxUrl, first?.email ?? ''),
    (mails) => mails.length === 1,
  );
  expect(mail?.text).toContain('Hon. Ana Ruiz');
  expect(mail?.links.some((link) => link.includes('/app/join/invite#token='))).toBe(true);

  const corrected = `right-${randomUUID()}@example.com`;
  const answer = await ask<ProfessionalCase>(site, professional, `${at}/email`, {
    method: 'PUT',
    body: { email: corrected },
  });
  expect(answer.body.parents[0]).toMatchObject({ email: corrected, stage: 'INVITED' });
  await eventually(
    () => mailsTo(site.sandboxUrl, corrected),
    (mails) => mails.length === 2,
  );
  const previous = await eventually(
    () => mailsTo(site.sandboxUrl, first?.email ?? ''),
    (mails) => mails.length === 2,
  );
  expect(previous.every(({ text }) => !text.includes(corrected))).toBe(true);
  const kept = () => site.dependencies.db.selectFrom('emailCorrections').select('previousEmail').executeTakeFirst();
  await eventually(kept, (row) => row?.previousEmail === null);
  const live = await site.dependencies.db.selectFrom('invites').select('id').where('state', '=', 'SENT').execute();
  expect(live).toHaveLength(1);

  expect(
    stages((await ask<ProfessionalCase>(site, professional, `${at}/invites/revocation`, { method: 'POST' })).body)[0],
  ).toBe('REVOKED');
  expect(stages((await ask<ProfessionalCase>(site, professional, `${at}/invites`, { method: 'POST' })).body)[0]).toBe(
    'INVITED',
  );
  site.clock.advance(days(31));
  const later = { headers: await signedIn(site, professional.userId) };
  expect(stages((await ask<ProfessionalCase>(site, later, `/cases/${family.familyId}`)).body)[0]).toBe('EXPIRED');
});

test('1-16: correcting or adding the address of a parent who was never mailed an invite tells nobody of it', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional, { parentB: { firstName: 'Joe', lastName: 'Ruiz', email: '' } });
  const [first, second] = family.parents;
  const at = (userId = '') => `/cases/${family.familyId}/parents/${userId}`;
  const [corrected, added] = [`right-${randomUUID()}@example.com`, `added-${randomUUID()}@example.com`];
  const correct = (userId: string | undefined, email: string) =>
    ask<ProfessionalCase>(site, professional, `${at(userId)}/email`, { method: 'PUT', body: { email } });
  expect(stages((await correct(first?.userId, corrected)).body)).toEqual(['NOT_INVITED', 'NOT_INVITED']);
  await ask(site, professional, `${at(second?.userId)}/letters`, { method: 'POST' });
  expect(stages((await correct(second?.userId, added)).body)).toEqual(['NOT_INVITED', 'INVITED']);
  const subjects = (email: string) =>
    mailsTo(site.sandboxUrl, email).then((mails) => mails.map(({ subject }) => subject));
  await eventually(
    () => subjects(added),
    (mails) => mails.length > 0,
  );
  expect(await db.selectFrom('emailCorrections').select('previousEmail').execute()).toEqual([
    { previousEmail: null },
    { previousEmail: null },
  ]);
  await eventually(
    () => db.selectFrom('sentMails').select('template').where('userId', 'in', ids(family)).execute(),
    (sent) => sent.length === 1 && sent[0]?.template === 'family-invite-by-professional',
  );
  expect([await subjects(first?.email ?? ''), await subjects(corrected)]).toEqual([[], []]);
});

test('1-16: after an invite is withdrawn, a corrected address is mailed nothing', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [first] = parents;
  const at = `/cases/${familyId}/parents/${first?.userId}`;
  await ask(site, professional, `${at}/invites`, { method: 'POST' });
  await drain(site);
  await ask(site, professional, `${at}/invites/revocation`, { method: 'POST' });
  const email = `right-${randomUUID()}@example.com`;
  const corrected = { method: 'PUT', body: { email } } as const;
  expect(stages((await ask<ProfessionalCase>(site, professional, `${at}/email`, corrected)).body)[0]).toBe('REVOKED');
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, email)).toEqual([]);
  expect(await mailsTo(site.sandboxUrl, first?.email ?? '')).toHaveLength(2);
});

test('SEC6: a printed letter has a code that opens the invite until it is withdrawn', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional, { parentB: { firstName: 'Joe', lastName: 'Ruiz', email: '' } });
  const parent = ids(family)[1] ?? '';
  const at = `/cases/${family.familyId}/parents/${parent}`;
  expect((await ask(site, professional, `${at}/invites`, { method: 'POST' })).status).toBe(400);
  const letter = await ask<{ code: string; pdfBase64: string; address: string }>(site, professional, `${at}/letters`, {
    method: 'POST',
  });
  expect(letter.body.address).toBe('http://localhost:3000/app/join/invite');
  expect(Buffer.from(letter.body.pdfBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  const again = await ask<{ code: string }>(site, professional, `${at}/letters`, { method: 'POST' });
  expect(again.body.code).toBe(letter.body.code);
  const typed = ` ${letter.body.code.toLowerCase().replace('-', ' ')} `;
  expect(await exchange(site, typed)).toMatchObject({ status: 200, body: { userId: parent } });
  const invite = await site.dependencies.db.selectFrom('invites').selectAll().executeTakeFirstOrThrow();
  expect(invite.state).toBe('SENT');
  const stored = await site.dependencies.db.selectFrom('inviteCodes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(letter.body.code.replace('-', ''));
  await ask(site, professional, `${at}/invites/revocation`, { method: 'POST' });
  expect((await exchange(site, letter.body.code)).status).toBe(400);
});

test('attempts at letter codes are limited', async () => {
  const site = await openSite();
  const statuses = await Promise.all(
    Array.from({ length: 70 }, () => exchange(site, 'K7QPM-2XW9D').then(({ status }) => status)),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a parent who has joined is not mailed, and their address is hidden', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parent = ids(family)[0] ?? '';
  await site.dependencies.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', parent).execute();
  const seen = await ask<ProfessionalCase>(site, professional, `/cases/${family.familyId}`);
  expect(seen.body.parents[0]).toMatchObject({ stage: 'JOINED', email: null });
  for (const [path, method, body] of [
    ['invites', 'POST', undefined],
    ['letters', 'POST', undefined],
    ['email', 'PUT', { email: 'other@example.com' }],
  ] as const) {
    expect(
      (await ask(site, professional, `/cases/${family.familyId}/parents/${parent}/${path}`, { method, body })).status,
    ).toBe(409);
  }
});

test.each([
  ['no names', { parentA: { firstName: '', lastName: '', email: 'a@example.com' } }],
  ['a NUL', { parentA: { firstName: 'A\0a', lastName: 'Ruiz', email: 'a@example.com' } }],
  [
    'one address for both',
    {
      parentA: { firstName: 'Ana', lastName: 'Ruiz', email: 'a@example.com' },
      parentB: { firstName: 'Joe', lastName: 'Ruiz', email: 'A@example.com ' },
    },
  ],
  ['500 children', { children: Array.from({ length: 500 }, () => ({ firstName: 'Ana' })) }],
])('bad input opens no family: %s', async (_name, change) => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  await expect(openFamily(site, professional, change)).rejects.toThrow('answered 400');
  expect(await site.dependencies.db.selectFrom('families').select('id').execute()).toEqual([]);
});

test('N12: a plan for two locks its parents in the order of their ids, whatever the order in which they were named', async () => {
  const site = await openSite();
  const { db, gateway } = site.dependencies;
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const [low = '', high = ''] = family.parents.map(({ userId }) => userId).toSorted();
  const realSale = gateway.sale.bind(gateway);
  let holding: Promise<unknown> = Promise.resolve();
  gateway.sale = async (request) => {
    const answer = await realSale(request);
    const locked = Promise.withResolvers<void>();
    holding = db.transaction().execute(async (trx) => {
      await lockUser(trx, low);
      locked.resolve();
      await untilOneWaitsForLock(db);
      await lockUser(trx, high);
    });
    await locked.promise;
    return answer;
  };
  const paid = await payPlan(site, professional, family.familyId, { parentIds: [high, low] });
  await holding;
  expect(paid.body).toMatchObject({ outcome: 'PAID' });
});
