import { expect, test } from 'vitest';
import { contextOf, currentLink, inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { userIdOf } from '../../setup/person.ts';
import { ask, openFamily, signedInProfessional } from '../../setup/professional.ts';
import { bring, importedUserId, openOldSite, person } from '../../setup/providers/other-system.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import type { TestSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

const children = [{ firstName: 'Ana', lastName: 'Ruiz', email: '' }];
const stupid = { firstName: 'Stupid', lastName: 'Name' };

/** Every call through which one parent can reach the other's account. */
const calls = {
  send: ['POST', '/v2/account/co-parent/invites'],
  withdraw: ['DELETE', '/v2/account/co-parent/invites'],
  correct: ['PUT', '/v2/account/co-parent/email', { email: 'his@example.com' }],
  print: ['POST', '/v2/account/co-parent/letters'],
  add: ['POST', '/v2/account/co-parent-email', { email: 'his@example.com' }],
  time: ['PUT', '/v2/account/co-parent/invite-timing', { when: 'NOW', day: null }],
  rename: ['PUT', '/v2/account/family', { children, coParent: stupid }],
} as const;

async function tryAll(site: TestSite, byUserId: string): Promise<number[]> {
  const headers = await signedIn(site, byUserId);
  const answers: number[] = [];
  for (const [method, path, body] of Object.values(calls))
    answers.push((await send(site.app, { method, path, headers, ...(body ? { body } : {}) })).status);
  return answers;
}

const stored = ({ dependencies: { db } }: TestSite, userId: string) =>
  Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    db.selectFrom('invites').selectAll().where('userId', '=', userId).execute(),
  ]);

const noCredentials = { username: '', password_hash: '' };

test('X1: nobody can invite, mail, correct, print for or rename an imported parent without a username', async () => {
  const site = await openOldSite();
  const people = [person(0), person(1, noCredentials), person(2, noCredentials), person(3)];
  expect((await bring(site, { people })).problems).toEqual([]);
  for (const [by, of] of [
    [0, 1],
    [3, 2],
  ] as const) {
    const [byId, ofId] = [await importedUserId(site, by), await importedUserId(site, of)];
    const before = await stored(site, ofId);
    const statuses = await tryAll(site, byId);
    expect(statuses.filter((status) => ![403, 404, 409].includes(status))).toEqual([]);
    expect(await stored(site, ofId)).toEqual(before);
    const headers = await signedIn(site, byId);
    const family = await send<{ coParent: object }>(site.app, { method: 'GET', path: '/v2/account/family', headers });
    expect(family.body.coParent).toMatchObject({ state: 'JOINED', mayEdit: false, invite: null });
  }
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, 'p1@old.example')).toEqual([]);
});

test('X1: neither the link nor the code of an invite opens an account that belongs to its person; a request for a new link mails its own to its mailbox', async () => {
  const site = await openOldSite();
  const { db } = site.dependencies;
  await bring(site, { people: [person(0), person(1, noCredentials)] });
  const userId = await importedUserId(site, 1);
  const invited = await inviteCoParent(site);
  const headers = await signedIn(site, await userIdOf(db, invited.inviterEmail));
  const letter = await send<{ code: string }>(site.app, {
    method: 'POST',
    path: '/v2/account/co-parent/letters',
    headers,
  });
  // No call can issue it; should one ever, the server still refuses it.
  await db.updateTable('invites').set({ userId }).where('id', '=', invited.inviteId).execute();
  const link = await currentLink(site, userId);
  expect((await contextOf(site.app, link)).status).toBe(401);
  expect((await saveDetails(site.app, { ...invited, ...link })).status).toBe(401);
  const body = { code: letter.body.code };
  expect((await send(site.app, { method: 'POST', path: '/v2/invite-codes/exchange', body })).status).toBe(400);
  await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: link.headers });
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, 'p1@old.example');
  expect(mail?.links.join()).toContain('credentials');
});

test('X1: a co-parent can neither invite nor rename somebody who signed up and has no username yet', async () => {
  const site = await openOldSite();
  const invited = await inviteCoParent(site);
  const inviterId = await userIdOf(site.dependencies.db, invited.inviterEmail);
  const before = await stored(site, inviterId);
  await site.dependencies.db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'invited.joined' })
    .where('id', '=', invited.userId)
    .execute();
  const statuses = await tryAll(site, invited.userId);
  expect(statuses.filter((status) => ![403, 404, 409].includes(status))).toEqual([]);
  expect(await stored(site, inviterId)).toEqual(before);
});

test('X3: a parent who has not begun is named only by the professional who opened the family, not by the other parent', async () => {
  const site = await openOldSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [joined = '', waiting = ''] = parents.map(({ userId }) => userId);
  await site.dependencies.db
    .updateTable('users')
    .set({ status: 'ACTIVE', username: 'joined.first' })
    .where('id', '=', joined)
    .execute();
  const before = await stored(site, waiting);
  const statuses = await tryAll(site, joined);
  expect(statuses.filter((status) => ![403, 404, 409].includes(status))).toEqual([]);
  expect(await stored(site, waiting)).toEqual(before);
  const named = { userId: waiting, firstName: 'Joseph', lastName: 'Ruiz' };
  const body = { parents: [named] };
  expect((await ask(site, professional, `/cases/${familyId}`, { method: 'PUT', body })).status).toBe(200);
  expect((await stored(site, waiting))[0]).toMatchObject({ firstName: 'Joseph', invitedFirstName: null });
});

test('X3: a parent who has begun keeps the name they gave, whatever either inviter calls them', async () => {
  const site = await openOldSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const userId = parents[0]?.userId ?? '';
  await ask(site, professional, `/cases/${familyId}/parents/${userId}/invites`, { method: 'POST' });
  const link = await currentLink(site, userId);
  const rest = { familyId, inviterEmail: '', email: parents[0]?.email ?? '', phoneNumber: '6125550177' };
  await saveDetails(site.app, { ...link, ...rest }, { parent: { firstName: 'Josefina' } });
  const body = { parents: [{ userId, ...stupid }] };
  expect((await ask(site, professional, `/cases/${familyId}`, { method: 'PUT', body })).status).toBe(200);
  expect((await stored(site, userId))[0]).toMatchObject({ firstName: 'Josefina', invitedFirstName: 'Stupid' });
});
