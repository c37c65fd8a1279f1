import { expect, test } from 'vitest';
import { days, minutes } from '#server/clock.ts';
import {
  contextOf,
  credentialsOf,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
  putCredentialsByHolder,
} from '../../setup/invited.ts';
import { register } from '../../setup/professional.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

const requestCredentialsLink = ({ app }: TestSite, token: string) =>
  send(app, { method: 'POST', path: '/v2/credentials/requests', headers: { authorization: `Bearer ${token}` } });
const inviteAgain = ({ app }: TestSite, headers: Record<string, string>) =>
  send(app, { method: 'POST', path: '/v2/invites/requests', headers });
const mailWith = (site: TestSite, to: string, words: string) =>
  eventually(
    async () =>
      (await mailsTo(site.sandboxUrl, to)).find(({ subject, text }) =>
        `${subject} ${text.replaceAll(/\s+/g, ' ')}`.includes(words),
      ),
    (mail) => mail !== undefined,
  );

test('T8: an expired credentials link mails a new one that works; a stranger’s token mails nobody', async () => {
  const site = await openSite();
  await site.startJobs();
  const invited = await invitedReadyToPay(site);
  const expired = (await invitedPays(site.app, invited)).body.clickToJoinToken;
  site.clock.advance(days(2));
  expect((await putCredentials(site.app, { token: expired, body: credentialsOf(newUsername()) })).body.code).toBe(
    'TOKEN_INVALID',
  );
  expect((await requestCredentialsLink(site, expired)).body).toEqual({ outcome: 'SENT' });
  const mail = await mailWith(site, invited.email, 'Choose your Evenkeel username');
  const token = mail?.links.find((link) => link.includes('/join/credentials#token='))?.split('token=')[1] ?? '';
  expect((await putCredentialsByHolder(site, { token, body: credentialsOf(newUsername()) })).status).toBe(200);
  expect((await requestCredentialsLink(site, 'C'.repeat(43))).body['code']).toBe('TOKEN_INVALID');

  // Requested after joining, by either link: the mail states that there is an account, and its username.
  expect((await requestCredentialsLink(site, expired)).body).toEqual({ outcome: 'SENT' });
  const told = await mailWith(site, invited.email, 'You already have your Evenkeel account');
  expect(told?.links.some((link) => link.endsWith('/app/login'))).toBe(true);
  const tries = await Promise.all(Array.from({ length: 4 }, () => requestCredentialsLink(site, expired)));
  expect(tries.map(({ status }) => status)).toContain(429);
});

test('T8: an invite revoked after payment still gets a link, which sets username and password', async () => {
  const site = await openSite();
  const invited = await invitedReadyToPay(site);
  await invitedPays(site.app, invited);
  expect((await contextOf(site.app, invited)).body).toMatchObject({
    isSubscriptionCurrent: true,
    authToken: expect.any(String),
  });
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('id', '=', invited.inviteId)
    .execute();
  site.clock.advance(minutes(5));
  expect((await inviteAgain(site, invited.headers)).body).toEqual({ outcome: 'SENT' });
  await drain(site);
  expect(await mailWith(site, invited.email, 'Choose your Evenkeel username')).toBeDefined();
  const unpaid = await inviteCoParent(site);
  await site.dependencies.db
    .updateTable('invites')
    .set({ state: 'REVOKED' })
    .where('id', '=', unpaid.inviteId)
    .execute();
  expect((await inviteAgain(site, unpaid.headers)).body['status']).toBe(111);
});

test('T9: an access mail to a professional mentions the free account, no payment', async () => {
  const site = await openSite();
  await site.startJobs();
  const email = 'late@court.example';
  await register(site.app, { contact: { email } });
  await mailWith(site, email, 'professional account');
  await send(site.app, {
    method: 'POST',
    path: '/ofw/signup/getpassword.form',
    body: { usernameOrEmail: email },
    headers: { origin: 'http://localhost:3000' },
  });
  const mails = await eventually(
    () => mailsTo(site.sandboxUrl, email),
    (seen) => seen.length === 2,
  );
  for (const { subject, text } of mails) {
    expect(subject).toBe('Your Evenkeel professional account');
    expect(text).not.toMatch(/payment|paid|pay again/i);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Professional accounts are free');
  }
});
