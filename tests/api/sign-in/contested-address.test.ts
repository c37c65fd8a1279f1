import { expect, test } from 'vitest';
import {
  currentLink,
  type Invited,
  invitedPays,
  newUsername,
  putCredentials,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { askAddressCode, proveAddress } from '../../setup/ownership/address-code.ts';
import { expectSoleOwner, signUpUnproven, storedUser } from '../../setup/ownership/contested-address.ts';
import { codeIn, requestPasswordLink, resetTokenOf } from '../../setup/ownership/recovery-calls.ts';
import { addPerson } from '../../setup/person.ts';
import { ask, openFamily, register, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { newPhone, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

const password = 'quiet-harbour-7';

async function ownerSignsUp(site: TestSite, email: string) {
  const straight = await readyToPay(site.app, { email }).catch(() => null);
  const registration = straight ?? (await readyToPay(site.app, { email, headers: await proveAddress(site, email) }));
  const paid = await submitPayment(site.app, registration);
  expect(paid.body.outcome).toBe('PAID');
  return paid;
}

/** Step 1 of her invite, which reports a duplicate as long as his account has her address. */
async function saveAsReader(site: TestSite, her: Invited) {
  const { status } = await saveDetails(site.app, her);
  if (status === 200) return;
  expect(status).toBe(409);
  await proveAddress(site, her.email);
  expect((await saveDetails(site.app, her)).status).toBe(200);
}

/** Somebody else invites her, and she follows the mailed link. */
async function ownerIsInvited(site: TestSite, email: string) {
  const inviter = await readyToPay(site.app);
  const family = {
    coParent: { firstName: 'Ana', lastName: 'Ruiz', email },
    children: [{ firstName: 'Lena', lastName: 'Ruiz' }],
    coParentDuplicateConfirmed: true,
  };
  const path = `/v2/registrations/${inviter.signupId}/family`;
  expect((await send(site.app, { method: 'PUT', path, body: family, headers: inviter.headers })).status).toBe(200);
  expect((await submitPayment(site.app, inviter)).body.outcome).toBe('PAID');
  const invited = site.dependencies.db
    .selectFrom('users')
    .select(['id', 'familyId'])
    .where('email', '=', email)
    .where('status', '=', 'INVITED')
    .executeTakeFirstOrThrow();
  const { id, familyId } = await invited;
  const own = { ...(await currentLink(site, id)), familyId: familyId ?? '', email, phoneNumber: newPhone('612') };
  const her = { ...own, inviterEmail: inviter.email };
  await saveAsReader(site, her);
  expect((await saveBilling(site.app, her)).status).toBe(200);
  expect((await invitedPays(site.app, her)).body.outcome).toBe('PAID');
}

async function ownerIsInvitedByProfessional(site: TestSite, email: string) {
  const professional = await signedInProfessional(site);
  const family = await openFamily(site, professional, { parentA: { firstName: 'Ana', lastName: 'Ruiz', email } });
  const parentId = family.parents[0]?.userId ?? '';
  const invites = `/cases/${family.familyId}/parents/${parentId}/invites`;
  expect((await ask(site, professional, invites, { method: 'POST' })).status).toBeLessThan(300);
  const own = {
    ...(await currentLink(site, parentId)),
    familyId: family.familyId,
    email,
    phoneNumber: newPhone('612'),
  };
  await saveAsReader(site, { ...own, inviterEmail: professional.email });
}

async function ownerRegistersAsProfessional(site: TestSite, email: string) {
  expect((await register(site.app, { contact: { email }, duplicateConfirmed: true })).status).toBe(201);
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, email);
  const token = mails
    .flatMap(({ links }) => links)
    .flatMap((link) => /credentials#token=([\w-]+)/.exec(link)?.[1] ?? []);
  const set = { token: token.at(-1) ?? '', body: { username: newUsername(), password } };
  expect((await putCredentials(site.app, set)).status).toBe(200);
}

/** She requests a password link, and reports that the account is not hers. */
async function ownerRecovers(site: TestSite, email: string) {
  await requestPasswordLink(site.app, email);
  await drain(site);
  const headers = { authorization: `Bearer ${await resetTokenOf(site, email)}` };
  const call = (method: 'GET' | 'POST', path = '') =>
    send(site.app, {
      method,
      path: `/v2/users/password/reset${path}`,
      headers: { ...headers, origin: 'http://localhost:3000' },
    });
  expect((await call('GET')).body).toMatchObject({ mayBeAnothers: true });
  expect((await call('POST', '/not-mine')).body).toEqual({ outcome: 'FREED' });
  expect((await call('GET')).status).toBe(401);
  const paid = await submitPayment(site.app, await readyToPay(site.app, { email }));
  expect(paid.body.outcome).toBe('PAID');
}

const ways = { ownerSignsUp, ownerIsInvited, ownerIsInvitedByProfessional, ownerRegistersAsProfessional };

test.each(['open', 'paid', 'active', 'factor', 'refunded'] as const)(
  'W2: the owner of an address signs up, is invited and registers, whatever somebody else has done with it before (%s)',
  async (before) => {
    const site = await openSite();
    for (const [way, go] of Object.entries(ways)) {
      const email = `${way.toLowerCase()}@example.com`;
      const unproven = await signUpUnproven(site, { email, before });
      await go(site, email);
      expect(await expectSoleOwner(site, { email, unproven })).toBe(1);
    }
  },
);

test('W2: a password link to an address that its account never proved can be answered with “not mine”, despite that account’s second factor', async () => {
  const site = await openSite();
  const unproven = await signUpUnproven(site, { email: 'her@example.com', before: 'factor' });
  await ownerRecovers(site, 'her@example.com');
  expect(await storedUser(site, unproven.userId ?? '')).toMatchObject({ email: '', username: unproven.username });
  const proven = await addPerson(site.dependencies.db);
  await requestPasswordLink(site.app, proven.email);
  await drain(site);
  const headers = {
    authorization: `Bearer ${await resetTokenOf(site, proven.email)}`,
    origin: 'http://localhost:3000',
  };
  const path = '/v2/users/password/reset/not-mine';
  expect((await send(site.app, { method: 'POST', path, headers })).status).toBe(409);
});

test('W2: a request for a code gets the same answer for every address, and mails an unproven one the code and nothing about anybody', async () => {
  const site = await openSite();
  await signUpUnproven(site, { email: 'unproven@example.com', before: 'active' });
  const { db } = site.dependencies;
  const proven = await addPerson(db, { email: 'proven@example.com' });
  const before = (await mailsTo(site.sandboxUrl, 'unproven@example.com')).length;
  const emails = ['unproven@example.com', 'proven@example.com', 'unknown@example.com'];
  const requests = await Promise.all(emails.map((email) => askAddressCode(site.app, email)));
  await drain(site);
  for (const { asked, check } of requests) {
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'SENT' } });
    expect((await check('000000')).body).toEqual({ proven: false, triesLeft: 4 });
  }
  const [unproven, reminder, unknown] = await Promise.all(emails.map((email) => mailsTo(site.sandboxUrl, email)));
  const code = unproven?.slice(before).find(({ text }) => text.includes('verification code'));
  expect(code).toBeDefined();
  for (const word of ['Marta', 'Ana', 'Ruiz', 'Joe']) expect(code?.text).not.toContain(word);
  expect(reminder?.map(({ text }) => text).join()).toContain(proven.username);
  expect(unknown).toEqual([]);
});

test('W2: five wrong codes end a request, and the code of one browser is useless in another', async () => {
  const site = await openSite();
  const email = 'guessed@example.com';
  const unproven = await signUpUnproven(site, { email, before: 'active' });
  const [first, second] = [await askAddressCode(site.app, email), await askAddressCode(site.app, email)];
  for (const triesLeft of [4, 3, 2, 1, 0])
    expect((await first.check('000000')).body).toEqual({ proven: false, triesLeft });
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, email)).filter(({ text }) => text.includes('verification code'));
  const codes = mails.map(({ text }) => codeIn(text));
  for (const code of codes) expect((await first.check(code)).body).toEqual({ proven: false, triesLeft: 0 });
  expect((await storedUser(site, unproven.userId ?? ''))?.email).toBe(email);
  const answers = [];
  for (const code of codes) answers.push((await second.check(code)).body.proven);
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect((await storedUser(site, unproven.userId ?? ''))?.email).toBe('');
});

test('W2: the code of an address that is entered again after a lost answer is still the right one', async () => {
  const site = await openSite();
  const email = 'again@example.com';
  await signUpUnproven(site, { email, before: 'active' });
  const { check } = await askAddressCode(site.app, email);
  await drain(site);
  const mails = (await mailsTo(site.sandboxUrl, email)).filter(({ text }) => text.includes('verification code'));
  const code = codeIn(mails[0]?.text);
  for (let entered = 0; entered < 2; entered += 1) expect((await check(code)).body.proven).toBe(true);
  expect((await check(code === '000000' ? '000001' : '000000')).body.proven).toBe(false);
});
