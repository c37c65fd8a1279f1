import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import { inviteLifeMs } from '#server/identity/invite-repository.ts';
import {
  contextOf,
  credentialsOf,
  currentLink,
  inviteCoParent,
  inviteRow,
  newUsername,
  putCredentials,
  readyToJoin,
  saveDetails,
} from '../../setup/invited.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const requestLink = (site: TestSite, token: string) =>
  send<{ code: string; status: number; outcome: string }>(site.app, {
    method: 'POST',
    path: '/v2/invites/requests',
    headers: { 'x-invite-token': token },
  });

test('SEC6: expired, replaced, revoked, accepted and unknown links get one answer, with status 112', async () => {
  const site = await openSite();
  const expired = await inviteCoParent(site);
  const replaced = await inviteCoParent(site);
  const revoked = await inviteCoParent(site);
  const { invited: accepted, authToken } = await readyToJoin(site);
  await putCredentials(site.app, { token: authToken, body: credentialsOf(newUsername()) });
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('id', '=', revoked.inviteId)
    .execute();
  site.clock.advance(minutes(5));
  await requestLink(site, replaced.token);
  await site.dependencies.db
    .updateTable('invites')
    .set({ expiresAt: site.clock.now() })
    .where('id', '=', expired.inviteId)
    .execute();
  const unknown = { userId: randomUUID(), headers: { 'x-invite-token': 'A'.repeat(43) } };
  for (const invited of [expired, replaced, revoked, accepted, unknown]) {
    const answer = await contextOf(site.app, invited);
    expect(answer).toMatchObject({
      status: 401,
      body: {
        code: 'INVITE_TOKEN_INVALID',
        status: 112,
        message: 'This invite link no longer works. Ask for a new one.',
      },
    });
  }
});

test('a link is valid for thirty days', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  site.clock.advance(inviteLifeMs - minutes(1));
  expect((await contextOf(site.app, invited)).status).toBe(200);
  site.clock.advance(minutes(2));
  expect((await contextOf(site.app, invited)).body.code).toBe('INVITE_TOKEN_INVALID');
  expect(inviteLifeMs).toBe(days(30));
});

test('7.2-3: a new link is mailed to the invited address, revokes the old one and keeps the progress', async () => {
  const site = await openSite();
  await site.startJobs();
  const invited = await inviteCoParent(site);
  await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (mails) => mails.length === 1,
  );
  await saveDetails(site.app, invited);
  site.clock.advance(minutes(3));
  expect((await requestLink(site, invited.token)).body).toEqual({ outcome: 'SENT' });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (seen) => seen.length === 2,
  );
  const next = { ...invited, ...(await currentLink(site, invited.userId)) };
  expect(mails.some(({ text }) => text.includes(next.token))).toBe(true);
  expect((await contextOf(site.app, invited)).body.status).toBe(112);
  expect((await contextOf(site.app, next)).status).toBe(200);
  expect(await inviteRow(site, next)).toMatchObject({ state: 'SENT', lastCompletedStep: 1 });
});

test('two requests in a row send one link, so that the first stays valid', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  site.clock.advance(minutes(3));
  await requestLink(site, invited.token);
  const next = await currentLink(site, invited.userId);
  await Promise.all([
    requestLink(site, invited.token),
    requestLink(site, invited.token),
    requestLink(site, next.token),
  ]);
  expect((await currentLink(site, invited.userId)).inviteId).toBe(next.inviteId);
});

test('8-2: no new link is sent for an unknown token or a withdrawn invite: status 111', async () => {
  const site = await openSite();
  const invited = await inviteCoParent(site);
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('id', '=', invited.inviteId)
    .execute();
  for (const token of ['B'.repeat(43), invited.token]) {
    expect(await requestLink(site, token)).toMatchObject({
      status: 400,
      body: { code: 'INVITE_REQUEST_FAILED', status: 111, message: 'Something went wrong. Please try again later.' },
    });
  }
});

test('somebody who has joined and asks for a new link is mailed their username and the way to log in instead', async () => {
  const site = await openSite();
  await site.startJobs();
  const { invited, authToken } = await readyToJoin(site);
  const username = newUsername();
  await putCredentials(site.app, { token: authToken, body: credentialsOf(username) });
  expect((await requestLink(site, invited.token)).body).toEqual({ outcome: 'SENT' });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, invited.email),
    (seen) => seen.some(({ text }) => text.includes(username)),
  );
  expect(mails.find(({ text }) => text.includes(username))?.links.some((link) => link.endsWith('/app/login'))).toBe(
    true,
  );
  expect(await inviteRow(site, invited)).toMatchObject({ state: 'ACCEPTED' });
});
