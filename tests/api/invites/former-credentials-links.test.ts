import { expect, test } from 'vitest';
import { days } from '#server/clock.ts';
import { issueToken } from '#server/identity/single-use-token.ts';
import {
  contextOf,
  currentLink,
  invitedPays,
  invitedReadyToPay,
  readyToJoin,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

const ask = ({ app }: Awaited<ReturnType<typeof openSite>>, token: string) =>
  send(app, { method: 'POST', path: '/v2/credentials/requests', headers: { authorization: `Bearer ${token}` } });

test('a credentials link that ended does not end the invite link of a parent who has moved to another address', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  const moved = await saveDetails(site.app, invited, { parent: { email: `own.${invited.email}` } });
  const own = { ...invited, headers: { ...invited.headers, 'x-invite-token': moved.body.inviteToken ?? '' } };
  expect((await contextOf(site.app, own)).status).toBe(200);
  expect((await ask(site, authToken)).status).toBe(200);
  expect((await contextOf(site.app, own)).status).toBe(200);
});

test('a credentials link does not renew a withdrawn invite', async () => {
  const site = await openSite();
  const { invited, authToken } = await readyToJoin(site);
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('userId', '=', invited.userId)
    .execute();
  expect((await ask(site, authToken)).status).toBe(401);
  const { headers } = await currentLink(site, invited.userId);
  expect((await contextOf(site.app, { userId: invited.userId, headers })).status).toBe(401);
});

test('whoever has a credentials link that ended uses up none of its owner’s requests for another', async () => {
  const site = await openSite();
  const { invited, authToken: former } = await readyToJoin(site);
  const email = `own.${invited.email}`;
  const moved = await saveDetails(site.app, invited, { parent: { email } });
  const own = { ...invited, email, headers: { ...invited.headers, 'x-invite-token': moved.body.inviteToken ?? '' } };
  const ready = (await saveBilling(site.app, own)).body.context.authToken ?? '';
  expect([ready === '', ready === former]).toEqual([false, false]);
  for (let asked = 0; asked < 4; asked++) await ask(site, former);
  expect((await ask(site, ready)).status).toBe(200);
});

test('however many credentials links that ended somebody has, they bring their owner three mails in half an hour', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const invited = await invitedReadyToPay(site);
  expect((await invitedPays(site.app, invited)).body.outcome).toBe('PAID');
  const link = {
    purpose: 'CREDENTIALS',
    userId: invited.userId,
    lifeMs: days(1),
    at: site.clock.now(),
    makeToken,
  } as const;
  const former = await Promise.all(Array.from({ length: 8 }, () => issueToken(db, link)));
  const email = `own.${invited.email}`;
  await saveDetails(site.app, invited, { parent: { email } });
  const mails = async () => {
    await drain(site);
    return (await mailsTo(site.sandboxUrl, email)).length;
  };
  const before = await mails();
  for (const { secret } of former) {
    expect((await ask(site, secret)).status).toBeOneOf([200, 429]);
  }
  expect(await mails()).toBe(before + 3);
});
