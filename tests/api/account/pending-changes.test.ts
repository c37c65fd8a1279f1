import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { ProfileView } from '#contract/api/profile.ts';
import { days } from '#server/clock.ts';
import { closeAccount, requestDeletionIn } from '#server/closing/close-account.ts';
import { claimCalls } from '../../setup/ownership/ownership.ts';
import {
  codeIn,
  requestPasswordLink,
  resetByHolder,
  resetPassword,
  resetTokenOf,
  textsTo,
} from '../../setup/ownership/recovery-calls.ts';
import { addPerson, type Person, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

type Answer = Partial<ProfileView> & {
  code?: string;
  outcome?: string;
  changesAskedFor?: { purpose: string; data: object }[];
  validationErrors?: { field: string; code: string; text: string }[];
};
type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<{ status: number; body: Answer }>;
const profile = '/v2/account/profile';
const phone = { phoneCountryCode: '+1', phoneNumber: '2025550166' };
const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;

async function signedIn(site: TestSite, person: Pick<Person, 'username' | 'password'>): Promise<Ask> {
  const { headers } = await signInAs(site.app, person);
  return (method, path, body) => send<Answer>(site.app, { method, path, headers, ...(body ? { body } : {}) });
}

/** The secrets of the links to a page in the mails to an address, once there are `count`. */
function linksIn({ sandboxUrl }: TestSite, email: string, count: number, page = 'email'): Promise<string[]> {
  const pattern = new RegExp(`/${page}#token=([\\w-]+)`);
  return eventually(
    async () => (await mailsTo(sandboxUrl, email)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []),
    (tokens) => tokens.length === count,
  );
}

const codesOf = ({ body }: { body: Answer }) => body.validationErrors?.map(({ code }) => code);

/** A user with a pending e-mail and phone, and the secrets that confirm them. */
async function waiting(site: TestSite, ask: Ask) {
  const email = newEmail();
  await ask('POST', `${profile}/email`, { email });
  await ask('POST', `${profile}/phone`, phone);
  const [token = ''] = await linksIn(site, email, 1);
  const texts = await eventually(
    () => textsTo(site.sandboxUrl, `${phone.phoneCountryCode}${phone.phoneNumber}`),
    (seen) => seen.length > 0,
  );
  return { email, token, code: codeIn(texts.at(-1)) };
}

test('a new password cancels pending e-mail and phone changes: neither link nor code works afterwards', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const { token, code } = await waiting(site, await signedIn(site, person));
  await requestPasswordLink(site.app, person.username);
  await resetByHolder(site, await resetTokenOf(site, person.email), 'another-harbour-8');
  const ask = await signedIn(site, { ...person, password: 'another-harbour-8' });
  expect((await ask('GET', profile)).body).toMatchObject({ pendingEmail: null, pendingPhone: null });
  for (const [part, proof] of [
    ['email', { token }],
    ['phone', { code }],
  ] as const) {
    const late = await ask('POST', `${profile}/${part}/confirmation`, proof);
    expect([part, late.body.code]).toEqual([part, 'TOKEN_INVALID']);
  }
  expect((await ask('GET', profile)).body).toMatchObject({ email: person.email, phoneNumber: person.phoneNumber });
});

test('when two users confirm the same address concurrently, one gets it; the other is told so and keeps their own', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const [one, other] = [await addPerson(db), await addPerson(db)];
  for (let round = 0; round < 4; round++) {
    const email = newEmail();
    const rivals = await Promise.all(
      [one, other].map(async (person) => ({ person, ask: await signedIn(site, person) })),
    );
    for (const { ask } of rivals) await ask('POST', `${profile}/email`, { email });
    // Both links are in one mailbox: each account tries both, and only its own works.
    const tokens = await linksIn(site, email, 2);
    const calls = rivals.flatMap(({ ask }) =>
      tokens.map((token) => ask('POST', `${profile}/email/confirmation`, { token })),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ body }) => body.outcome === 'CHANGED')).toHaveLength(1);
    const told = answers.flatMap(({ body }) => body.validationErrors ?? []);
    expect(told).toMatchObject([{ field: 'email', code: 'email_in_use' }]);
    const owners = await db.selectFrom('users').select('id').where('emailNormalised', '=', email).execute();
    expect(owners).toHaveLength(1);
    const loser = rivals.find(({ person }) => person.userId !== owners[0]?.id);
    expect((await loser?.ask('GET', profile))?.body.email).not.toBe(email);
  }
});

test('pending changes are in the export, and are deleted when the account is closed', async () => {
  const site = await openSite();
  await site.startJobs();
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const ask = await signedIn(site, person);
  const { email, token } = await waiting(site, ask);
  const { body } = await ask('GET', '/v2/account/export');
  expect(body.changesAskedFor).toMatchObject([
    { purpose: 'EMAIL_CHANGE', data: { email } },
    { purpose: 'PHONE_CHANGE', data: phone },
  ]);
  expect(JSON.stringify(body)).not.toContain(token);
  const asked = { userId: person.userId, device: '', proofs: {}, cancelRenewals: true, at: site.clock.now() };
  await db.transaction().execute((trx) => requestDeletionIn(trx, asked));
  const request = await db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
  site.clock.advance(days(31));
  await closeAccount(site.dependencies, request.id);
  const stored = JSON.stringify(await db.selectFrom('singleUseTokens').selectAll().execute());
  for (const personal of [email, phone.phoneNumber]) expect(stored).not.toContain(personal);
  expect(await db.selectFrom('singleUseTokens').select('id').where('usedAt', 'is', null).execute()).toEqual([]);
});

test('a phone changed, or mails turned off, between the request of an e-mail change and its link stops the change', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const ask = await signedIn(site, person);
  const email = newEmail();
  await ask('POST', `${profile}/email`, { email, oldMailboxShared: true });
  await ask('POST', `${profile}/phone`, phone);
  const number = `${phone.phoneCountryCode}${phone.phoneNumber}`;
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, number),
    (seen) => seen.length > 0,
  );
  expect((await ask('POST', `${profile}/phone/confirmation`, { code: codeIn(text) })).status).toBe(200);
  const [token] = await linksIn(site, email, 1);
  const confirm = () => ask('POST', `${profile}/email/confirmation`, { token });
  expect(codesOf(await confirm())).toEqual(['phone_changed_lately']);

  const other = newEmail();
  await ask('POST', `${profile}/email`, { email: other });
  const [link] = await linksIn(site, other, 1);
  expect((await ask('PUT', '/v2/account/reach', { ...unrestrictedReach, mail: false })).status).toBe(200);
  expect(codesOf(await ask('POST', `${profile}/email/confirmation`, { token: link }))).toEqual(['mail_turned_off']);
  expect((await ask('GET', profile)).body.email).toBe(person.email);
});

test('a code of an e-mail change that was wrong five times is not texted again: its link is over', async () => {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const ask = await signedIn(site, person);
  const email = newEmail();
  await ask('POST', `${profile}/email`, { email, oldMailboxShared: true });
  const [token] = await linksIn(site, email, 1);
  const confirm = (code?: string) => ask('POST', `${profile}/email/confirmation`, { token, ...(code ? { code } : {}) });
  expect((await confirm()).body.outcome).toBe('CODE_NEEDED');
  const [text] = await eventually(
    () => textsTo(site.sandboxUrl, `${person.phoneCountryCode}${person.phoneNumber}`),
    (seen) => seen.length > 0,
  );
  const wrong = codeIn(text) === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 5; tries++) expect(codesOf(await confirm(wrong))).toEqual(['recovery_code_wrong']);
  expect((await confirm()).body.code).toBe('TOKEN_INVALID');
});

test('mails turned off right after a changed e-mail keep neither the notice nor, after its undo, the new password from the owner', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const person = await addPerson(db);
  const ask = await signedIn(site, person);
  const email = newEmail();
  await ask('POST', `${profile}/email`, { email });
  await drain(site);
  const [token] = await linksIn(site, email, 1);
  expect((await ask('POST', `${profile}/email/confirmation`, { token })).body.outcome).toBe('CHANGED');
  expect((await ask('PUT', '/v2/account/reach', { ...unrestrictedReach, mail: false })).status).toBe(200);
  const security = {
    securityQuestion: 'Where were you born?',
    securityAnswer: 'Harbour town',
    securityCode: '1234',
    confirmCode: '1234',
  };
  expect((await ask('PUT', `${profile}/security`, { security })).status).toBe(200);
  await drain(site);
  const [secret] = await linksIn(site, person.email, 1, 'my-account');
  const { body } = await claimCalls(site).undoByLink(secret ?? '');
  await resetPassword(site.app, body.passwordToken ?? '', 'another-harbour-8');
  const owner = await signedIn(site, { ...person, password: 'another-harbour-8' });
  expect((await owner('GET', profile)).body).toMatchObject({ email: person.email, securityQuestion: null });
});

test('a parent who guesses the other’s address learns nothing from requesting it; one who entered it is told', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const one = await addPerson(db, { role: 'PARENT_A' });
  const other = await addPerson(db, { role: 'PARENT_B', familyId: one.familyId ?? '' });
  const request = async (by: Person, email: string) =>
    codesOf(await (await signedIn(site, by))('POST', `${profile}/email`, { email }));
  expect(await request(other, one.email)).toEqual(await request(other, newEmail()));
  expect(await request(one, other.email)).toEqual(['co_parent_email_same']);
});
