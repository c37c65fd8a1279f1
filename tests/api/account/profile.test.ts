import { expect, test } from 'vitest';
import { contestDays } from '#contract/account/ownership.ts';
import type { Reach } from '#contract/account/reach.ts';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { ProfileView } from '#contract/api/profile.ts';
import { days, minutes } from '#server/clock.ts';
import { saveOwn } from '#server/identity/own-details.ts';
import { writeReach } from '#server/identity/reach.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { billing } from '../../setup/account-calls.ts';
import { claimCalls } from '../../setup/ownership/ownership.ts';
import { codeIn, textsTo } from '../../setup/ownership/recovery-calls.ts';
import { addPerson, type Person, signedInBy, signInAs } from '../../setup/person.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';
import { customerAt } from '../../setup/webhooks.ts';

type Headers = Record<string, string>;
type Answer = Partial<ProfileView> & { code?: string; outcome?: string; validationErrors?: { code: string }[] };
const profile = '/v2/account/profile';

async function begin() {
  const site = await openSite();
  await site.startJobs();
  const person = await addPerson(site.dependencies.db);
  const { headers } = await signInAs(site.app, person);
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by: Headers = headers) =>
    send<Answer>(site.app, { method, path, headers: by, ...(body ? { body } : {}) });
  return { site, person, headers, ask };
}

const codesOf = ({ body }: { body: Answer }) => body.validationErrors?.map(({ code }) => code);
const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;

/** The secret in the link to a page, from the latest mail to an address. */
async function linkIn({ sandboxUrl }: TestSite, email: string, page: 'email' | 'my-account' | 'set-password') {
  const pattern = new RegExp(`/${page}#token=([A-Za-z0-9_-]+)`);
  const mails = await eventually(
    () => mailsTo(sandboxUrl, email),
    (seen) => seen.some(({ text }) => pattern.test(text)),
  );
  return mails.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? '';
}

async function codeTo(
  { sandboxUrl }: TestSite,
  { phoneCountryCode, phoneNumber }: Pick<Person, 'phoneCountryCode' | 'phoneNumber'>,
) {
  const texts = await eventually(
    () => textsTo(sandboxUrl, `${phoneCountryCode}${phoneNumber}`),
    (seen) => seen.length > 0,
  );
  return codeIn(texts.at(-1));
}

test('A new email is confirmed once, by its own account alone; other sessions and mailed links end, and the old address is notified', async () => {
  const { site, person, headers, ask } = await begin();
  const { db } = site.dependencies;
  const elsewhere = await signInAs(site.app, person);
  const stranger = await signInAs(site.app, await addPerson(db));
  const email = newEmail();
  expect((await ask('POST', `${profile}/email`, { email })).body).toMatchObject({
    email: person.email,
    pendingEmail: email,
  });
  const token = await linkIn(site, email, 'email');
  const mail = (await mailsTo(site.sandboxUrl, email))[0];
  expect(`${mail?.subject} ${mail?.text}`).not.toContain('Marta');
  const confirm = (by: Headers) => ask('POST', `${profile}/email/confirmation`, { token }, by);
  expect((await confirm(stranger.headers)).body.code).toBe('TOKEN_INVALID');
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(headers)));
  expect(answers.filter(({ body }) => body.outcome === 'CHANGED')).toHaveLength(1);
  expect((await ask('GET', profile)).body).toMatchObject({ email, pendingEmail: null });
  expect((await ask('GET', profile, undefined, elsewhere.headers)).status).toBe(401);
  const listed = await send<{ activity: { kind: string }[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/activity',
    headers,
  });
  const kinds = listed.body.activity.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'NEW_DEVICE_SIGN_IN')).toEqual(['EMAIL_CHANGED']);
  expect(await linkIn(site, person.email, 'my-account')).not.toBe('');
  expect(site.logged.join()).not.toContain(email);
});

test('The link in the old mailbox and a text undo every later change once, and end sessions, password and all links', async () => {
  const { site, person, headers, ask } = await begin();
  const [first, second] = [newEmail(), newEmail()];
  for (const email of [first, second]) {
    await ask('POST', `${profile}/email`, { email });
    await ask('POST', `${profile}/email/confirmation`, { token: await linkIn(site, email, 'email') });
  }
  const ofOwner = await linkIn(site, person.email, 'my-account');
  const ofThief = await linkIn(site, first, 'my-account');
  const { undoByLink } = claimCalls(site);
  expect((await undoByLink(ofOwner)).body).toMatchObject({ undone: true });
  expect((await undoByLink(ofThief)).status).toBe(401);
  const row = await site.dependencies.db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .where('id', '=', person.userId)
    .executeTakeFirst();
  expect(row).toEqual({ email: person.email, passwordHash: null });
  await expect(signInAs(site.app, person)).rejects.toThrow('401');
  expect(await signedInBy(site.app, { headers })).toBeNull();
});

test('A change can be contested for thirty days; a second request and a taken address invalidate a pending link', async () => {
  const { site, person, ask } = await begin();
  const { db } = site.dependencies;
  const [first, second, third] = [newEmail(), newEmail(), newEmail()];
  const confirm = async (token: string) => ask('POST', `${profile}/email/confirmation`, { token });
  await ask('POST', `${profile}/email`, { email: first });
  const old = await linkIn(site, first, 'email');
  await ask('POST', `${profile}/email`, { email: second });
  expect((await confirm(old)).body.code).toBe('TOKEN_INVALID');
  const waiting = await linkIn(site, second, 'email');
  const taker = await addPerson(db, { email: second });
  expect(codesOf(await confirm(waiting))).toEqual(['email_in_use']);
  // The immediate response is the same as for any other address; only the mailbox learns the rest.
  const asked = await ask('POST', `${profile}/email`, { email: taker.email });
  expect(asked.body.pendingEmail).toBe(taker.email);
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, taker.email),
    (seen) => seen.length > 1,
  );
  expect(mails.some(({ text }) => text.replaceAll(/\s+/g, ' ').includes('already belongs to an account'))).toBe(true);
  await ask('DELETE', `${profile}/email`);
  await ask('POST', `${profile}/email`, { email: third });
  const link = await linkIn(site, third, 'email');
  expect((await confirm(link)).body.outcome).toBe('CHANGED');
  const back = await linkIn(site, person.email, 'my-account');
  site.clock.advance(days(contestDays) + minutes(1));
  expect((await claimCalls(site).undoByLink(back)).status).toBe(401);
});

test('With a shared old mailbox the change is proven by text, no undo is mailed there, and a phone that both proofs set is one at once', async () => {
  const { site, person, ask } = await begin();
  const email = newEmail();
  await ask('POST', `${profile}/email`, { email, oldMailboxShared: true });
  const token = await linkIn(site, email, 'email');
  const confirm = (code?: string) => ask('POST', `${profile}/email/confirmation`, { token, ...(code ? { code } : {}) });
  expect((await confirm()).body.outcome).toBe('CODE_NEEDED');
  const code = await codeTo(site, person);
  expect(codesOf(await confirm(code === '000000' ? '111111' : '000000'))).toEqual(['recovery_code_wrong']);
  expect((await confirm(code)).body.outcome).toBe('CHANGED');
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, person.email),
    (seen) => seen.length > 0,
  );
  expect(mails.map(({ text }) => text).join()).not.toContain('my-account#token');

  const phone = { phoneCountryCode: '+1', phoneNumber: '2025550187' };
  await ask('POST', `${profile}/phone`, phone);
  await ask('POST', `${profile}/phone/confirmation`, { code: await codeTo(site, phone) });
  const again = await ask('POST', `${profile}/email`, { email: newEmail(), oldMailboxShared: true });
  expect(again.status).toBe(200);
});

test('a change that needs a mail or text is refused where those are turned off, and nothing is reported as sent', async () => {
  const { site, person, ask } = await begin();
  const { db } = site.dependencies;
  const phone = { phoneCountryCode: '+1', phoneNumber: '2025550189' };
  const choose = (reach: Partial<Reach>) =>
    writeReach(db, { userId: person.userId, reach: { ...unrestrictedReach, ...reach }, at: site.clock.now() });
  await choose({ text: false });
  expect(codesOf(await ask('POST', `${profile}/phone`, phone))).toEqual(['texts_turned_off']);
  const shared = { email: newEmail(), oldMailboxShared: true };
  expect(codesOf(await ask('POST', `${profile}/email`, shared))).toEqual(['texts_turned_off']);
  expect((await ask('POST', `${profile}/email`, { ...shared, oldMailboxShared: false })).status).toBe(200);
  await choose({ mail: false });
  expect(codesOf(await ask('POST', `${profile}/email`, { email: newEmail() }))).toEqual(['mail_turned_off']);
  expect((await ask('POST', `${profile}/phone`, phone)).status).toBe(200);
});

test('A new phone is accepted with the code sent to it, within five tries, and not if it is the co-parent’s', async () => {
  const { site, person, ask } = await begin();
  const { db } = site.dependencies;
  const other = await addPerson(db, { role: 'PARENT_B', familyId: person.familyId ?? '', phoneNumber: '2025550111' });
  const phone = { phoneCountryCode: '+1', phoneNumber: '2025550188' };
  const confirm = (code: string) => ask('POST', `${profile}/phone/confirmation`, { code });
  // Only the holder of the mailbox learns whose it is, not somebody who guesses.
  expect(
    (await ask('POST', `${profile}/phone`, { phoneCountryCode: '+1', phoneNumber: other.phoneNumber })).status,
  ).toBe(200);
  expect(codesOf(await confirm(await codeTo(site, other)))).toEqual(['co_parent_phone_same']);
  expect((await ask('POST', `${profile}/phone`, phone)).body).toMatchObject({
    phoneNumber: person.phoneNumber,
    pendingPhone: phone,
  });
  const code = await codeTo(site, phone);
  const wrong = code === '000000' ? '111111' : '000000';
  const tries = await Promise.all(Array.from({ length: 20 }, () => confirm(wrong)));
  expect(tries.filter((answer) => codesOf(answer)?.includes('recovery_code_wrong'))).toHaveLength(5);
  expect((await confirm(code)).body.code).toBe('TOKEN_INVALID');
});

test('W1: changes that could transfer an account, and what outlives an unlocked screen, are rejected ten minutes after the last proof, by the API', async () => {
  const { site, person, ask } = await begin();
  site.clock.advance(minutes(11));
  const security = {
    securityQuestion: 'Where were you born?',
    securityAnswer: 'Harbour town',
    securityCode: '1234',
    confirmCode: '1234',
  };
  const calls = [
    ['POST', `${profile}/email`, { email: newEmail() }],
    ['POST', `${profile}/phone`, { phoneCountryCode: '+1', phoneNumber: '2025550177' }],
    ['PUT', `${profile}/username`, { username: 'another.name' }],
    ['PUT', `${profile}/security`, { security }],
    ['PUT', `${profile}/name`, { firstName: 'Martina', lastName: 'Ruiz' }],
    ['POST', '/v2/account/calendar-feed', undefined],
    ['GET', '/v2/account/export', undefined],
    ['POST', '/v2/account/deletion', { cancelRenewals: true }],
  ] as const;
  for (const [method, path, body] of calls)
    expect([path, (await ask(method, path, body)).body.code]).toEqual([path, 'FRESH_SIGN_IN_NEEDED']);
  expect((await ask('PUT', `${profile}/time-zone`, { timeZone: 'America/Denver' })).status).toBe(200);
  await ask('POST', '/v2/account/proof', { password: person.password });
  for (const [method, path, body] of calls) expect((await ask(method, path, body)).status).toBe(200);
});

test('Of twenty concurrent requests for a username one succeeds; a taken name is rejected, and the co-parent sees the name they knew', async () => {
  const { site, person, ask } = await begin();
  const { db } = site.dependencies;
  const signedIn = await Promise.all(Array.from({ length: 20 }, async () => signInAs(site.app, await addPerson(db))));
  const answers = await Promise.all(
    signedIn.map(({ headers }) => ask('PUT', `${profile}/username`, { username: 'Wanted.Name' }, headers)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).flatMap(codesOf))).toEqual(
    new Set(['username_unavailable']),
  );
  await addPerson(db, { role: 'PARENT_B', familyId: person.familyId ?? '' });
  const named = await ask('PUT', `${profile}/name`, { firstName: 'Martina', lastName: 'Lopez' });
  expect(named.body).toMatchObject({ firstName: 'Martina', lastName: 'Lopez' });
  const row = await db
    .selectFrom('users')
    .select(['invitedFirstName', 'invitedLastName', 'invitedEmail'])
    .where('id', '=', person.userId)
    .executeTakeFirst();
  expect(row).toEqual({ invitedFirstName: 'Marta', invitedLastName: 'Ruiz', invitedEmail: person.email });
});

test('An address is saved only after its renewal’s price was shown, and not if that price has changed', async () => {
  const site = await openSite();
  await site.startJobs();
  const { userId } = await subscribe(site, { payForCoparent: true });
  const headers = await signedIn(site, userId);
  const address = { line1: '4 Elm', line2: '', city: 'Toronto', region: 'ON', postalCode: 'M5V 2T6', country: 'CA' };
  const body = { address, timeZone: 'America/Toronto' };
  type Price = { total: number; tax: number };
  const preview = await send<{ renewals: { heldBy: string | null; before: Price; after: Price }[] }>(site.app, {
    method: 'POST',
    path: `${profile}/address/preview`,
    body,
    headers,
  });
  const [renewal] = preview.body.renewals;
  expect(preview.body.renewals.map(({ heldBy }) => heldBy)).toEqual([null, 'Joe']);
  expect(renewal?.after.tax).not.toBe(renewal?.before.tax);
  const save = (totals: number[]) =>
    send<Answer>(site.app, { method: 'PUT', path: `${profile}/address`, body: { ...body, totals }, headers });
  expect((await save([1])).body.code).toBe('CONFLICT');
  const saved = await save(preview.body.renewals.map(({ after }) => after.total));
  expect(saved.body).toMatchObject({ address, timeZone: 'America/Toronto' });
  expect((await billing(site, userId)).subscriptions[0]?.renewal?.amount).toBe(renewal?.after.total);
});

test('The gateway’s vault is updated with the current name and email, and is not told about a user without a stored card', async () => {
  const site = await openSite();
  const { db, gateway } = site.dependencies;
  const { userId } = await subscribe(site);
  const user = await readUser(db, userId);
  const customerId = user?.gatewayCustomerId ?? '';
  const email = newEmail();
  const stranger = await addPerson(db);
  expect((await customerAt(site.sandboxUrl, customerId)).email).toBe(user?.email);
  await db.transaction().execute(async (trx) => {
    await saveOwn(trx, { user: { id: userId, familyId: user?.familyId ?? null }, at: site.clock.now(), email });
    await saveOwn(trx, { user: { id: stranger.userId, familyId: null }, at: site.clock.now(), firstName: 'Rosa' });
  });
  const real = gateway.updateCustomer;
  gateway.updateCustomer = async () => ({ outcome: 'unknown', cause: 'timeout' });
  const update = () => jobs['update-gateway-customer'].run(site.jobDependencies, { userId });
  await expect(async () => update()).rejects.toThrow('Gateway customer update failed');
  gateway.updateCustomer = real;
  const ran = await drain(site, { mails: false });
  expect(ran.filter((job) => job === 'update-gateway-customer')).toHaveLength(2);
  expect(await customerAt(site.sandboxUrl, customerId)).toEqual({ firstName: user?.firstName, email });
  await expect(customerAt(site.sandboxUrl, stranger.userId)).rejects.toThrow();
});
