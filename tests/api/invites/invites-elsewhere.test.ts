import { expect, test } from 'vitest';
import { minutes } from '#server/clock.ts';
import {
  contextOf,
  credentialsOf,
  currentLink,
  type Invited,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
  putCredentialsByHolder,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { mailedLink } from '../../setup/mailed-links.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain } from '../../setup/subscriber.ts';

/** A mailed invite in another browser than the one in which its person has begun: others may read the mailbox. */
const elsewhere = (invited: Invited): Invited => ({ ...invited, headers: { 'x-invite-token': invited.token } });

const detailsOf = ({ app }: TestSite, { userId, headers }: Invited) =>
  send(app, { method: 'GET', path: `/v2/invites/parents/${userId}`, headers });
const blank = { phoneNumber: '', timeZone: null, address: null, reach: null };

test('W9: until somebody has paid, an invite in another browser shows nothing that was typed, and begins anew', async () => {
  const site = await openSite();
  const hers = await inviteCoParent(site, { payForCoparent: true });
  const reach = { mail: true, text: false, call: false, neutral: true, hours: null };
  await saveDetails(site.app, hers, { parent: { firstName: 'Josephine' }, reach });
  const ready = (await saveBilling(site.app, hers)).body.context.authToken ?? '';
  const his = elsewhere(hers);
  const seen = await contextOf(site.app, his);
  expect(seen.body).toMatchObject({ authToken: null, billingAddressComplete: false, termsAgreed: null });
  const typed = await detailsOf(site, his);
  expect(typed.body).toMatchObject({ ...blank, email: hers.email });
  expect(JSON.stringify([seen.body, typed.body])).not.toContain('Josephine');
  expect((await detailsOf(site, hers)).body).toMatchObject({ phoneNumber: hers.phoneNumber, reach: { text: false } });

  const begun = await saveDetails(site.app, his, { parent: { phoneNumber: '6125550199' } });
  expect(begun.body.context).toMatchObject({ authToken: null, billingAddressComplete: false });
  expect((await detailsOf(site, hers)).body).toMatchObject(blank);
  const late = await putCredentials(site.app, { token: ready, body: credentialsOf(newUsername()) });
  expect(late.body.code).toBe('TOKEN_INVALID');
});

test('W9: once paid, an invite goes on in its browser; elsewhere it brings a link that asks for the phone, too', async () => {
  const site = await openSite();
  const hers = await invitedReadyToPay(site);
  expect((await invitedPays(site.app, hers)).body.outcome).toBe('PAID');
  const his = elsewhere(hers);
  const gone = { status: 401, body: { code: 'INVITE_TOKEN_INVALID' } };
  for (const refused of [
    await contextOf(site.app, his),
    await detailsOf(site, his),
    await saveDetails(site.app, his, { parent: { phoneNumber: '6125550199' } }),
  ])
    expect(refused).toMatchObject(gone);
  expect((await contextOf(site.app, hers)).body.authToken).toEqual(expect.any(String));

  const asked = await send(site.app, { method: 'POST', path: '/v2/invites/requests', headers: his.headers });
  expect(asked.body).toEqual({ outcome: 'SENT' });
  await drain(site);
  const token = await mailedLink(site, hers.userId, 'CREDENTIALS');
  const body = credentialsOf(newUsername());
  const bare = await putCredentials(site.app, { token, body });
  expect(bare.body.validationErrors).toMatchObject([{ field: 'code', code: 'required' }]);
  expect((await putCredentialsByHolder(site, { token, body })).status).toBe(200);
});

test('W9: an invite that is mailed again does not name its person as they have typed it, but for their own mailbox', async () => {
  const site = await openSite();
  const hers = await inviteCoParent(site);
  await saveDetails(site.app, hers, { parent: { firstName: 'Josephine' } });
  site.clock.advance(minutes(3));
  const ask = (headers: Record<string, string>) =>
    send(site.app, { method: 'POST', path: '/v2/invites/requests', headers });
  expect((await ask(elsewhere(hers).headers)).body).toEqual({ outcome: 'SENT' });
  await drain(site);
  const mails = await mailsTo(site.sandboxUrl, hers.email);
  expect(mails).not.toEqual([]);
  expect(JSON.stringify(mails)).not.toContain('Josephine');

  const own = `own.${hers.email}`;
  const { headers } = await currentLink(site, hers.userId);
  Object.assign(hers.headers, headers);
  const moved = await saveDetails(site.app, hers, { parent: { firstName: 'Josephine', email: own } });
  expect(moved.body.inviteToken).toEqual(expect.any(String));
  await drain(site);
  expect(JSON.stringify(await mailsTo(site.sandboxUrl, own))).toContain('Josephine');
});
