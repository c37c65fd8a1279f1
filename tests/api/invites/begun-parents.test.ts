import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { currentLink, saveDetails } from '../../setup/invited.ts';
import { cookieOf } from '../../setup/person.ts';
import { ask, openFamily, type SignedIn, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { eventually, mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';

const own = { email: '', phoneNumber: '6125550177' };

const exchange = ({ app }: TestSite, code: string) =>
  send<{ inviteToken: string; code: string }>(app, {
    method: 'POST',
    path: '/v2/invite-codes/exchange',
    body: { code },
  });
const detailsWith = ({ app }: TestSite, userId: string, token: string, cookie = '') =>
  send<{ email: string; phoneNumber: string; code: string }>(app, {
    method: 'GET',
    path: `/v2/invites/parents/${userId}`,
    headers: { 'x-invite-token': token, ...(cookie === '' ? {} : { cookie }) },
  });

/** A parent with a letter, whose code the professional has tried, enters their own contact. */
async function begun(site: TestSite, professional: SignedIn, { invite }: { invite: boolean }) {
  const family = await openFamily(site, professional);
  const { userId, email: givenEmail } = family.parents[0] ?? { userId: '', email: '' };
  const at = `/cases/${family.familyId}/parents/${userId}`;
  if (invite) await ask(site, professional, `${at}/invites`, { method: 'POST' });
  const letter = await ask<{ code: string }>(site, professional, `${at}/letters`, { method: 'POST' });
  const tried = await exchange(site, letter.body.code);
  const contact = { ...own, email: `own-${randomUUID()}@example.com` };
  const link = await currentLink(site, userId);
  const rest = { familyId: family.familyId, inviterEmail: '', email: contact.email, phoneNumber: contact.phoneNumber };
  const saved = await saveDetails(site.app, { ...link, ...rest });
  return {
    familyId: family.familyId,
    userId,
    at,
    code: letter.body.code,
    givenEmail: givenEmail ?? '',
    contact,
    tried: tried.body.inviteToken,
    saved,
  };
}

test('6-10: after step 1 a professional can neither see nor correct a parent’s contact, nor print a letter', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, at, givenEmail, contact, saved } = await begun(site, professional, { invite: true });
  expect(saved.status).toBe(200);
  const seen = await ask<ProfessionalCase>(site, professional, `/cases/${familyId}`);
  expect(seen.body.parents[0]).toMatchObject({ stage: 'INVITED', email: givenEmail });
  expect((await ask(site, professional, `${at}/letters`, { method: 'POST' })).body.code).toBe('INVITE_IN_USE');
  const stolen = await ask(site, professional, `${at}/email`, { method: 'PUT', body: { email: professional.email } });
  expect([stolen.status, stolen.body.code]).toEqual([409, 'INVITE_IN_USE']);
  const all = await searchCases(site, professional);
  for (const word of Object.values(contact)) expect(JSON.stringify([seen.body, all])).not.toContain(word);
});

test('SEC6: a letter’s code stops working after step 1, and the parent continues by a mailed link', async () => {
  const site = await openSite();
  await site.startJobs();
  const professional = await signedInProfessional(site);
  const { userId, at, code, givenEmail, contact, tried, saved } = await begun(site, professional, { invite: false });
  expect(await detailsWith(site, userId, tried)).toMatchObject({ status: 401, body: { code: 'INVITE_TOKEN_INVALID' } });
  expect((await exchange(site, code)).status).toBe(400);
  const own = cookieOf(saved.headers, `invite-${userId}`) ?? '';
  expect((await detailsWith(site, userId, saved.body.inviteToken ?? '', own)).body).toMatchObject(contact);
  const mailed = (count: number) =>
    eventually(
      () => mailsTo(site.sandboxUrl, contact.email),
      (mails) => mails.length === count,
    );
  expect((await mailed(1))[0]?.links.join()).toContain(saved.body.inviteToken);
  // A resent invite goes to the new address too.
  expect((await ask(site, professional, `${at}/invites`, { method: 'POST' })).status).toBe(200);
  await mailed(2);
  expect(await mailsTo(site.sandboxUrl, givenEmail)).toEqual([]);
});

test('a mailed link stays valid when step 1 is saved with the address it was sent to', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const { userId, email } = parents[0] ?? { userId: '', email: null };
  await ask(site, professional, `/cases/${familyId}/parents/${userId}/invites`, { method: 'POST' });
  const link = await currentLink(site, userId);
  const contact = { ...own, email: email ?? '' };
  const saved = await saveDetails(site.app, { ...link, familyId, inviterEmail: '', ...contact });
  expect(saved.body.inviteToken).toBeUndefined();
  const browser = cookieOf(saved.headers, `invite-${userId}`) ?? '';
  expect((await detailsWith(site, userId, link.token, browser)).body).toMatchObject(contact);
});

test('a printed code stops working once the parent has begun by the mailed link', async () => {
  const site = await openSite();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const userId = parents[0]?.userId ?? '';
  const letter = await ask<{ code: string }>(site, professional, `/cases/${familyId}/parents/${userId}/letters`, {
    method: 'POST',
  });
  expect((await exchange(site, letter.body.code)).status).toBe(200);
  const link = await currentLink(site, userId);
  await saveDetails(site.app, { ...link, familyId, inviterEmail: '', ...own, email: parents[0]?.email ?? '' });
  expect((await exchange(site, letter.body.code)).status).toBe(400);
});
