import { expect, test } from 'vitest';
import type { OfferedAction } from '#contract/api/staff/staff-people.ts';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { staffRoles } from '#contract/staff/staff.ts';
import { type StaffActionName, staffActions } from '#contract/staff/staff-actions.ts';
import { days, hours, minutes } from '#server/clock.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { endClaimWait } from '#server/ownership/decide-claim.ts';
import { currentLink, inviteCoParent } from '../../setup/invited.ts';
import { addOwner, claimCalls, question, sessionCalls } from '../../setup/ownership/ownership.ts';
import { resetPassword } from '../../setup/ownership/recovery-calls.ts';
import { withPasskey } from '../../setup/ownership/second-factor.ts';
import { addPerson, type Person } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { seededRandom } from '../../setup/seeded-random.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal, offerOf, performAction, staffHeaders, viewPerson, writtenLog } from '../../setup/staff.ts';
import { filledIn } from '../../setup/staff-targets.ts';
import { drain, subscribe } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;

async function act(site: TestSite, headers: Headers, userId: string, action: StaffActionName, inputs: object = {}) {
  const subject = offerOf(await viewPerson(site, headers, userId), action)?.subject ?? null;
  const answer = await performAction(site, headers, userId, { action, subject, inputs });
  return answer.json<{ state?: string; code?: string }>();
}

const stored = ({ dependencies: { db } }: TestSite, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'passwordHash', 'frozenAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

const linksAt = async (site: TestSite, email: string) =>
  (await mailsTo(site.sandboxUrl, email)).flatMap(({ links }) => links).filter((link) => link.includes('token='));

const shown = { proved: 'IDENTITY', alsoProved: 'PAYMENT' };
const two = async (site: TestSite) => ({
  sam: await staffHeaders(site, ['SUPPORT'], 'staff-sam'),
  ada: await staffHeaders(site, ['ADMIN'], 'staff-ada'),
});

test('W6: one member of staff alone neither moves an address nor mails a link to one that staff moved within seven days', async () => {
  const site = await openSite();
  const { userId, email } = await addPerson(site.dependencies.db);
  const { sam, ada } = await two(site);
  expect(await act(site, sam, userId, 'MAIL_RECOVERY')).toMatchObject({ state: 'DONE' });
  const moved = { email: 'moved@example.com', mailboxBefore: 'THEIRS' };
  expect(await act(site, sam, userId, 'CORRECT_EMAIL', moved)).toMatchObject({ state: 'PROPOSED' });
  expect([(await stored(site, userId)).email, (await confirmProposal(site, sam)).statusCode]).toEqual([email, 403]);
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  await drain(site);
  // The link that was mailed before the move no longer works.
  expect(await linksAt(site, 'moved@example.com')).toEqual([]);
  for (const one of [sam, ada, await staffHeaders(site, ['SUPPORT'], 'staff-eve')])
    expect((await act(site, one, userId, 'MAIL_RECOVERY')).state).not.toBe('DONE');
  await drain(site);
  expect(await linksAt(site, 'moved@example.com')).toEqual([]);
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  await drain(site);
  expect(await linksAt(site, 'moved@example.com')).toHaveLength(1);
  site.clock.advance(days(7) + 1_000);
  const later = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  expect(await act(site, later, userId, 'MAIL_RECOVERY')).toMatchObject({ state: 'DONE' });

  const invited = await inviteCoParent(site);
  const { sam: again, ada: other } = await two(site);
  const right = { email: 'invited-right@example.com' };
  const { token } = await currentLink(site, invited.userId);
  expect(await act(site, again, invited.userId, 'CORRECT_EMAIL', right)).toMatchObject({ state: 'PROPOSED' });
  expect((await currentLink(site, invited.userId)).token).toBe(token);
  await confirmProposal(site, other);
  for (const action of ['NEW_INVITE', 'MAIL_INVITE'] as const)
    expect([action, await act(site, again, invited.userId, action)]).toMatchObject([action, { state: 'PROPOSED' }]);
});

test('W6: while two people claim an account, staff cannot change how it is reached or entered; payments continue', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await subscribe(site);
  const { sam, ada } = await two(site);
  const before = await viewPerson(site, ada, userId);
  const correction = { email: 'elsewhere@example.com' };
  expect(await act(site, sam, userId, 'CORRECT_EMAIL', { ...correction, mailboxBefore: 'THEIRS' })).toMatchObject({
    state: 'PROPOSED',
  });
  await db.updateTable('users').set({ frozenAt: site.clock.now() }).where('id', '=', userId).execute();
  const waiting = before.actions.filter(({ action }) => 'access' in staffActions[action]);
  expect(waiting.length).toBeGreaterThan(4);
  for (const offer of waiting) {
    const { action, subject } = offer;
    const answer = await performAction(site, ada, userId, { action, subject, inputs: filledIn(offer) });
    expect([action, answer.statusCode, answer.json()]).toMatchObject([action, 403, { code: 'ACCOUNT_FROZEN' }]);
  }
  expect((await confirmProposal(site, ada)).statusCode).toBe(403);
  const page = await viewPerson(site, ada, userId);
  expect(page.accountPageSummary).toEqual([expect.stringContaining('two people claim the account')]);
  expect(page.actions.filter(({ action }) => 'access' in staffActions[action])).toEqual([]);
  expect(await act(site, ada, userId, 'CANCEL_RENEWAL')).toMatchObject({ state: 'DONE' });
  const refund = offerOf(page, 'REFUND');
  expect(await act(site, ada, userId, 'REFUND', refund ? filledIn(refund) : {})).toMatchObject({ state: 'DONE' });
});

/** He knows password and mailbox, and moves the address; of her proofs she has only the phone, and three days pass. */
async function claimedByPhone(site: TestSite) {
  const { db } = site.dependencies;
  const owner = await addOwner(site);
  site.clock.advance(days(1));
  const his = await sessionCalls(site, owner);
  site.clock.advance(1_000);
  await his.moveEmail('his@example.com');
  await withPasskey(site.app, his.headers);
  const claim = claimCalls(site);
  const { token } = await claim.begin({ phoneCountryCode: owner.phoneCountryCode, phoneNumber: owner.phoneNumber });
  expect((await claim.wait(token)).status).toBe(200);
  site.clock.advance(hours(72));
  const { id } = await db
    .selectFrom('ownershipClaims')
    .select('id')
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  await endClaimWait(site.dependencies, id);
  await drain(site);
  return { owner, his, token, claim, claimId: id };
}

const give = { ...shown, email: 'safe@example.com' };

test('W6: a claim that was not decided in time is decided by two staff members, once, shown the kinds of proof, and everybody is told', async () => {
  const site = await openSite();
  const { owner, his } = await claimedByPhone(site);
  const { sam, ada } = await two(site);
  const eve = await staffHeaders(site, ['ADMIN'], 'staff-eve');
  const { rows } = (await site.app.inject({ url: '/api/v2/staff/queues/account-claims', headers: sam })).json<{
    rows: QueueRow[];
  }>();
  expect(rows).toMatchObject([{ userId: owner.userId, cells: [expect.any(String), 'phone', expect.any(String)] }]);
  const [row] = rows;
  const sentences = row?.actions.find(({ action }) => action === 'GIVE_TO_CLAIMANT')?.sentences.join('\n') ?? '';
  expect(sentences).toMatch(/proved: phone\.[^]*In dispute: [^]*with password/);
  for (const hidden of ['@', owner.phoneNumber]) expect(JSON.stringify(rows)).not.toContain(hidden);
  expect((await act(site, sam, owner.userId, 'GIVE_TO_CLAIMANT', { ...give, alsoProved: 'IDENTITY' })).state).toBe(
    'PROPOSED',
  );
  expect((await confirmProposal(site, ada)).statusCode).toBe(400);
  await site.dependencies.db.deleteFrom('staffProposals').execute();
  expect(await act(site, sam, owner.userId, 'GIVE_TO_CLAIMANT', give)).toMatchObject({ state: 'PROPOSED' });
  expect((await confirmProposal(site, sam)).statusCode).toBe(403);
  const answers = await Promise.all([ada, eve].map((one) => confirmProposal(site, one)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  await drain(site);
  expect(await stored(site, owner.userId)).toEqual({ email: 'safe@example.com', passwordHash: null, frozenAt: null });
  expect((await his.call('GET', '/profile')).status).toBe(401);
  expect(await linksAt(site, 'safe@example.com')).toHaveLength(1);
  const told = await mailsTo(site.sandboxUrl, 'his@example.com');
  expect(told.map(({ text }) => text).join('\n')).toContain('Two people of our support team');
  expect(await linksAt(site, 'his@example.com')).toEqual([]);
  expect((await mailsTo(site.sandboxUrl, owner.email)).map(({ text }) => text).join('\n')).toContain(
    'Two people of our support team',
  );
  const log = await writtenLog(site);
  expect(log.at(-1)).toMatchObject({ action: 'GIVE_TO_CLAIMANT', proposedBy: 'staff-sam', userId: owner.userId });
  expect(JSON.parse(log.at(-1)?.inputs ?? '{}')).toEqual(shown);
  // Neither side can contest what two people have decided.
  expect((await claimCalls(site).begin({ email: 'his@example.com' })).answer.body.code).toBe('WRONG_CODE');
  const again = await claimCalls(site).begin({ email: owner.email });
  expect(again.answer.body.mayDecide ?? false).toBe(false);
});

test('W6: two staff members leave an account with its holder, also after the 30 days of what is in dispute', async () => {
  const site = await openSite();
  const { owner, his, token, claim } = await claimedByPhone(site);
  site.clock.advance(days(31));
  await forgetOldRecords.run(site.jobDependencies, {});
  const { sam, ada } = await two(site);
  expect(await act(site, sam, owner.userId, 'LEAVE_WITH_HOLDER', shown)).toMatchObject({ state: 'PROPOSED' });
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  await drain(site);
  expect(await stored(site, owner.userId)).toMatchObject({ email: 'his@example.com', frozenAt: null });
  expect((await claim.call('GET', '/current', token)).body.state).toBe('KEPT');
  expect((await his.call('GET', '/profile')).body.code).not.toBe('ACCOUNT_FROZEN');
});

test('W6: of a second person’s approval, the claimant’s own second proof and a withdrawn proposal, all concurrent, one counts', async () => {
  const site = await openSite();
  const { owner, token, claim } = await claimedByPhone(site);
  const { sam, ada } = await two(site);
  expect(await act(site, sam, owner.userId, 'LEAVE_WITH_HOLDER', shown)).toMatchObject({ state: 'PROPOSED' });
  await claim.prove(token, { kind: 'QUESTION', ...question });
  const [approved, decided] = await Promise.all([confirmProposal(site, ada), claim.decide(token)]);
  const won = [approved.statusCode === 200, decided.status === 200];
  expect(won.filter(Boolean)).toHaveLength(1);
  const { email, frozenAt } = await stored(site, owner.userId);
  expect([email, frozenAt]).toEqual([won[0] ? 'his@example.com' : owner.email, null]);

  const { userId } = await addPerson(site.dependencies.db);
  await act(site, sam, userId, 'GIVE_ACCOUNT_BACK', give);
  const { proposals } = (await site.app.inject({ url: '/api/v2/staff/proposals', headers: sam })).json<{
    proposals: { id: string; title: string }[];
  }>();
  const { id } = proposals.find(({ title }) => title === 'Restore the account') ?? { id: '' };
  const decide = (headers: Headers, decision: string) =>
    site.app.inject({ method: 'POST', url: `/api/v2/staff/proposals/${id}/decision`, headers, payload: { decision } });
  const both = await Promise.all([decide(ada, 'CONFIRM'), decide(sam, 'DECLINE')]);
  expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const isGiven = (await stored(site, userId)).email === 'safe@example.com';
  expect(isGiven).toBe(both[0].statusCode === 200);
});

test('W6: two staff members give an account back: factors, sessions and password end, and its address is set for good', async () => {
  const site = await openSite();
  const owner = await addOwner(site);
  const his = await sessionCalls(site, owner);
  await withPasskey(site.app, his.headers);
  const { sam, ada } = await two(site);
  // Question and code count only if the software has checked them, not on somebody's word.
  const byQuestion = { ...give, alsoProved: 'QUESTION' };
  expect((await act(site, sam, owner.userId, 'GIVE_ACCOUNT_BACK', byQuestion)).code).toBe('VALIDATION');
  const typed = { answer: question.securityAnswer, code: question.securityCode };
  expect(await act(site, sam, owner.userId, 'CHECK_SECURITY', typed)).toMatchObject({ state: 'DONE' });
  expect(await act(site, sam, owner.userId, 'GIVE_ACCOUNT_BACK', byQuestion)).toMatchObject({ state: 'PROPOSED' });
  expect((await stored(site, owner.userId)).email).toBe(owner.email);
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  await drain(site);
  const { db } = site.dependencies;
  expect(await db.selectFrom('passkeys').select('userId').execute()).toEqual([]);
  expect(await stored(site, owner.userId)).toEqual({ email: 'safe@example.com', passwordHash: null, frozenAt: null });
  expect((await his.call('GET', '/profile')).status).toBe(401);
  expect([(await linksAt(site, 'safe@example.com')).length, await linksAt(site, owner.email)]).toEqual([1, []]);
  const { token, answer } = await claimCalls(site).begin({ email: owner.email });
  expect(answer.body.mayDecide ?? false).toBe(false);
  expect((await claimCalls(site).wait(token)).status).not.toBe(200);
});

const runs = Number(process.env['STAFF_RUNS'] ?? 1);

test('W6: whatever one member of staff alone does in the console, in any order, no account is handed over', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { db } = site.dependencies;
  for (let run = 1; run <= runs; run += 1) {
    const random = seededRandom(run);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    const known = [await addOwner(site), await addPerson(db)];
    const people = [...known.map(({ userId }: Person) => userId), (await inviteCoParent(site)).userId];
    const before = await Promise.all(people.map((userId) => stored(site, userId)));
    for (const role of staffRoles) {
      const headers = await staffHeaders(site, [role], `staff-alone-${role}`);
      // Another person's is independent.
      await db.deleteFrom('staffProposals').execute();
      const tried = [];
      for (let step = 0; step < 14; step += 1) {
        const userId = pick(people) ?? '';
        const page = await viewPerson(site, headers, userId);
        // Closing an account hands it to nobody.
        const offer = pick((page.actions ?? []).filter(({ action }: OfferedAction) => action !== 'CLOSE_ACCOUNT'));
        if (!offer) continue;
        const { action, subject } = offer;
        const { statusCode } = await performAction(site, headers, userId, { action, subject, inputs: filledIn(offer) });
        tried.push(`${action} ${statusCode}`);
        if (random() < 0.3) expect((await confirmProposal(site, headers)).statusCode).not.toBe(200);
      }
      await drain(site);
      const after = await Promise.all(people.map((userId) => stored(site, userId)));
      expect([run, role, tried, after]).toEqual([run, role, tried, before]);
    }
    expect((await db.selectFrom('sentMails').select('userId').execute()).length).toBeGreaterThan(0);
  }
  // `filledIn` writes addresses of this form wherever staff are asked for one.
  const typed = Array.from({ length: 400 }, (_, at) => `right-${at}@example.com`);
  for (const email of typed.slice(0, 60)) expect([email, await linksAt(site, email)]).toEqual([email, []]);
}, 120_000);

test('W6: a password that the link of two staff members sets is as final as their decision, also against phone and answer', async () => {
  const site = await openSite();
  const { db, makeToken } = site.dependencies;
  const owner = await addOwner(site);
  const { sam, ada } = await two(site);
  await act(site, sam, owner.userId, 'GIVE_ACCOUNT_BACK', give);
  expect((await confirmProposal(site, ada)).statusCode).toBe(200);
  const links = db.selectFrom('singleUseTokens').select('id').where('purpose', '=', 'PASSWORD_RESET');
  const { id } = await links.where('userId', '=', owner.userId).executeTakeFirstOrThrow();
  site.clock.advance(minutes(1));
  const password = 'calm-lantern-42';
  expect((await resetPassword(site.app, makeToken('PASSWORD_RESET', id), password)).status).toBe(200);
  site.clock.advance(minutes(1));
  const his = claimCalls(site);
  const { token } = await his.begin({ phoneCountryCode: owner.phoneCountryCode, phoneNumber: owner.phoneNumber });
  await his.prove(token, { kind: 'QUESTION', ...question });
  expect((await his.wait(token)).status).toBe(409);
  expect((await his.decide(token)).status).toBe(409);
  expect((await sessionCalls(site, { ...owner, password })).auth).not.toBe('');
});
