import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { printCoParentInvite } from '#contract/api/invites/co-parent-invite.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import { minutes } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { lockUser } from '#server/identity/user-repository.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { contextOf, currentLink, inviteCoParent, invitedPays, saveBilling, saveDetails } from '../../setup/invited.ts';
import { mailedLink } from '../../setup/mailed-links.ts';
import { userIdOf } from '../../setup/person.ts';
import { ask, openFamily, signedInProfessional } from '../../setup/professional.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

type Family = AnswerOf<typeof readFamily> & { code: string };
const paths = {
  send: ['POST', '/v2/account/co-parent/invites'],
  withdraw: ['DELETE', '/v2/account/co-parent/invites'],
  correct: ['PUT', '/v2/account/co-parent/email'],
  print: ['POST', '/v2/account/co-parent/letters'],
} as const;

const newEmail = () => `joe-${randomUUID()}@example.com`;

/** The calls of a signed-in parent about their co-parent's invite. */
async function asking(site: TestSite, userId: string) {
  const headers = await signedIn(site, userId);
  return <Body = Family>(what: keyof typeof paths, body?: object) =>
    send<Body & { code: string }>(site.app, {
      method: paths[what][0],
      path: paths[what][1],
      headers,
      ...(body ? { body } : {}),
    });
}

async function invitedBy(site: TestSite) {
  const invited = await inviteCoParent(site);
  const inviterId = await userIdOf(site.dependencies.db, invited.inviterEmail);
  return { invited, inviterId, ask: await asking(site, inviterId) };
}

test('an inviter sends the invite again, corrects its address, prints it and withdraws it; each ends what it replaces', async () => {
  const site = await openSite();
  const { invited, ask, inviterId } = await invitedBy(site);
  await drain(site);
  const right = newEmail();
  const corrected = await ask('correct', { email: right });
  expect(corrected.body.coParent?.invite).toMatchObject({ email: 'j•••@example.com', withdrawn: false });
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, right)).toHaveLength(1);
  expect(await mailsTo(site.sandboxUrl, invited.email)).toHaveLength(1);
  expect((await contextOf(site.app, invited)).status, 'the link that went to the wrong address').toBe(401);
  const link = await currentLink(site, invited.userId);
  const letter = await ask<AnswerOf<typeof printCoParentInvite>>('print');
  expect((await contextOf(site.app, link)).status, 'the mailed link beside the letter').toBe(200);
  const exchange = { method: 'POST', path: '/v2/invite-codes/exchange', body: { code: letter.body.code } } as const;
  expect((await send<{ inviteToken: string }>(site.app, exchange)).body.inviteToken).toBe(link.token);
  expect((await ask('withdraw')).body.coParent?.invite?.withdrawn).toBe(true);
  expect((await ask('withdraw')).status, 'done again').toBe(200);
  expect([(await contextOf(site.app, link)).status, (await send(site.app, exchange)).status]).toEqual([401, 400]);
  const asked = { method: 'POST', path: '/v2/invites/requests', headers: link.headers } as const;
  expect((await send(site.app, asked)).status, 'nobody renews what was withdrawn').not.toBe(200);
  expect((await ask('send')).body.coParent?.invite?.withdrawn).toBe(false);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, right)).toHaveLength(2);
  const activity = await site.dependencies.db
    .selectFrom('accountActivity')
    .select('kind')
    .where('userId', '=', inviterId)
    .orderBy('id')
    .execute();
  expect(activity.map(({ kind }) => kind)).toEqual(['INVITE_ADDRESS_CORRECTED', 'INVITE_WITHDRAWN', 'INVITE_SENT']);
});

test('the first mail to an address explains the invite, even after a letter or a corrected address', async () => {
  const site = await openSite();
  const { invited, ask } = await invitedBy(site);
  const right = newEmail();
  await ask('withdraw');
  await ask('print');
  await ask('correct', { email: right });
  await drain(site);
  const [first] = await mailsTo(site.sandboxUrl, right);
  expect(first?.text).toContain('Evenkeel is one calm place');
  expect(first?.text).toContain("If you don't know this person");
  site.clock.advance(minutes(5));
  const { headers } = await currentLink(site, invited.userId);
  await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers });
  await drain(site);
  const texts = (await mailsTo(site.sandboxUrl, right)).map(({ text }) => text);
  expect(
    texts.filter((text) => text.includes('Here is your link')),
    'asked for by its reader',
  ).toHaveLength(1);
});

test('after step 1 the inviter no longer sees the co-parent’s address or requests', async () => {
  const site = await openSite();
  const { invited, ask } = await invitedBy(site);
  const letter = await ask<AnswerOf<typeof printCoParentInvite>>('print');
  const own = { ...invited, email: newEmail() };
  await saveDetails(site.app, own);
  const link = { ...own, ...(await currentLink(site, invited.userId)) };
  expect((await ask('correct', { email: newEmail() })).body.code).toBe('INVITE_IN_USE');
  expect((await ask('print')).body.code).toBe('INVITE_IN_USE');
  const exchange = { method: 'POST', path: '/v2/invite-codes/exchange', body: { code: letter.body.code } } as const;
  expect((await send(site.app, exchange)).status, 'a letter is read by others too').toBe(400);
  await saveBilling(site.app, link);
  expect((await invitedPays(site.app, link)).body.outcome).toBe('PAID');
  expect((await ask('withdraw')).body.coParent?.invite).toMatchObject({
    email: `${invited.email[0]}•••@example.com`,
    withdrawn: true,
  });
  site.clock.advance(minutes(5));
  const [latest, credentials] = [
    await currentLink(site, invited.userId),
    () => mailedLink(site, invited.userId, 'CREDENTIALS'),
  ];
  const before = await credentials();
  await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: latest.headers });
  expect(await credentials(), 'who has paid gets in').not.toBe(before);
  const seen = await ask('withdraw');
  expect(seen.body.coParent).toMatchObject({ state: 'INVITED', invite: { withdrawn: true } });
});

test('only the inviter changes an invite; concurrent changes leave one link at most, and each address has a limit', async () => {
  const site = await openSite();
  const { invited, ask, inviterId } = await invitedBy(site);
  const stranger = await asking(site, (await subscribe(site)).userId);
  expect((await stranger('correct', { email: newEmail() })).status).not.toBe(409);
  const right = newEmail();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const done = index % 2 === 0 ? ask('correct', { email: right }) : ask('withdraw');
      return (await done).status;
    }),
  );
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  const live = await site.dependencies.db
    .selectFrom('invites')
    .select('id')
    .where('userId', '=', invited.userId)
    .where('state', 'in', ['SENT', 'OPENED'])
    .execute();
  expect(live.length).toBeLessThanOrEqual(1);
  const refused = await ask('send');
  expect(refused.status, 'four mails a day to one address by one sender').toBe(429);
  expect(refused.body).toMatchObject({ message: 'Too many tries for today. Try again tomorrow.' });
  // A parent who was invited and has joined invites nobody, whatever the other parent has not finished.
  const { db } = site.dependencies;
  await db
    .updateTable('users')
    .set({ status: 'CREDENTIALS_NEEDED', username: null })
    .where('id', '=', inviterId)
    .execute();
  await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', invited.userId).execute();
  const other = await asking(site, invited.userId);
  for (const what of ['send', 'withdraw', 'print'] as const) expect((await other(what)).status).toBe(409);
  expect((await other('correct', { email: newEmail() })).status).toBe(409);
});

test('an invite that is sent while its inviter’s account closes is not sent, whoever invites', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const invited = await inviteCoParent(site);
  const inviterId = await userIdOf(db, invited.inviterEmail);
  const headers = await signedIn(site, inviterId);
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const path = `/cases/${familyId}/parents/${parents[0]?.userId}/invites`;
  await drain(site);
  const sends = {
    [inviterId]: () => send(site.app, { method: 'POST', path: '/v2/account/co-parent/invites', headers }),
    [professional.userId]: () => ask(site, professional, path, { method: 'POST' }),
  };
  for (const [userId, sendInvite] of Object.entries(sends)) {
    const { sent } = await db.transaction().execute(async (trx) => {
      await lockUser(trx, userId);
      const answer = sendInvite();
      await untilOneWaitsForLock(db);
      await forgetPerson(trx, { userId, at: site.clock.now() });
      return { sent: answer };
    });
    expect((await sent).status).toBe(404);
  }
  const live = await db.selectFrom('invites').select('id').where('state', 'in', ['SENT', 'OPENED']).execute();
  expect(live).toEqual([]);
});
