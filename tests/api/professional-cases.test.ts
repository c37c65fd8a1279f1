import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professional-cases.ts';
import { days } from '#server/clock.ts';
import {
  ask,
  britishPractice,
  openFamily,
  payPlan,
  planQuote,
  signedInProfessional,
  signInAs,
} from '../setup/professional.ts';
import { eventually, ledger, mailsTo, setFault, settleSales } from '../setup/sandbox.ts';
import { openSite } from '../setup/site.ts';
import { drain, goTo, paidMeanwhile, runDue } from '../setup/subscriber.ts';
import { send } from '../setup/sign-up.ts';

const ids = ({ parents }: ProfessionalCase) => parents.map(({ userId }) => userId);
const stages = ({ parents }: ProfessionalCase) => parents.map(({ stage }) => stage);
const exchange = (site: Awaited<ReturnType<typeof openSite>>, code: string) =>
  send<{ inviteToken: string; userId: string; code: string }>(site.app, {
    method: 'POST',
    path: '/v2/invite-codes/exchange',
    body: { code },
  });

test('a family is opened, invited, its address corrected, its invite taken back and sent again', async () => {
  const site = await openSite();
  await site.startJobs();
  const professional = await signedInProfessional(site);
  expect((await ask<{ cases: unknown[] }>(site, professional, '/cases')).body.cases).toEqual([]);
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
  expect(mail?.subject).toContain('Hon. Ana Ruiz');
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
  const later = { headers: await signInAs(site, professional.userId) };
  expect(stages((await ask<ProfessionalCase>(site, later, `/cases/${family.familyId}`)).body)[0]).toBe('EXPIRED');
});

test('a printed letter has a code that opens the invite until it is taken back', async () => {
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

test('tries of letter codes are limited', async () => {
  const site = await openSite();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, () => exchange(site, 'K7QPM-2XW9D').then(({ status }) => status)),
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a plan for both parents is charged once; it covers them for a term and does not renew', async () => {
  const site = await openSite();
  await site.startJobs();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const key = randomUUID();
  const paid = await payPlan(site, professional, family.familyId, { parentIds, key });
  expect(paid).toMatchObject({ status: 200, body: { outcome: 'PAID', receipt: { totals: { total: 28_800 } } } });
  expect((await ledger(site.sandboxUrl)).map(({ amountCents }) => amountCents)).toEqual([28_800]);
  const subscriptions = await site.dependencies.db.selectFrom('subscriptions').selectAll().execute();
  expect(
    subscriptions.map(({ userId, payerUserId, autoRenew, state }) => ({ userId, payerUserId, autoRenew, state })),
  ).toEqual(
    expect.arrayContaining(
      parentIds.map((userId) => ({ userId, payerUserId: professional.userId, autoRenew: false, state: 'CURRENT' })),
    ),
  );
  expect(await site.dependencies.db.selectFrom('paymentMethods').select('id').execute()).toEqual([]);
  const terms = await site.dependencies.db.selectFrom('consents').select('given').where('kind', '=', 'TERMS').execute();
  expect(terms).toEqual([{ given: true }, { given: true }]);
  const [receipt] = await eventually(
    () => mailsTo(site.sandboxUrl, professional.email),
    (mails) => mails.some(({ subject }) => subject.includes('receipt')),
  ).then((mails) => mails.filter(({ subject }) => subject.includes('receipt')));
  expect(receipt?.text).toContain('US$288.00');
  const people = "Marta O'Brien and Joe Ruiz";
  expect(receipt?.subject).toBe(`Your Evenkeel receipt for ${people}`);
  expect(receipt?.text.replaceAll(/\s+/g, ' ')).toContain(`The Evenkeel plan for ${people} is paid.`);
  const answerFor = async (press: string) =>
    (await ask<{ outcome: string }>(site, professional, `/cases/${family.familyId}/payment?key=${press}`)).body.outcome;
  expect([await answerFor(key), await answerFor(randomUUID())]).toEqual(['PAID', 'NONE']);
  const second = await payPlan(site, professional, family.familyId, { parentIds });
  expect(second.status).toBe(409);
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  const shown = await ask<ProfessionalCase>(site, professional, `/cases/${family.familyId}`);
  expect(shown.body.parents.every(({ hasPlan, paidPlan }) => hasPlan && paidPlan?.name === 'Essentials')).toBe(true);
});

test('at the end of a plan its parent is told; the professional who paid, whose it never was, is not', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const [parentId = ''] = ids(family);
  await payPlan(site, professional, family.familyId, { parentIds: [parentId] });
  await drain(site);
  const before = await mailsTo(site.sandboxUrl, professional.email);
  const { db } = site.dependencies;
  const { periodEnd } = await db.selectFrom('subscriptions').select('periodEnd').executeTakeFirstOrThrow();
  goTo(site, periodEnd);
  await runDue(site);
  expect(await db.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'LAPSED' }]);
  const { email } = await db.selectFrom('users').select('email').where('id', '=', parentId).executeTakeFirstOrThrow();
  const [latest] = await mailsTo(site.sandboxUrl, email);
  expect(latest?.subject).toBe('Your Evenkeel subscription has ended');
  expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before.length);
});

test('before the end of a plan its parent, who has joined, hears of it 30 and 7 days ahead; the professional does not', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const [joined = ''] = parentIds;
  await payPlan(site, professional, family.familyId, { parentIds });
  await drain(site);
  const { db } = site.dependencies;
  await db.updateTable('users').set({ status: 'ACTIVE', username: 'marta.obrien' }).where('id', '=', joined).execute();
  const people = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', parentIds).execute();
  const mailsOf = async (id: string) => mailsTo(site.sandboxUrl, people.find((one) => one.id === id)?.email ?? '');
  const before = await mailsTo(site.sandboxUrl, professional.email);
  const { periodEnd } = await db.selectFrom('subscriptions').select('periodEnd').limit(1).executeTakeFirstOrThrow();
  for (const day of [-31, -30, -29, -7, -6]) {
    goTo(site, periodEnd, day);
    await runDue(site);
  }
  const [late, early, ...more] = await mailsOf(joined);
  expect(more).toEqual([]);
  for (const mail of [early, late]) expect(mail?.subject).toMatch(/^Your Evenkeel plan ends on /);
  expect([early?.text, late?.text].map((text) => /in (\d+) days/.exec(text ?? '')?.[1])).toEqual(['30', '7']);
  expect(early?.text).toContain('paid by your professional');
  expect(await mailsOf(parentIds[1] ?? '')).toEqual([]);
  expect(await mailsTo(site.sandboxUrl, professional.email)).toHaveLength(before.length);
});

test('PAY4: twenty presses of Pay at once make one sale; one key gets one answer', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family).slice(0, 1);
  const key = randomUUID();
  const presses = Array.from({ length: 20 }, (_, index) =>
    payPlan(site, professional, family.familyId, { parentIds, key: index % 2 ? key : randomUUID() }),
  );
  const statuses = new Set((await Promise.all(presses)).map(({ status }) => status));
  expect(statuses.difference(new Set([200, 409, 422]))).toEqual(new Set());
  expect(await ledger(site.sandboxUrl)).toHaveLength(1);
  expect(await site.dependencies.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
});

test('PAY1: a charge whose answer was lost is found, and the parent has the plan', async () => {
  const site = await openSite({ paymentTimeoutSeconds: 1 });
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1 });
  const pressed = await payPlan(site, professional, family.familyId, { parentIds: ids(family) });
  expect(['CONFIRMING', 'PAID']).toContain(pressed.body.outcome);
  await site.startJobs();
  site.clock.advance(120_000);
  const { reconcileAttempt } = await import('#server/checkout/take-payment.ts');
  const attempt = await site.dependencies.db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  await reconcileAttempt(site.dependencies, attempt.id);
  const result = await ask<{ outcome: string }>(site, professional, `/cases/${family.familyId}/payment`);
  expect(result.body.outcome).toBe('PAID');
  expect((await ledger(site.sandboxUrl)).filter(({ kind }) => kind === 'sale')).toHaveLength(1);
  expect(await site.dependencies.db.selectFrom('subscriptions').select('id').execute()).toHaveLength(2);
});

test('of a plan for two, what was paid for a parent who has one by now goes back, and the other one begins', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  await drain(site);
  const [first = '', second = ''] = ids(family);
  paidMeanwhile(site, first);
  const paid = await payPlan(site, professional, family.familyId, { packageId: 1001, parentIds: [first, second] });
  expect(paid.body).toMatchObject({ outcome: 'PAID', givenBack: 14_400, givenBackFormatted: 'US$144.00' });
  // Part of a sale can go back once it has settled.
  await settleSales(site.sandboxUrl);
  await drain(site);
  const [sale, back] = await ledger(site.sandboxUrl);
  expect([back?.kind, back?.amountCents]).toEqual(['refund', (sale?.amountCents ?? 0) / 2]);
  const held = await site.dependencies.db
    .selectFrom('subscriptions')
    .select('userId')
    .where('familyId', '=', family.familyId)
    .execute();
  expect(held.map(({ userId }) => userId).toSorted()).toEqual([first, second].toSorted());
});

test('PAY6, PAY7: a decline and a changed price charge nothing', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional);
  const parentIds = ids(family);
  const declined = await payPlan(site, professional, family.familyId, {
    parentIds,
    nonce: 'fake-gateway-rejected-fraud-nonce',
  });
  expect(declined).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_DECLINED', validationErrors: [{ field: 'payment' }] },
  });
  expect(
    (await payPlan(site, professional, family.familyId, { parentIds, change: { amountDisplayed: 1 } })).status,
  ).toBe(409);
  expect((await payPlan(site, professional, family.familyId, { parentIds, packageId: 1202 })).body.code).toBe(
    'PACKAGE_NOT_OFFERED',
  );
  expect((await ledger(site.sandboxUrl)).filter(({ kind }) => kind === 'sale')).toEqual([]);
});

test('outside the United States the terms come first, and the price holds the tax of the practice', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site, {
    contact: { phoneCountryCode: '+44' },
    practice: britishPractice,
  });
  const family = await openFamily(site, professional);
  const parentIds = ids(family).slice(0, 1);
  const quote = await planQuote(site, professional, { familyId: family.familyId, parentIds });
  expect(quote.body.totals).toMatchObject({ taxAmount: 2880, total: 17_280 });
  expect((await payPlan(site, professional, family.familyId, { parentIds })).status).toBe(400);
  expect((await payPlan(site, professional, family.familyId, { parentIds, agreedToTerms: true })).body.outcome).toBe(
    'PAID',
  );
});

test('who has joined is no longer written to, and their address is not shown', async () => {
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
