import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { currentLink, inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { ask, openFamily, register, type SignedIn, signedInProfessional } from '../../setup/professional.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';
import { paidWithTiming } from '../../setup/timed-invite.ts';

/** A family whose first parent is harassed, and the mails that can be sent to them. */
async function mailing(site: TestSite, professional: SignedIn, email: string) {
  const { familyId, parents } = await openFamily(site, professional, {
    parentA: { firstName: 'Marta', lastName: 'Ruiz', email },
  });
  const at = `/cases/${familyId}/parents/${parents[0]?.userId}`;
  return {
    invite: () => ask(site, professional, `${at}/invites`, { method: 'POST' }),
    correct: (other: string) => ask(site, professional, `${at}/email`, { method: 'PUT', body: { email: other } }),
  };
}

const newEmail = () => `somebody-${randomUUID()}@example.com`;

test('P3: one address gets eight invites and corrections in a day, however many inviters there are', async () => {
  const site = await openSite();
  const victim = newEmail();
  const people = await Promise.all([signedInProfessional(site), signedInProfessional(site)]);
  const [one, two] = await Promise.all(people.map((professional) => mailing(site, professional, victim)));
  if (!one || !two) throw new Error('Nobody to mail');
  // Resent, corrected and corrected back: a correction also mails the previous address.
  for (const send of [
    one.invite,
    one.invite,
    two.invite,
    () => one.correct(newEmail()),
    () => one.correct(victim.toUpperCase()),
  ])
    expect((await send()).status).toBe(200);
  const more = Array.from({ length: 12 }, () => [one.invite, two.invite]).flat();
  const issued = async () =>
    (await site.dependencies.db.selectFrom('invites').select('id').where('state', '!=', 'REVOKED').execute()).length;
  const before = await issued();
  const statuses = (await Promise.all(more.map((invite) => invite()))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length, 'each by its own limit').toBeGreaterThan(18);
  expect((await issued()) - before, 'of all').toBe(3);
  const refused = await two.correct(newEmail());
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS' },
    headers: { 'retry-after': expect.any(String) },
  });

  const invited = await inviteCoParent(site);
  expect(
    (await saveDetails(site.app, invited, { parent: { email: victim } })).status,
    'taken, not refused for what others had sent',
  ).toBe(409);
  const another = newEmail();
  const [mine, theirs] = [await mailing(site, people[0], another), await mailing(site, people[1], another)];
  const byOne = await Promise.all(Array.from({ length: 6 }, () => mine.invite()));
  expect(
    byOne.filter((answer) => answer.status === 200),
    'others are mailed, but not eight times by one',
  ).toHaveLength(4);
  expect((await theirs.invite()).status, 'nobody alone uses it up').toBe(200);
});

test('P3: requests with a superseded link do not use up the parent’s limit', async () => {
  const site = await openSite();
  const mailed = await inviteCoParent(site);
  await saveDetails(site.app, mailed, { parent: { email: newEmail() } });
  const hers = await currentLink(site, mailed.userId);
  const requestInvite = (headers: Record<string, string>) =>
    send(site.app, { method: 'POST', path: '/v2/invites/requests', headers });
  const tries = await Promise.all(Array.from({ length: 6 }, () => requestInvite(mailed.headers)));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
  expect((await requestInvite(hers.headers)).body).toEqual({ outcome: 'SENT' });
});

test('P3: a professional with an unconfirmed address cannot send mails', async () => {
  const site = await openSite();
  const { body } = await register(site.app, { contact: { email: newEmail() } });
  const unconfirmed = { userId: body.userId, email: '', headers: await signedIn(site, body.userId) };
  const { invite, correct } = await mailing(site, unconfirmed, newEmail());
  for (const { status } of [await invite(), await correct(newEmail())]) expect(status).toBe(403);
  expect(await site.dependencies.db.selectFrom('invites').select('id').execute()).toEqual([]);
});

/** More than one cause may send to one address in a day. */
const tooOften = 6;
const each = async (times: number, call: () => Promise<{ status: number; body: { code?: unknown } }>) => {
  const codes: unknown[] = [];
  for (let done = 0; done < times; done += 1) codes.push((await call()).body.code);
  return [...new Set(codes)];
};

test('X6: an invite that was sent, and is timed again, counts as no mail', async () => {
  const site = await openSite();
  const parent = await paidWithTiming(site, { when: 'LATER' });
  expect((await parent.time({ when: 'NOW' })).status).toBe(200);
  expect(await each(tooOften, () => parent.time({ when: 'NOW' }))).toEqual(['CONFLICT']);
  expect((await parent.ask({ method: 'POST', path: 'co-parent/invites' })).status, 'sent again').toBe(200);
});

test('X6: an address that is refused for an invited parent counts as no mail', async () => {
  const site = await openSite();
  const hers = await inviteCoParent(site);
  const move = (email: string) => saveDetails(site.app, hers, { parent: { email } });
  expect(await each(tooOften, () => move(hers.inviterEmail))).toEqual(['VALIDATION']);
  expect((await move(newEmail())).status).toBe(200);
});

test('X6: an address that is refused because its parent has begun counts as no mail', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional, {
    parentA: { firstName: 'Marta', lastName: 'Ruiz', email: newEmail() },
  });
  const [userId = ''] = parents.map((one) => one.userId);
  const at = `/cases/${familyId}/parents/${userId}`;
  await ask(site, professional, `${at}/invites`, { method: 'POST' });
  const link = await currentLink(site, userId);
  const begun = { ...link, familyId, email: newEmail(), phoneNumber: '6125550143', inviterEmail: '' };
  expect((await saveDetails(site.app, begun)).status).toBe(200);
  const other = newEmail();
  const correct = () =>
    ask<{ code: string }>(site, professional, `${at}/email`, { method: 'PUT', body: { email: other } });
  expect(await each(tooOften, correct)).toEqual(['INVITE_IN_USE']);

  const invited = await inviteCoParent(site);
  await saveDetails(site.app, invited);
  const inviter = await idOf(site, invited.inviterEmail);
  const correctOwn = async () =>
    send<{ code: string }>(site.app, {
      method: 'PUT',
      path: '/v2/account/co-parent/email',
      headers: await signedIn(site, inviter),
      body: { email: other },
    });
  expect(await each(tooOften, correctOwn)).toEqual(['INVITE_IN_USE']);
});

async function idOf({ dependencies: { db } }: TestSite, email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}
