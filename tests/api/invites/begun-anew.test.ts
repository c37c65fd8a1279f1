import { expect, test } from 'vitest';
import { wholeDatabase } from '../../setup/database/whole-database.ts';
import {
  credentialsOf,
  type Invited,
  inviteCoParent,
  invitedPays,
  invitedReadyToPay,
  newUsername,
  putCredentials,
  readInvitePaymentOf,
  saveBilling,
  saveDetails,
} from '../../setup/invited.ts';
import { addressInMinnesota, send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { signedIn } from '../../setup/subscriber.ts';

/** The mailed invite in another browser than the one in which its person has begun. */
const elsewhere = (invited: Invited): Invited => ({ ...invited, headers: { 'x-invite-token': invited.token } });
const declined = { nonce: 'fake-gateway-rejected-fraud-nonce' };

const london = { line1: '3 Mill Lane', line2: '', city: 'London', region: 'ENG', postalCode: 'NW1 6XE', country: 'GB' };
const billInLondon = ({ app }: TestSite, invited: Invited) => saveBilling(app, invited, london, 'Europe/London');

const say = ({ app }: TestSite, { userId, headers }: Invited, path: string, body: object = {}) =>
  send<{ authToken: string | null }>(app, { method: 'PUT', path, headers, body: { userId, ...body } });

test('W9: what one browser agreed to does not bind whoever begins anew in another', async () => {
  const site = await openSite();
  const hers = await inviteCoParent(site, { payForCoparent: true });
  await saveDetails(site.app, hers);
  await billInLondon(site, hers);
  await say(site, hers, '/v2/invites/marketing-opt-in', { value: true });
  expect((await say(site, hers, '/v2/invites/terms')).body.authToken).toEqual(expect.any(String));

  const his = elsewhere(hers);
  await saveDetails(site.app, his, { parent: { phoneNumber: '6125550199' } });
  const { body } = await billInLondon(site, his);
  expect(body.context).toMatchObject({ termsAgreed: false, authToken: null });
  const token = (await say(site, his, '/v2/invites/terms')).body.authToken ?? '';
  expect((await putCredentials(site.app, { token, body: credentialsOf(newUsername()) })).status).toBe(200);
  const consents = await send(site.app, {
    method: 'GET',
    path: '/v2/account/consents',
    headers: await signedIn(site, hers.userId),
  });
  expect(consents.body).toMatchObject({
    consents: [
      { kind: 'MARKETING', given: false },
      { kind: 'TERMS', given: true },
    ],
  });
});

const askWaiver = ({ app }: TestSite, { userId, headers }: Invited, courtOrder: string) => {
  const body = { userId, reason: 'LEGAL_AID', courtOrder };
  return send(app, { method: 'POST', path: '/v2/invites/fee-waivers', headers, body });
};

test('W9: a fee waiver that was asked for in one browser is not replaced from another that has not begun', async () => {
  const site = await openSite();
  const hers = await invitedReadyToPay(site);
  await askWaiver(site, hers, '24-FA-0815');
  expect((await askWaiver(site, elsewhere(hers), 'none')).status).toBe(403);
  const asked = await site.dependencies.db.selectFrom('feeWaivers').select('courtOrder').execute();
  expect(asked).toEqual([{ courtOrder: '24-FA-0815' }]);
});

test('W9: an export has nothing of what was tried or asked for in a browser before its owner began anew', async () => {
  const site = await openSite();
  const hers = await invitedReadyToPay(site);
  await invitedPays(site.app, hers, declined);
  expect((await askWaiver(site, hers, '24-FA-0815')).status).toBe(200);

  const his = elsewhere(hers);
  await saveDetails(site.app, his, { parent: { phoneNumber: '6125550199' } });
  await saveBilling(site.app, his, { ...addressInMinnesota, line1: '9 Other Road' });
  const paid = await invitedPays(site.app, his);
  const set = await putCredentials(site.app, { token: paid.body.clickToJoinToken, body: credentialsOf(newUsername()) });
  expect(set.status).toBe(200);
  const exported = await send(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers: await signedIn(site, hers.userId),
  });
  expect(exported.body).toMatchObject({
    paymentAttempts: [{ state: 'DECLINED' }, { state: 'APPROVED' }],
    feeWaivers: [{ state: 'ASKED' }],
  });
  const text = JSON.stringify(exported.body);
  expect(text).toContain('9 Other Road');
  for (const hers of [addressInMinnesota.line1, 'LEGAL_AID', '24-FA-0815']) expect(text).not.toContain(hers);
});

test('W9: an invite in another browser does not tell of payments that were tried', async () => {
  const site = await openSite();
  const hers = await invitedReadyToPay(site);
  await invitedPays(site.app, hers, declined);
  expect((await readInvitePaymentOf(site.app, hers)).body.outcome).toBe('DECLINED');
  expect((await readInvitePaymentOf(site.app, elsewhere(hers))).body).toEqual({ outcome: 'NONE' });
});

test('W9: no table keeps what was typed in a browser before somebody began anew in another', async () => {
  const site = await openSite();
  const hers = await inviteCoParent(site);
  const parent = { firstName: 'Zephyrine', lastName: 'Quagmirelli', phoneNumber: '6125559876' };
  await saveDetails(site.app, hers, { parent });
  const address = { ...addressInMinnesota, line1: '70 Quagmire Lane' };
  const billed = { parent: { ...parent, timeZone: 'America/Chicago' }, address, sections: ['PARENT', 'ADDRESS'] };
  expect((await saveDetails(site.app, hers, billed)).body.lastCompletedStep).toBe(1);
  const tried = await invitedPays(site.app, hers, { ...declined, change: { cardHolderName: 'Z Quagmirelli' } });
  expect(tried.body.code).toBe('PAYMENT_DECLINED');
  const typed = async () =>
    (await wholeDatabase(site.dependencies.db)).filter(({ text }) => /Quagmire|5559876/.test(text));
  expect(await typed()).toHaveLength(2);
  await saveDetails(site.app, elsewhere(hers), { parent: { phoneNumber: '6125550199' } });
  expect((await typed()).map(({ table }) => table)).toEqual([]);
});
