import { expect, test } from 'vitest';
import type { ProfileView } from '#contract/api/profile.ts';
import { m } from '#messages/messages.js';
import { readUser } from '#server/identity/user-repository.ts';
import { deliverText } from '#server/jobs/mail/deliver-text.ts';
import { claimCalls } from '../../setup/ownership/ownership.ts';
import { callUsernameRecovery } from '../../setup/ownership/recovery-calls.ts';
import { addPerson, signInAs } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

type Refused = { code?: string; validationErrors?: { code: string }[] };
const notSent = { status: 400, body: { validationErrors: [{ code: 'texts_not_sent' }] } };
const phone = { phoneCountryCode: '+1', phoneNumber: '2025550189' };

/** A site whose owner has no account with a provider of texts, and somebody who is signed in there. */
async function begin() {
  const site = await openSite({ environment: { SMS_PROVIDER: 'none' } });
  const person = await addPerson(site.dependencies.db);
  const { headers } = await signInAs(site.app, person);
  const ask = <T = Refused>(path: string, body: object) =>
    send<T>(site.app, { method: 'POST', path: `/v2/account/profile${path}`, body, headers });
  const texts = async () =>
    ((await (await fetch(`${site.sandboxUrl}/sms/messages`)).json()) as { messages: unknown[] }).messages;
  return { site, person, ask, texts };
}

test('O1: without texts a new phone is saved at once, its owner is mailed, and nobody learns whose it is', async () => {
  const { site, person, ask, texts } = await begin();
  const { db } = site.dependencies;
  await addPerson(db, { role: 'PARENT_B', familyId: person.familyId ?? '', ...phone });
  expect((await ask<ProfileView>('/phone', phone)).body).toMatchObject({ ...phone, pendingPhone: null });
  expect(await readUser(db, person.userId)).toMatchObject(phone);
  const changes = db.selectFrom('accountActivity').select('kind').where('userId', '=', person.userId);
  expect(await changes.execute()).toContainEqual({ kind: 'PHONE_CHANGED' });
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, person.email);
  expect(mails.map(({ text }) => text).join(' ')).toContain(m.activity_phone_changed({}, { locale: 'en' }));
  expect(await texts()).toEqual([]);
});

test('O1: without texts whatever would need one is refused, says so and sends nothing', async () => {
  const { site, person, ask, texts } = await begin();
  const { phoneCountryCode, phoneNumber } = person;
  expect(await ask('/email', { email: 'new@example.com', oldMailboxShared: true })).toMatchObject(notSent);
  const query = { countryCode: phoneCountryCode, mobilePhoneNumber: phoneNumber };
  expect(await callUsernameRecovery(site.app, 'mobilePhone', query)).toMatchObject(notSent);
  const { call, begin: beginClaim } = claimCalls(site);
  expect(await call('POST', '', null, { phoneCountryCode, phoneNumber })).toMatchObject(notSent);
  const { token, answer } = await beginClaim({ email: person.email });
  expect(answer.body.proved).toEqual(['MAILBOX']);
  expect(answer.body.next).not.toContain('PHONE');
  expect(await call('POST', '/codes', token, { channel: 'PHONE' })).toMatchObject(notSent);
  await drain(site);
  expect(await texts()).toEqual([]);
});

test('O1: without texts a notice that goes by mail and text goes by mail, and no report of a text is believed', async () => {
  const { site, person, texts } = await begin();
  const notice = {
    reader: { id: person.userId },
    to: person,
    secret: 'A link',
    body: () => 'A notice',
    locale: 'en',
    isAwaited: false,
    kind: 'factor-reset',
    about: person.userId,
  } as const;
  await deliverText(site.jobDependencies, notice);
  expect(await site.dependencies.db.selectFrom('sentTexts').selectAll().execute()).toEqual([]);
  expect(await texts()).toEqual([]);
  const report = await site.app.inject({
    method: 'POST',
    url: '/api/webhooks/twilio',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
    payload: 'MessageSid=SM1&MessageStatus=delivered',
  });
  expect(report.statusCode).toBe(403);
});
