import { expect, test } from 'vitest';
import type { Reach } from '#contract/account/reach.ts';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import { m } from '#messages/messages.js';
import { hours } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { Postponed } from '#server/jobs/failed-attempt.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { parentOf, type Registration, readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

const noMail: Reach = { ...unrestrictedReach, mail: false };
const neutral: Reach = { ...unrestrictedReach, neutral: true };
const neutralSubject = m.reach_neutral_subject({}, { locale: 'en' });

/** A sign-up with these preferences in step 1. */
async function choosing(reach: Reach | null) {
  const site = await openSite();
  const registration = await readyToPay(site.app, reach ? { extra: { reach } } : {});
  const { db } = site.dependencies;
  const inbox = async () => (await mailsTo(site.sandboxUrl, registration.email)).map(({ subject }) => subject);
  const row = () =>
    db
      .selectFrom('registrations')
      .select(['reach', 'userId'])
      .where('id', '=', registration.signupId)
      .executeTakeFirstOrThrow();
  /** The link to username and password, queued with a delay in which most have set them. */
  const sendCredentials = async () => {
    const { id: tokenId } = await db.selectFrom('singleUseTokens').select('id').executeTakeFirstOrThrow();
    await jobs['send-credentials-link'].run(site.jobDependencies, { tokenId });
  };
  const sendFirst = async () => {
    await drain(site);
    await sendCredentials();
  };
  return { ...site, site, registration, db, inbox, row, sendCredentials, sendFirst };
}

const own = <Answer>(site: TestSite, { signupId, headers }: Registration, rest: string, body: object) =>
  send<Answer>(site.app, { method: 'POST', path: `/v2/registrations/${signupId}/${rest}`, headers, body });

test.each([
  ['none with mails off', noMail, []],
  ['all under a neutral subject, where that was asked for', neutral, [neutralSubject, neutralSubject]],
] as const)('preferences of step 1 apply to the first mails after paying: %s', async (_, reach, subjects) => {
  const { app, registration, db, inbox, row, sendFirst } = await choosing(reach);
  expect((await submitPayment(app, registration)).body.outcome).toBe('PAID');
  await sendFirst();
  expect(await inbox()).toEqual(subjects);
  const { userId, changedAt: _at, ...said } = await db.selectFrom('reach').selectAll().executeTakeFirstOrThrow();
  expect(userId).toBe((await row()).userId);
  expect(said).toMatchObject({ mail: reach.mail, neutral: reach.neutral, fromHour: null });
});

test('a parent without contact preferences gets the first mails unrestricted, and nothing is stored', async () => {
  const { app, registration, db, inbox, sendFirst } = await choosing(null);
  await submitPayment(app, registration);
  await sendFirst();
  const subjects = await inbox();
  expect(subjects).toHaveLength(2);
  expect(subjects).not.toContain(neutralSubject);
  expect(await db.selectFrom('reach').selectAll().execute()).toEqual([]);
});

test('contact hours of step 1 delay the receipt, but not the credentials link', async () => {
  const from = (new Date().getUTCHours() + 6) % 24;
  const options = { ...unrestrictedReach, hours: { from, until: (from + 1) % 24, timeZone: 'UTC' } };
  const { app, registration, db, jobDependencies, sendCredentials, inbox, clock } = await choosing(options);
  expect(clock.now().getUTCHours(), 'the hours are others').not.toBe(from);
  await submitPayment(app, registration);
  const { id: orderId } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  await expect(jobs['send-receipt'].run(jobDependencies, { orderId })).rejects.toThrow(Postponed);
  await sendCredentials();
  expect(await inbox()).toHaveLength(1);
});

test('a parent who wants no mails gets no resume link; the resume code works and keeps the preferences', async () => {
  const { site, app, registration, inbox, row } = await choosing(noMail);
  const order = null;
  expect((await own<{ code: string }>(site, registration, 'resume-links', { order })).body.code).toBe('FORBIDDEN');
  const ask = { method: 'POST', path: '/v2/resume-links', body: { email: registration.email } } as const;
  expect((await send(app, ask)).status).toBe(200);
  await drain(site);
  expect(await inbox()).toEqual([]);
  const { code } = (await own<{ code: string }>(site, registration, 'resume-codes', { order })).body;
  const there = await send<{ reach: Reach; registrationKey: string }>(app, {
    method: 'POST',
    path: '/v2/resume-codes/exchange',
    body: { code },
  });
  expect(there.body.reach).toEqual(noMail);
  const change = (body: object) =>
    send(app, {
      method: 'PUT',
      path: `/v2/registrations/${registration.signupId}`,
      headers: { 'x-registration-key': there.body.registrationKey },
      body: { parent: parentOf(registration.email), sections: ['PARENT'], ...body },
    });
  expect((await change({})).status, 'a step that says nothing of it changes nothing of it').toBe(200);
  expect((await row()).reach).toEqual(noMail);
  const sameHour = { ...neutral, hours: { from: 9, until: 9, timeZone: 'UTC' } };
  expect((await change({ reach: sameHour })).status).toBe(400);
  expect((await change({ reach: neutral })).status).toBe(200);
  expect((await row()).reach).toEqual(neutral);
});

test('a sign-up’s preferences are erased on expiry; an account’s are exported, and erased on closing', async () => {
  const left = await choosing(noMail);
  left.clock.advance(hours(3));
  await jobs['expire-registrations'].run(left.jobDependencies, {});
  expect((await left.row()).reach).toBeNull();
  const { site, app, registration, db, clock, row } = await choosing(neutral);
  await submitPayment(app, registration);
  const { userId } = await row();
  const headers = await signedIn(site, userId ?? '');
  const exported = await send<{ signUps: object[] }>(app, { method: 'GET', path: '/v2/account/export', headers });
  expect(exported.body.signUps).toMatchObject([{ reach: neutral }]);
  await db.transaction().execute((trx) => forgetPerson(trx, { userId: userId ?? '', at: clock.now() }));
  expect((await row()).reach).toBeNull();
});

test('an invited parent’s contact preferences apply from step 1 on, whoever paid, and are shown to them again', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site, { payForCoparent: true });
  await drain(site);
  const before = (await mailsTo(site.sandboxUrl, invited.email)).length;
  const { headers, userId } = invited;
  expect((await saveDetails(site.app, invited, { reach: noMail })).status).toBe(200);
  const known = await send<{ reach: Reach }>(site.app, {
    method: 'GET',
    path: `/v2/invites/parents/${userId}`,
    headers,
  });
  expect(known.body.reach).toEqual(noMail);
  await jobs['send-invite'].run(site.jobDependencies, { inviteId: invited.inviteId, round: 1 });
  expect(await mailsTo(site.sandboxUrl, invited.email)).toHaveLength(before);
  expect((await saveDetails(site.app, invited)).status).toBe(200);
  const rows = await site.dependencies.db.selectFrom('reach').select(['userId', 'mail']).execute();
  expect(rows).toEqual([{ userId, mail: false }]);
});
