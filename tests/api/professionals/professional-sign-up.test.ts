import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DbOrTrx } from '#server/db/pool.ts';
import { storeMeanwhile } from '../../setup/database/lock-waits.ts';
import { signedInBy } from '../../setup/person.ts';
import { contact, practice, register, security } from '../../setup/professional.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';

type Refused = { code: string; validationErrors: { field: string; text: string; code: string }[] };
const validate = (app: Parameters<typeof send>[0], body: object, headers = {}) =>
  send<Refused & { valid: boolean }>(app, {
    method: 'POST',
    path: '/v2/professional/users/validator',
    body,
    headers: { 'x-activity': 'START', 'x-anonymous-id': '0190b1f2-7a3c-7e45-9f00-c0ffee000001', ...headers },
  });

test('F7, 7.1-1: a professional registers, sets username and password by the mailed link, once', async () => {
  const { app, sandboxUrl, startJobs, dependencies } = await openSite();
  await startJobs();
  for (const [step, values] of Object.entries({ ONE: contact, TWO: practice, THREE: security })) {
    expect(await validate(app, { step, ...values })).toMatchObject({ status: 200, body: { valid: true } });
  }
  const created = await register(app);
  expect(created).toMatchObject({
    status: 201,
    body: { name: { title: 'HON', firstName: 'Ana', lastName: 'Ruiz' }, email: 'ana@court.example' },
  });
  const user = await dependencies.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ role: 'PROFESSIONAL', status: 'CREDENTIALS_NEEDED', familyId: null });
  expect(user.securityAnswerHash).toMatch(/^\$argon2id\$/);
  expect(user.securityCodeHash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(user)).not.toContain('Lakeside');

  const [mail] = await eventually(
    () => mailsTo(sandboxUrl, 'ana@court.example'),
    (mails) => mails.length === 1,
  );
  const secret = /#token=([\w-]+)/.exec(mail?.links.find((link) => link.includes('/app/join/credentials#')) ?? '')?.[1];
  expect(mail?.links.some((link) => link.endsWith('/app/pro/cases'))).toBe(true);
  const headers = { authorization: `Bearer ${secret}` };
  expect(await send(app, { method: 'GET', path: '/v2/credentials', headers })).toMatchObject({
    status: 200,
    body: { professional: true, invited: false },
  });
  const credentials = { username: `ana.${randomUUID().slice(0, 8)}`, password: 'quiet-harbour-7' };
  const set = await send<{ userId: string }>(app, {
    method: 'PUT',
    path: '/v2/credentials',
    headers,
    body: credentials,
  });
  expect([set.status, await signedInBy(app, set)]).toEqual([200, set.body.userId]);
  const again = await send(app, { method: 'PUT', path: '/v2/credentials', headers, body: credentials });
  expect([again.status, await signedInBy(app, again)]).toEqual([401, null]);
});

test('7.1-2: a retry after a lost response gets the existing account', async () => {
  const { app, dependencies } = await openSite();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => register(app, { key })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.userId}`)).size).toBe(1);
  expect(await dependencies.db.selectFrom('users').select('id').execute()).toHaveLength(1);
});

test('7.1-3: a retry whose first submission is stored between its own reads gets that account too', async () => {
  const { app, dependencies } = await openSite();
  const { db } = dependencies;
  const key = randomUUID();
  const first = await register(app, { key });
  const showFirst = async (on: DbOrTrx, { stored }: { stored: boolean }) => {
    const email = stored ? contact.email : 'nobody@court.example';
    await on.updateTable('users').set({ emailNormalised: email }).execute();
    await on
      .updateTable('professionals')
      .set({ requestKey: stored ? key : randomUUID() })
      .execute();
  };
  await showFirst(db, { stored: false });
  const { status, body } = await storeMeanwhile(db, {
    table: 'users',
    send: () => register(app, { key }),
    store: (trx) => showFirst(trx, { stored: true }),
  });
  expect([status, body.userId]).toEqual([201, first.body.userId]);
});

test('7.1-4: other input under the key of a registration is refused; confirming a duplicate meanwhile is not other input', async () => {
  const { app, dependencies } = await openSite();
  const key = randomUUID();
  const first = await register(app, { key });
  for (const change of [
    { contact: { email: 'anna@court.example' } },
    { practice: { practiceName: 'Another court' } },
    { security: { securityAnswer: 'Hillside' } },
    { security: { securityCode: '1174', securityCodeConfirm: '1174' } },
  ]) {
    const other = await register(app, { ...change, key });
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  }
  expect(await dependencies.db.selectFrom('users').select('email').execute()).toEqual([{ email: contact.email }]);
  const confirmed = await register(app, { key, duplicateConfirmed: true });
  expect([confirmed.status, confirmed.body.userId]).toEqual([201, first.body.userId]);
});

test('an e-mail with an existing account is reported on step 1; the professional may continue', async () => {
  const { app } = await openSite();
  await register(app);
  const told = await validate(app, { step: 'ONE', ...contact });
  expect(told).toMatchObject({
    status: 409,
    body: {
      code: 'STEP_INVALID',
      validationErrors: [
        { field: 'professional.duplicate', text: 'It appears you are attempting to create a duplicate user.' },
      ],
    },
  });
  expect((await validate(app, { step: 'ONE', ...contact, duplicateConfirmed: true })).status).toBe(200);
  expect((await register(app)).status).toBe(409);
  expect(
    (
      await send(app, {
        method: 'POST',
        path: '/v2/professional/users',
        body: { contact, practice, security, duplicateConfirmed: true },
      })
    ).status,
  ).toBe(201);
});

test.each([
  ['nothing at all', 'ONE', {}, ['email', 'firstName', 'hearAboutUs', 'lastName', 'phoneCountryCode', 'phoneNumber']],
  [
    'a bench officer without name and position',
    'ONE',
    { ...contact, hearAboutUs: 'BENCH_OFFICER' },
    ['benchOfficerName', 'benchOfficerPosition'],
  ],
  [
    'a colleague without name and role',
    'ONE',
    { ...contact, hearAboutUs: 'COLLEAGUE' },
    ['colleagueName', 'colleagueRole'],
  ],
  ['another source unexplained', 'ONE', { ...contact, hearAboutUs: 'OTHER' }, ['referralOther']],
  [
    '201 characters of explanation',
    'ONE',
    { ...contact, hearAboutUs: 'OTHER', referralOther: 'x'.repeat(201) },
    ['referralOther'],
  ],
  ['letters in the phone', 'ONE', { ...contact, phoneNumber: 'call me' }, ['phoneNumber']],
  ['an extension of 50 digits', 'ONE', { ...contact, phoneExtension: '1'.repeat(50) }, ['phoneExtension']],
  ['an extension with letters', 'ONE', { ...contact, phoneExtension: 'x12' }, ['phoneExtension']],
  ['SEC9: a NUL in a name', 'ONE', { ...contact, firstName: 'A\0na' }, ['firstName']],
  ['SEC9: ten thousand characters', 'ONE', { ...contact, lastName: 'x'.repeat(10_001) }, ['lastName']],
  [
    'an empty practice',
    'TWO',
    {},
    ['city', 'country', 'line1', 'postalCode', 'practiceName', 'region', 'roles', 'timezone'],
  ],
  ['500 roles', 'TWO', { ...practice, roles: Array.from({ length: 500 }, () => 'JUDGE') }, ['roles']],
  ['a role of another country', 'TWO', { ...practice, roles: ['SOLICITOR'] }, ['roles']],
  ['a role nobody has', 'TWO', { ...practice, roles: ['__proto__'] }, ['roles']],
  ['a time zone of another country', 'TWO', { ...practice, timezone: 'Europe/London' }, ['timezone']],
  ['three digits of code', 'THREE', { ...security, securityCode: '123', securityCodeConfirm: '123' }, ['securityCode']],
  [
    'letters in the code',
    'THREE',
    { ...security, securityCode: 'abcd', securityCodeConfirm: 'abcd' },
    ['securityCode'],
  ],
  ['another confirmation', 'THREE', { ...security, securityCodeConfirm: '1174' }, ['securityCodeConfirm']],
  ['no answer', 'THREE', { ...security, securityAnswer: '  ' }, ['securityAnswer']],
])('SEC9, 5.3-1: the validator answers 409 with the fields: %s', async (_name, step, values, fields) => {
  const { app, dependencies } = await openSite();
  const answer = await validate(app, { step, ...values });
  expect(answer.status).toBe(409);
  expect(answer.body.validationErrors.map(({ field }) => field).toSorted()).toEqual(fields);
  expect(answer.body.validationErrors.every(({ text }) => text !== '')).toBe(true);
  expect(await dependencies.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('5.3-2: texts of the validator follow the language, by the keys of the form', async () => {
  const { app } = await openSite();
  const values = { step: 'THREE', ...security, securityAnswer: '', securityCode: '12', securityCodeConfirm: '99' };
  const texts = async (language: string) =>
    (await validate(app, values, { 'accept-language': language })).body.validationErrors.map(({ text }) => text);
  expect(await texts('en')).toEqual(['Enter your answer', 'Enter exactly 4 digits', 'Enter the same code twice']);
  expect(await texts('es')).toEqual([
    'Escriba su respuesta',
    'Escriba exactamente 4 dígitos',
    'Escriba el mismo código dos veces',
  ]);
});

test('F12: letters in a phone number are reported as letters, not as a wrong number of digits', async () => {
  const { app } = await openSite();
  const textOf = async (phoneNumber: string, language: string) => {
    const { body } = await validate(app, { step: 'ONE', ...contact, phoneNumber }, { 'accept-language': language });
    return body.validationErrors?.map(({ field, code, text }) => [field, code, text]);
  };
  expect(await textOf('612-555-CALL', 'en')).toEqual([['phoneNumber', 'digits_only', 'Enter digits only']]);
  expect(await textOf('612-555-CALL', 'es')).toEqual([['phoneNumber', 'digits_only', 'Escriba solo dígitos']]);
  expect(await textOf('612-55', 'en')).toMatchObject([['phoneNumber', 'phone_length', expect.anything()]]);
  expect(await textOf('(612) 555-0142', 'en')).toBeUndefined();
});

test.each(["O'Brien-Þórsson", '李', '<script>alert(1)</script>', '{{7*7}}', '=cmd|/c calc', '👩‍⚖️ Ana', 'مريم'])(
  'SEC9: the name %s is kept as it is',
  async (lastName) => {
    const { app, dependencies } = await openSite();
    expect((await register(app, { contact: { lastName } })).status).toBe(201);
    expect(await dependencies.db.selectFrom('users').select('lastName').executeTakeFirstOrThrow()).toEqual({
      lastName,
    });
  },
);

test('SEC9: a megabyte is refused and nothing is stored', async () => {
  const { app, dependencies } = await openSite();
  for (const answer of [
    await register(app, { practice: { practiceName: 'x'.repeat(1_000_000) } }),
    await validate(app, { step: 'ONE', ...contact, firstName: 'x'.repeat(1_000_000) }),
  ]) {
    expect(answer.status).toBe(413);
  }
  expect(await dependencies.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('SEC11: extra members, such as a role, change nothing', async () => {
  const { app, dependencies } = await openSite();
  const body = {
    contact: { ...contact, role: 'PARENT_A', status: 'ACTIVE' },
    practice,
    security,
    userId: randomUUID(),
    __proto__: { admin: true },
  };
  expect((await send(app, { method: 'POST', path: '/v2/professional/users', body })).status).toBe(201);
  expect(await dependencies.db.selectFrom('users').select(['role', 'status']).execute()).toEqual([
    { role: 'PROFESSIONAL', status: 'CREDENTIALS_NEEDED' },
  ]);
});

test('SEC14: neither answer nor code reaches log, database or answers', async () => {
  const { app, dependencies, logged } = await openSite();
  const canary = { securityAnswer: 'canary-answer-77', securityCode: '9053', securityCodeConfirm: '9053' };
  const created = await register(app, { security: canary });
  const refused = await validate(app, { step: 'THREE', ...security, ...canary, securityCodeConfirm: '1' });
  const rows = await Promise.all([
    dependencies.db.selectFrom('users').selectAll().execute(),
    dependencies.db.selectFrom('professionals').selectAll().execute(),
  ]);
  const seen = [
    logged.join('\n'),
    JSON.stringify(rows),
    JSON.stringify(created.body),
    JSON.stringify(refused.body),
  ].join('\n');
  expect(seen).not.toContain('canary-answer-77');
  expect(seen).not.toContain('"9053"');
});
