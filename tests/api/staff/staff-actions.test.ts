import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { InputValues } from '#contract/staff/action-inputs.ts';
import { needsConfirmation, type StaffActionName, staffActionNames } from '#contract/staff/staff-actions.ts';
import { exportData } from '#server/closing/export-data.ts';
import { hashSecurity } from '#server/identity/security-repository.ts';
import { actions } from '#server/staff/actions.ts';
import { checkChain } from '#server/staff/staff-actions.ts';
import { addDays, anniversary } from '#server/subscriptions/calendar.ts';
import { callRefund, charges } from '../../setup/account-calls.ts';
import { everyRow } from '../../setup/database/every-row.ts';
import { currentLink, inviteCoParent } from '../../setup/invited.ts';
import { addPerson, userIdOf } from '../../setup/person.ts';
import { openFamily, signedInProfessional } from '../../setup/professional.ts';
import { ledger, mailsTo, settleSales } from '../../setup/sandbox.ts';
import { readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { confirmProposal, offerOf, performAction, staffHeaders, viewPerson, writtenLog } from '../../setup/staff.ts';
import { allOffers, filledIn, targetForEachAction } from '../../setup/staff-targets.ts';
import { drain, moveClockTo, runDue, signedIn, subscribe, subscriptionOf } from '../../setup/subscriber.ts';
import { paidWithTiming } from '../../setup/timed-invite.ts';

type Headers = Record<string, string>;

/** Where an action fails: before its entry is written, and at the commit. */
const breaks = {
  'while the log is written': sql`create trigger broken before insert on staff_actions for each row
    execute function break_off()`,
  'at the commit': sql`create constraint trigger broken after insert on staff_actions deferrable initially deferred
    for each row execute function break_off()`,
};

type ActionCall = { action: StaffActionName; subject: string | null; inputs: InputValues };

/** What always needs a second person is proposed first: then the confirmation performs it. */
async function prepareAction(
  site: TestSite,
  { headers, userId, deed }: { headers: Headers; userId: string | null; deed: ActionCall },
) {
  if (!needsConfirmation(deed.action, deed.inputs)) return () => performAction(site, headers, userId, deed);
  expect((await performAction(site, headers, userId, deed)).json()).toMatchObject({ state: 'PROPOSED' });
  const open = site.dependencies.db.selectFrom('staffProposals').select('id').where('state', '=', 'OPEN');
  const { id } = await open.executeTakeFirstOrThrow();
  const another = await staffHeaders(site, ['ADMIN'], 'staff-another');
  const url = `/api/v2/staff/proposals/${id}/decision`;
  return () => site.app.inject({ method: 'POST', url, headers: another, payload: { decision: 'CONFIRM' } });
}

test('an action that fails while the log is written or at the commit leaves no effect, entry or job', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { db } = site.dependencies;
  const world = await targetForEachAction(site);
  const headers = await staffHeaders(site, ['ADMIN']);
  await sql`create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$`.execute(db);
  const done = new Set<string>();
  const except = ['rate_limits', 'staff_sessions'];
  for (const about of world)
    for (;;) {
      // The previous action may have removed an offer and added another.
      const offer = (await allOffers(site, about)).find(({ action }) => !done.has(action));
      if (!offer) break;
      const { action, subject } = offer;
      const deed = { action, subject, inputs: filledIn(offer) };
      const perform = await prepareAction(site, { headers, userId: about.userId, deed });
      const before = await everyRow(db, { except });
      for (const [where, broken] of Object.entries(breaks)) {
        await broken.execute(db);
        const { statusCode } = await perform();
        await sql`drop trigger broken on staff_actions`.execute(db);
        expect([where, action, statusCode]).toEqual([where, action, 500]);
      }
      expect([action, await everyRow(db, { except })]).toEqual([action, before]);
      const rows = (await writtenLog(site)).length;
      const answer = await perform();
      expect([action, answer.statusCode, answer.json()]).toMatchObject([action, 200, { state: 'DONE' }]);
      expect((await writtenLog(site)).slice(rows)).toMatchObject([{ action, subject }]);
      done.add(action);
    }
  const offeredOnPages = staffActionNames.filter((name) => actions[name].isAboutPerson);
  expect(offeredOnPages.filter((name) => !done.has(name))).toEqual([]);
  expect(done).toContain('WITHDRAW_CODE');
  expect(await checkChain(db)).toEqual({ count: done.size, brokenAt: null });
  // Neither addresses nor what was said on the phone are stored.
  expect(JSON.stringify(await writtenLog(site))).not.toMatch(/right-\d|4711/);
}, 120_000);

async function deed(site: TestSite, headers: Headers, userId: string, action: StaffActionName, inputs: object = {}) {
  const subject = offerOf(await viewPerson(site, headers, userId), action)?.subject;
  return performAction(site, headers, userId, { action, subject: subject ?? null, inputs });
}
const userOf = ({ dependencies: { db } }: TestSite, userId: string) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
const subjects = async (site: TestSite, email: string) =>
  (await mailsTo(site.sandboxUrl, email)).map(({ subject }) => subject);

test('correcting an e-mail ends sessions and links, and the old address can undo it; a wrong address is not notified, and each correction needs a second person', async () => {
  const site = await openSite();
  const sam = await staffHeaders(site, ['SUPPORT']);
  const { userId, email } = await subscribe(site);
  const theirs = await signedIn(site, userId);
  await drain(site);
  const typed = { email: ' Marta.New@example.com ', mailboxBefore: 'THEIRS' };
  const ada = await staffHeaders(site, ['ADMIN']);
  expect((await deed(site, sam, userId, 'CORRECT_EMAIL', { email: typed.email })).statusCode).toBe(400);
  expect((await deed(site, sam, userId, 'CORRECT_EMAIL', { ...typed, email: 'marta.new@example.com' })).json()).toEqual(
    { state: 'PROPOSED', shown: [] },
  );
  expect(await confirmProposal(site, ada)).toMatchObject({ statusCode: 200 });
  expect((await site.app.inject({ url: '/api/v2/account', headers: theirs })).statusCode).toBe(401);
  await drain(site);
  expect((await userOf(site, userId)).email).toBe('marta.new@example.com');
  const mails = (await mailsTo(site.sandboxUrl, email)).flatMap(({ links }) => links);
  expect(mails.filter((link) => link.includes('/app/my-account#token='))).toHaveLength(1);
  expect(await subjects(site, 'marta.new@example.com')).toHaveLength(1);

  const mistyped = { email: 'marta.right@example.com', mailboxBefore: 'NEVER_THEIRS' };
  const before = await subjects(site, 'marta.new@example.com');
  expect((await deed(site, sam, userId, 'CORRECT_EMAIL', mistyped)).json()).toMatchObject({ state: 'PROPOSED' });
  expect(await confirmProposal(site, ada)).toMatchObject({ statusCode: 200 });
  await drain(site);
  expect((await userOf(site, userId)).email).toBe('marta.right@example.com');
  expect(await subjects(site, 'marta.new@example.com')).toEqual(before);
  expect(await site.dependencies.db.selectFrom('staffProposals').select('inputs').execute()).toEqual([
    { inputs: null },
    { inputs: null },
  ]);
});

test('after a corrected address, access and invites are mailed to the right one, and nothing to the wrong one', async () => {
  const site = await openSite();
  const [sam, ada] = [await staffHeaders(site, ['SUPPORT']), await staffHeaders(site, ['ADMIN'])];
  const paid = await readyToPay(site.app);
  await submitPayment(site.app, paid);
  const begunId = await userIdOf(site.dependencies.db, paid.email);
  const invited = await inviteCoParent(site);
  await drain(site);
  for (const [userId, wrong, right] of [
    [begunId, paid.email, 'begun@example.com'],
    [invited.userId, invited.email, 'invited@example.com'],
  ] as const) {
    const before = await subjects(site, wrong);
    expect((await deed(site, sam, userId, 'CORRECT_EMAIL', { email: right })).statusCode).toBe(200);
    expect(await confirmProposal(site, ada)).toMatchObject({ statusCode: 200 });
    await drain(site);
    expect([wrong, await subjects(site, wrong)]).toEqual([wrong, before]);
    expect((await mailsTo(site.sandboxUrl, right)).at(-1)?.links.length).toBeGreaterThan(0);
  }
  const opened = (token: string) =>
    site.app.inject({ url: '/api/v2/invites/current', headers: { 'x-invite-token': token } });
  expect((await opened(invited.token)).statusCode).not.toBe(200);
  const { token } = await currentLink(site, invited.userId);
  expect((await deed(site, sam, invited.userId, 'NEW_INVITE')).json()).toMatchObject({ state: 'PROPOSED' });
  expect(await confirmProposal(site, ada)).toMatchObject({ statusCode: 200 });
  expect((await currentLink(site, invited.userId)).token).not.toBe(token);
});

test('correcting the address of a parent whose invite is not sent, waits or is withdrawn says that no invite is mailed, and mails none', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const [sam, ada] = [await staffHeaders(site, ['SUPPORT']), await staffHeaders(site, ['ADMIN'])];
  const [opened] = (await openFamily(site, await signedInProfessional(site))).parents;
  const scheduled = await paidWithTiming(site, { when: 'LATER' });
  const withdrawn = await inviteCoParent(site);
  await db.updateTable('invites').set({ state: 'REVOKED' }).where('id', '=', withdrawn.inviteId).execute();
  const invited = await inviteCoParent(site);
  await drain(site);
  for (const [userId, mailed] of [
    [opened?.userId ?? '', 0],
    [scheduled.invitedId, 0],
    [withdrawn.userId, 0],
    [invited.userId, 1],
  ] as const) {
    const email = `${userId}@example.com`;
    const [sentence] = offerOf(await viewPerson(site, sam, userId), 'CORRECT_EMAIL')?.sentences ?? [];
    expect(sentence).toContain(mailed === 0 ? 'No invite is emailed now' : 'A new invite is emailed to this address');
    expect((await deed(site, sam, userId, 'CORRECT_EMAIL', { email })).statusCode).toBe(200);
    expect(await confirmProposal(site, ada)).toMatchObject({ statusCode: 200 });
    await drain(site);
    expect([userId, await subjects(site, email)]).toMatchObject([userId, { length: mailed }]);
  }
});

test('extra days move the renewal before a full year; an ended plan restarts without renewal; over a month needs approval', async () => {
  const site = await openSite();
  const bea = await staffHeaders(site, ['BILLING']);
  const parent = await subscribe(site);
  expect((await deed(site, bea, parent.userId, 'EXTEND_PLAN', { days: 32 })).json()).toMatchObject({
    state: 'PROPOSED',
  });
  expect((await deed(site, bea, parent.userId, 'EXTEND_PLAN', { days: 30 })).statusCode).toBe(200);
  const extended = addDays(parent.periodEnd, 30);
  expect(await subscriptionOf(site, parent)).toMatchObject({ periodEnd: extended, autoRenew: true });
  moveClockTo(site, extended, -1);
  await runDue(site);
  expect(await charges(site)).toHaveLength(1);
  moveClockTo(site, extended);
  await runDue(site);
  expect(await charges(site)).toHaveLength(2);
  expect((await subscriptionOf(site, parent)).periodEnd).toBe(anniversary(extended, 1));

  const left = await subscribe(site);
  await callRefund(site, left.userId);
  const late = await staffHeaders(site, ['BILLING']);
  const givesAgain = async () => offerOf(await viewPerson(site, late, left.userId), 'GIVE_PLAN') !== undefined;
  const become = (state: string, purpose: string, subjectId: string | null) =>
    sql`
    update payment_attempts set state = ${state}, purpose = ${purpose}, subject_id = coalesce(${subjectId}, subject_id)
    where id = (select attempt_id from orders where user_id = ${left.userId})`.execute(site.dependencies.db);
  expect(await givesAgain()).toBe(true);
  await become('UNKNOWN', 'RENEWAL', left.subscriptionId);
  expect(await givesAgain(), 'while a payment for it is in doubt').toBe(false);
  await become('APPROVED', 'RENEWAL', null);
  expect((await deed(site, late, left.userId, 'GIVE_PLAN', { days: 31 })).json()).toMatchObject({ state: 'DONE' });
  // Given days and extra days are the same days.
  expect((await deed(site, late, left.userId, 'EXTEND_PLAN', { days: 1 })).json()).toMatchObject({ state: 'PROPOSED' });
  const given = await subscriptionOf(site, left);
  expect(given).toMatchObject({ state: 'CURRENT', autoRenew: false, endedAt: null });
  moveClockTo(site, given.periodEnd);
  await runDue(site);
  expect((await subscriptionOf(site, left)).state).toBe('LAPSED');
  expect(await charges(site)).toHaveLength(3);
});

test('concurrent refunds by two staff members and the parent never exceed what was paid', async () => {
  const site = await openSite();
  const [bea, ada] = [await staffHeaders(site, ['BILLING']), await staffHeaders(site, ['ADMIN'])];
  const refundsOf = async (userId: string) => {
    const rows = await site.dependencies.db.selectFrom('refunds').selectAll().where('userId', '=', userId).execute();
    return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  };
  const first = await subscribe(site);
  const answers = await Promise.all(
    [bea, ada, bea].map((headers) => deed(site, headers, first.userId, 'REFUND', { amountCents: 10_000 })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await refundsOf(first.userId)).toBe(10_000);
  const second = await subscribe(site);
  await Promise.all([
    deed(site, bea, second.userId, 'REFUND', { amountCents: 10_000 }),
    callRefund(site, second.userId),
    deed(site, ada, second.userId, 'REFUND', { amountCents: 4_401 }),
  ]);
  expect(await refundsOf(second.userId)).toBe(14_400);
  await settleSales(site.sandboxUrl);
  await drain(site);
  const back = (await ledger(site.sandboxUrl)).filter(({ kind }) => kind !== 'sale');
  expect(back.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(24_400);
  expect(await writtenLog(site)).toHaveLength(
    (await writtenLog(site)).filter(({ action }) => action === 'REFUND').length,
  );
});

test('security answer and code are checked without showing them: staff do not learn which was wrong, three tries a day are allowed, a correct one resets them', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const sam = await staffHeaders(site, ['SUPPORT']);
  const { userId } = await addPerson(db);
  expect(offerOf(await viewPerson(site, sam, userId), 'CHECK_SECURITY')).toBeUndefined();
  const security = { securityQuestion: 'First pet?', securityAnswer: 'Rex', securityCode: '4711' };
  await db
    .updateTable('users')
    .set(await hashSecurity(security))
    .where('id', '=', userId)
    .execute();
  const check = async (answer: string, code: string) => {
    const { shown } = (await deed(site, sam, userId, 'CHECK_SECURITY', { answer, code })).json<ActionDone>();
    return shown[0]?.value.split(':')[0];
  };
  expect([await check('rex', '0000'), await check('max', '4711'), await check('REX', '4711')]).toEqual([
    'Wrong',
    'Wrong',
    'Right',
  ]);
  for (const code of ['0001', '0002', '0003']) expect(await check('rex', code)).toBe('Wrong');
  expect(await check('rex', '4711')).toBe('Three wrong tries in a day');
  expect(JSON.stringify([await writtenLog(site), site.logged])).not.toMatch(/rex|4711/i);
});

test('a role that may not mail an invite uses up no rate limit; staff actions are in the export, without names and reasons', async () => {
  const site = await openSite();
  const { userId, email } = await inviteCoParent(site);
  const bea = await staffHeaders(site, ['BILLING']);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const { subject } = offerOf(await viewPerson(site, sam, userId), 'MAIL_INVITE') ?? {};
  for (let time = 0; time < 10; time += 1)
    expect((await performAction(site, bea, userId, { action: 'MAIL_INVITE', subject })).statusCode).toBe(403);
  expect((await performAction(site, sam, userId, { action: 'MAIL_INVITE', subject })).statusCode).toBe(200);
  expect(email).not.toBe('');
  const person = await addPerson(site.dependencies.db);
  await deed(site, sam, person.userId, 'NOTE');
  const exported = await exportData(site.dependencies, person.userId);
  expect(exported).toMatchObject({ doneByStaff: [{ action: 'NOTE', at: expect.any(Date) as Date }] });
  expect(JSON.stringify(exported)).not.toMatch(/Sam Support|Asked on the phone/);
});
