import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { stopToken } from '#server/invites/stop-invites.ts';
import { queueTables } from '../../setup/database/queue-tables.ts';
import { inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { userIdOf } from '../../setup/person.ts';
import { ask, openFamily, signedInProfessional } from '../../setup/professional.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

/** Somebody who was invited by a parent who has paid, and the links of their mail. */
async function openInvited() {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  await drain(site);
  const received = async () => (await mailsTo(site.sandboxUrl, invited.email)).length;
  const [mail] = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (mails) => mails.length === 1,
  );
  const token = mail?.links.flatMap((link) => /\/app\/stop-invites#token=([\w-]+)$/.exec(link)?.[1] ?? [])[0] ?? '';
  const header = (name: string) => mail?.headers.find((each) => each.name.toLowerCase() === name)?.value ?? '';
  const oneClick = /<https?:\/\/[^/]+(\/api\/v2\/invite-stops\/[\w-]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
  const set = (stopped: boolean, bearer = token) =>
    send(site.app, {
      method: 'PUT',
      path: '/v2/invite-stop',
      headers: { authorization: `Bearer ${bearer}` },
      body: { stopped },
    });
  const headers = await signedIn(site, await userIdOf(site.dependencies.db, invited.inviterEmail));
  const inviter = <Body = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    send<Body>(site.app, { method, path: `/v2/account${path}`, headers, ...(body ? { body } : {}) });
  const seen = async () => {
    const { body } = await inviter<{ coParent: { invite: { returned: boolean } } }>('GET', '/family');
    return body.coParent.invite.returned;
  };
  const stops = () => site.dependencies.db.selectFrom('inviteStops').selectAll().execute();
  return { ...site, invited, received, mail, header, token, oneClick, set, inviter, seen, stops };
}

test('W4: an invite’s reader stops all invites to their mailbox by one link, in any spelling, and allows them again', async () => {
  const site = await openInvited();
  const { invited, set, inviter, received } = site;
  expect((await set(true, `${site.token.slice(0, -1)}${site.token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
  expect(await site.stops()).toEqual([]);
  expect((await set(true)).body).toEqual({ stopped: true });
  expect((await set(true)).body).toEqual({ stopped: true });
  expect(JSON.stringify(await site.stops())).not.toContain(invited.email);
  expect(await site.seen(), 'nothing tells the inviter when').toBe(false);

  expect((await inviter('POST', '/co-parent/invites')).status).toBe(200);
  const professional = await signedInProfessional(site);
  const spelled = invited.email.replace('@', '+other@').toUpperCase();
  const { familyId, parents } = await openFamily(site, professional, {
    parentA: { firstName: 'Marta', lastName: 'Ruiz', email: spelled },
  });
  await ask(site, professional, `/cases/${familyId}/parents/${parents[0]?.userId}/invites`, { method: 'POST' });
  await drain(site);
  expect([await received(), (await mailsTo(site.sandboxUrl, spelled)).length]).toEqual([1, 0]);
  expect(await site.seen(), 'as after a bounce').toBe(true);

  expect((await set(false)).body).toEqual({ stopped: false });
  await inviter('PUT', '/co-parent/email', { email: invited.email });
  await drain(site);
  expect([await received(), await site.seen()]).toEqual([2, false]);
});

test('W4: mails that a reader requests are sent even though they stopped invites', async () => {
  const { set, invited, received, ...site } = await openInvited();
  await set(true);
  site.clock.advance(10 * 60_000);
  const asked = await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: invited.headers });
  expect(asked.body).toEqual({ outcome: 'SENT' });
  await drain(site);
  expect(await received()).toBe(2);
});

test('W4: an invite to an address that its reader entered obeys the stop of that address, and its inviter is not told', async () => {
  const { set, invited, ...site } = await openInvited();
  await set(true);
  const elsewhere = `elsewhere-${Date.now()}@example.com`;
  const other = stopToken(site.dependencies.makeToken, { link: 'LINK', email: elsewhere });
  await set(true, other);
  const moved = await saveDetails(site.app, invited, { parent: { email: elsewhere } });
  expect(moved.body).toMatchObject({ inviteToken: expect.any(String) });
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, elsewhere)).toEqual([]);
  expect(await site.seen(), 'nobody is told of another address').toBe(false);
});

test('W4: mail programs stop invites by one form POST, whose token can do nothing else', async () => {
  const site = await openInvited();
  expect(site.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const post = (url: string, contentType: string, payload: string) =>
    site.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload });
  const bearer = site.oneClick.split('/').at(-1) ?? '';
  expect((await site.set(true, bearer)).status).toBe(401);
  expect((await post(`/api/v2/invite-stops/${site.token}`, 'text/plain', '')).statusCode).not.toBe(200);
  expect((await site.app.inject(site.oneClick)).statusCode, 'scanners open links').toBe(404);
  expect(await site.stops()).toEqual([]);
  const form = 'application/x-www-form-urlencoded';
  const boundary = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  expect((await post(site.oneClick, form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200);
  expect((await post(site.oneClick, 'multipart/form-data; boundary=b', boundary)).statusCode).toBe(200);
  expect(await site.stops()).toHaveLength(1);
  expect((await site.set(false)).body).toEqual({ stopped: false });
  expect(await site.stops()).toEqual([]);
});

test('W4: first invites count against mailbox and sender, however often somebody signs up, pays and takes the money back', async () => {
  const site = await openSite();
  const victim = `victim-${Date.now()}@example.com`;
  const spellings = ['', '+a', '+b', '+c', '+d', '+e', '+f', '+g', '+h', '+i', '+j'].map((tag) =>
    victim.replace('@', `${tag}@`),
  );
  for (const coParentEmail of spellings) await inviteCoParent(site, { coParentEmail });
  await drain(site);
  const arrived = async () => (await Promise.all(spellings.map((to) => mailsTo(site.sandboxUrl, to)))).flat().length;
  expect(await arrived()).toBe(8);
  const token = stopToken(site.dependencies.makeToken, { link: 'LINK', email: victim });
  await send(site.app, {
    method: 'PUT',
    path: '/v2/invite-stop',
    headers: { authorization: `Bearer ${token}` },
    body: { stopped: true },
  });
  const waiting = sql`
    update ${sql.table(queueTables.jobs)} set run_at = now()
    where run_at > now() and payload ->> 'inviteId' is not null returning payload`;
  expect((await waiting.execute(site.dependencies.db)).rows, 'they leave later').toHaveLength(3);
  await drain(site);
  expect(await arrived()).toBe(8);
});

test('W4: a mail that may not be sent counts against no recipient', async () => {
  const { invited, inviter, ...site } = await openInvited();
  const counted = () =>
    site.dependencies.db
      .selectFrom('rateLimits')
      .select(['key', 'points'])
      .where('key', 'like', 'invite%')
      .orderBy('key')
      .execute();
  await site.dependencies.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', invited.userId).execute();
  const before = await counted();
  expect((await inviter('POST', '/co-parent/invites')).status).toBe(409);
  expect((await inviter('PUT', '/co-parent/email', { email: 'other@example.com' })).status).toBe(409);
  expect(await counted()).toEqual(before);
});
