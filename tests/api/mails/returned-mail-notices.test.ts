import { expect, test } from 'vitest';
import type { readAccount } from '#contract/api/account.ts';
import type { ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { readFamily } from '#contract/api/sign-up/family.ts';
import { days } from '#server/clock.ts';
import type { MailReport } from '#server/gateways/mail/port.ts';
import { recordMailReport } from '#server/identity/returned-mail.ts';
import { issueToken } from '#server/identity/single-use-token.ts';
import { inviteCoParent, saveDetails } from '../../setup/invited.ts';
import { claimCalls } from '../../setup/ownership/ownership.ts';
import { addPerson, userIdOf } from '../../setup/person.ts';
import { ask as askAsProfessional, openFamily, searchCases, signedInProfessional } from '../../setup/professional.ts';
import { openReturning } from '../../setup/returning-site.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { confirmProposal, performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, signedIn } from '../../setup/subscriber.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Parent A has paid and invited; their calls, and how both pages show the invite. */
async function openInvited() {
  const site = await openReturning();
  const invited = await inviteCoParent(site);
  await drain(site);
  const headers = await signedIn(site, await userIdOf(site.db, invited.inviterEmail));
  const callAccount = <Body>(method: Method, path: string, body?: object) =>
    send<Body>(site.app, {
      method,
      path: `/v2/account/${path}`.replace(/\/$/, ''),
      headers,
      ...(body ? { body } : {}),
    });
  const seen = async () => {
    const home = await callAccount<AnswerOf<typeof readAccount>>('GET', '');
    const settings = await callAccount<AnswerOf<typeof readFamily>>('GET', 'family');
    expect(home.body.coParent?.invite).toEqual(settings.body.coParent?.invite);
    return home.body.coParent;
  };
  const come = async (report: MailReport, to = invited.email) =>
    recordMailReport(site.dependencies, { tag: await site.tagOf(to), report });
  return { ...site, invited, callAccount, seen, come };
}

test('an inviter sees that the given address bounced, until they correct or withdraw it', async () => {
  const { seen, come, callAccount, ...site } = await openInvited();
  expect(await seen()).toMatchObject({ state: 'INVITED', invite: { returned: false } });
  await come('HARD');
  expect(await seen()).toMatchObject({ state: 'INVITED', invite: { returned: true } });
  const right = `right-${site.invited.email}`;
  await callAccount('PUT', 'co-parent/email', { email: right });
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, right)).toHaveLength(1);
  expect(await seen()).toMatchObject({ invite: { returned: false } });
  await come('HARD', right);
  expect(await seen()).toMatchObject({ invite: { returned: true } });
  await callAccount('DELETE', 'co-parent/invites');
  expect(await seen()).toMatchObject({ invite: { returned: false, withdrawn: true } });
});

test('a bounced address is forgotten once it is replaced, by whomever; one with a spam complaint is not', async () => {
  const { callAccount, invited, ...site } = await openInvited();
  const sam = await staffHeaders(site, ['SUPPORT']);
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [opened] = parents;
  await askAsProfessional(site, professional, `/cases/${familyId}/parents/${opened?.userId}/invites`, {
    method: 'POST',
  });
  await drain(site);
  const ada = await staffHeaders(site, ['ADMIN']);
  const correctAsStaff = (userId: string, previous: object) => async (email: string) => {
    await performAction(site, sam, userId, { action: 'CORRECT_EMAIL', inputs: { email, ...previous } });
    await confirmProposal(site, ada);
  };
  const correctInvited = correctAsStaff(invited.userId, {});
  const person = await addPerson(site.db);
  const atCase = `/cases/${familyId}/parents/${opened?.userId}/email`;
  const correctAsProfessional = (email: string) =>
    askAsProfessional(site, professional, atCase, { method: 'PUT', body: { email } });
  const undo = async () => {
    const { clock, makeToken } = site.dependencies;
    const data = { email: person.email };
    const token = { purpose: 'OWNERSHIP_CLAIM', userId: person.userId, lifeMs: days(7), at: clock.now() } as const;
    const { secret } = await issueToken(site.db, { ...token, makeToken, data });
    expect((await claimCalls(site).undoByLink(secret)).body).toMatchObject({ undone: true });
  };
  const corrections: [string, string, (email: string) => Promise<unknown>][] = [
    [person.userId, person.email, correctAsStaff(person.userId, { mailboxBefore: 'THEIRS' })],
    [invited.userId, invited.email, (email) => callAccount('PUT', 'co-parent/email', { email })],
    [invited.userId, `1-${invited.email}`, correctInvited],
    [opened?.userId ?? '', opened?.email ?? '', correctAsProfessional],
    [person.userId, `0-${invited.email}`, undo],
  ];
  for (const [number, [userId, email, correct]] of corrections.entries()) {
    await site.mail({ userId, email });
    await site.report(email, 'HARD');
    expect([number, await site.suppressed()]).toMatchObject([number, [{ userId }]]);
    await correct(`${number}-${invited.email}`);
    expect([number, await site.suppressed()]).toEqual([number, []]);
  }
  await site.mail({ userId: invited.userId, email: `2-${invited.email}` });
  await site.report(`2-${invited.email}`, 'COMPLAINT');
  await correctInvited(`last-${invited.email}`);
  expect(await site.suppressed()).toMatchObject([{ userId: invited.userId, cause: 'COMPLAINT' }]);
});

test('an inviter sees neither a full mailbox nor a spam complaint', async () => {
  const { seen, come, ...site } = await openInvited();
  const before = await seen();
  for (const report of ['SOFT', 'COMPLAINT'] as const) {
    expect(await come(report)).toBe(true);
    expect(await seen()).toEqual(before);
  }
  expect(await site.suppressed()).toMatchObject([{ cause: 'COMPLAINT' }]);
});

test('an inviter learns nothing about an address that the invited parent entered, nor about a parent who has joined', async () => {
  const { seen, come, invited, ...site } = await openInvited();
  const before = await seen();
  const own = `own-${invited.email}`;
  expect((await saveDetails(site.app, invited, { parent: { email: own } })).status).toBe(200);
  await site.mail({ userId: invited.userId, email: own });
  expect(await come('HARD', own)).toBe(true);
  expect(await seen()).toEqual(before);
  await site.db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', invited.userId).execute();
  await come('HARD');
  expect(await seen()).toMatchObject({ state: 'JOINED', invite: null });
});

test('an account shows bounces and spam complaints; mails resume once its owner says so', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  let headers = await signedIn(site, person.userId);
  const callAccount = async (method: 'GET' | 'DELETE', path: string) =>
    (await send<{ returnedMail: string | null }>(site.app, { method, path: `/v2/account${path}`, headers })).body;
  const told = async () => {
    const [home, billing] = [await callAccount('GET', ''), await callAccount('GET', '/billing')];
    expect(home.returnedMail).toBe(billing.returnedMail);
    return home.returnedMail;
  };
  /** X7: a complaint is withdrawn from the mailbox, by a link that works for its account. */
  const openLink = async () => {
    await drain(site);
    const links = (await mailsTo(site.sandboxUrl, person.email)).flatMap(({ links: sent }) => sent);
    const token = links.flatMap((link) => /\/email#token=([\w-]+)/.exec(link)?.[1] ?? [])[0];
    const path = '/v2/account/profile/email/confirmation';
    const confirmed = await send(site.app, { method: 'POST', path, body: { token }, headers });
    expect(confirmed.body).toEqual({ outcome: 'CONFIRMED' });
    arrived = (await mailsTo(site.sandboxUrl, person.email)).length;
  };
  let arrived = 0;
  const leaves = async () => {
    await site.mail(person);
    const count = (await mailsTo(site.sandboxUrl, person.email)).length;
    const one = count > arrived;
    arrived = count;
    return one;
  };
  expect([await leaves(), await told()]).toEqual([true, null]);
  for (const [report, because] of [
    ['HARD', 'RETURNED'],
    ['COMPLAINT', 'COMPLAINT'],
  ] as const) {
    await site.report(person.email, report);
    if (report === 'HARD') {
      await site.mail(person);
      arrived += 1;
      await site.report(person.email, report);
    }
    expect([await told(), await leaves()]).toEqual([because, false]);
    const lifted = await callAccount('DELETE', '/returned-mail');
    expect(lifted).toEqual({ returnedMail: report === 'COMPLAINT' ? report : null });
    if (report === 'COMPLAINT') await openLink();
    expect([await told(), await leaves()]).toEqual([null, true]);
  }
  // A full mailbox is reported only while it suppresses mails.
  for (let mail = 0; mail < 5; mail += 1) {
    await site.report(person.email, 'SOFT');
    expect(await told()).toBe(mail < 4 ? null : 'RETURNED');
    await leaves();
  }
  site.clock.advance(days(15));
  headers = await signedIn(site, person.userId);
  expect(await told()).toBeNull();
});

test('a professional sees above the families that their mails bounce, and resumes them', async () => {
  const site = await openReturning();
  const { userId, email, headers } = await signedInProfessional(site);
  const told = async () => (await searchCases(site, { headers })).returnedMail;
  await site.mail({ userId, email });
  expect(await told()).toBeNull();
  await site.report(email, 'HARD');
  expect(await told(), 'of one mail').toBeNull();
  await site.mail({ userId, email });
  await site.report(email, 'HARD');
  expect(await told()).toBe('RETURNED');
  await send(site.app, { method: 'DELETE', path: '/v2/account/returned-mail', headers });
  expect(await told()).toBeNull();
});

test('another account with the same address is not told, and cannot resume its mails', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  const other = await addPerson(site.db, { email: person.email });
  await site.mail(person);
  await site.report(person.email, 'HARD');
  const headers = await signedIn(site, other.userId);
  const home = await send(site.app, { method: 'GET', path: '/v2/account', headers });
  expect(home.body).toMatchObject({ returnedMail: null });
  await send(site.app, { method: 'DELETE', path: '/v2/account/returned-mail', headers });
  expect(await site.suppressed()).toMatchObject([{ userId: person.userId }]);
});

test('a professional sees that a given address bounced, and retries it by entering it again', async () => {
  const site = await openReturning();
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const [parent] = parents;
  const at = `/cases/${familyId}/parents/${parent?.userId}`;
  const email = parent?.email ?? '';
  await askAsProfessional(site, professional, `${at}/invites`, { method: 'POST' });
  await drain(site);
  const returned = async () => {
    const { body } = await askAsProfessional<ProfessionalCase>(site, professional, `/cases/${familyId}`);
    const listed = (await searchCases(site, professional)).cases.find((each) => each.familyId === familyId);
    expect(listed?.parents).toEqual(body.parents);
    return body.parents.map((each) => each.returned);
  };
  expect(await returned()).toEqual([false, false]);
  await site.report(email, 'COMPLAINT');
  expect(await returned(), 'what its reader does with mail').toEqual([false, false]);
  await site.db.deleteFrom('suppressedAddresses').execute();
  await site.mail({ userId: parent?.userId ?? '', email });
  await site.report(email, 'HARD');
  expect(await returned()).toEqual([true, false]);
  const before = (await mailsTo(site.sandboxUrl, email)).length;
  const same = { method: 'PUT', body: { email } } as const;
  expect((await askAsProfessional(site, professional, `${at}/email`, same)).status).toBe(200);
  await drain(site);
  expect(await returned()).toEqual([false, false]);
  expect(await mailsTo(site.sandboxUrl, email)).toHaveLength(before + 1);
});

test('X7: a complaint is withdrawn only by its reader through the mailed link, not by whoever is signed in', async () => {
  const site = await openReturning();
  const person = await addPerson(site.db);
  await site.mail(person);
  await site.report(person.email, 'COMPLAINT');
  const headers = await signedIn(site, person.userId);
  const statuses: number[] = [];
  for (let count = 0; count < 20; count++)
    statuses.push((await send(site.app, { method: 'DELETE', path: '/v2/account/returned-mail', headers })).status);
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
  await drain(site);
  expect(await site.suppressed()).toMatchObject([{ cause: 'COMPLAINT' }]);
  expect((await mailsTo(site.sandboxUrl, person.email)).length, 'links that were asked for').toBe(6);
  const profile = await send<{ pendingEmail: null }>(site.app, {
    method: 'GET',
    path: '/v2/account/profile',
    headers,
  });
  expect(profile.body.pendingEmail).toBeNull();
});
