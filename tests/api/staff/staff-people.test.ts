import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callers } from '#contract/api/callers.ts';
import type { FoundPerson } from '#contract/api/staff/staff-people.ts';
import type { Day } from '#contract/fields/day.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { type StaffRole, staffRoles } from '#contract/staff/staff.ts';
import { staffActionNames, staffActions } from '#contract/staff/staff-actions.ts';
import { finders, openSignUps } from '#server/staff/search-people.ts';
import { checkChain, logAction, type StaffActionRequest } from '#server/staff/staff-actions.ts';
import { inviteCoParent } from '../../setup/invited.ts';
import { addPerson, signInAs, userIdOf } from '../../setup/person.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { readyToPay } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import {
  performAction as help,
  viewPerson as look,
  offerOf,
  reason,
  staffHeaders,
  writtenLog as written,
} from '../../setup/staff.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';

type Headers = Record<string, string>;

async function find({ app }: TestSite, headers: Headers, text: string) {
  const answer = await app.inject({ method: 'POST', url: '/api/v2/staff/searches', headers, payload: { text } });
  return answer.json<{ people: FoundPerson[]; signUps: { signupId: string }[]; code: object | null }>();
}

test('staff find a person by e-mail, name, phone, username, order, receipt, transaction, card or code', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, email } = await subscribe(site);
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  await db.updateTable('users').set({ firstName: 'Zoë', lastName: 'Núñez' }).where('id', '=', userId).execute();
  const order = await db.selectFrom('orders').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
  const invoice = await db.selectFrom('documents').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow();
  const started = await db
    .selectFrom('registrations')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const method = await db
    .selectFrom('paymentMethods')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const headers = await staffHeaders(site, ['SUPPORT']);
  const texts: Record<string, string> = {
    'e-mail': ` ${email.toUpperCase()} `,
    'a name': 'nuñez',
    'both names': 'Zoe NUNEZ',
    'a first name': 'zoë',
    'a phone': `${user.phoneCountryCode} ${user.phoneNumber.slice(0, 3)}-${user.phoneNumber.slice(3)}`,
    username: user.username?.toUpperCase() ?? '',
    order: order.id,
    attempt: order.attemptId,
    'sign-up': started.id,
    invoice: formatDocumentNumber(invoice).toLowerCase(),
    transaction: order.transactionId ?? '',
    'last four': method.cardLastFour ?? '',
  };
  for (const [what, text] of Object.entries(texts)) {
    const { people } = await find(site, headers, text);
    expect([what, people.map((person) => person.userId)]).toEqual([what, [userId]]);
  }
  const code = await find(site, await staffHeaders(site, ['BILLING']), 'FULL1YR0DEMO');
  expect(code).toMatchObject({ code: { lastFour: 'DEMO', actions: [{ action: 'WITHDRAW_CODE' }] } });
  expect(await find(site, headers, 'FULL1YR0DEMO')).toMatchObject({ code: { actions: [] } });
  const open = await readyToPay(site.app);
  expect((await find(site, headers, open.email)).signUps.map(({ signupId }) => signupId)).toEqual([open.signupId]);
  expect(await find(site, headers, '%_')).toMatchObject({ people: [], signUps: [] });
});

type Plan = { 'Node Type': string; 'Index Cond'?: string; Plans?: Plan[] };

/** Plan nodes that read a table, or the index under a bitmap. */
const scansIn = (plan: Plan): Plan[] => [
  ...(plan['Node Type'].endsWith('Scan') && plan['Node Type'] !== 'Bitmap Heap Scan' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
];

test('every search method uses an index, whatever is searched for', async () => {
  const { dependencies } = await openSite();
  const id = '0190aaaa-0000-7000-8000-000000000000';
  const texts = ['m@example.com', 'marta ruiz', '+1 202 555 0142', id, 'EK-US-1000-0012', 'abc123xyz'];
  await dependencies.db.connection().execute(async (db) => {
    for (const off of ['seqscan', 'hashjoin', 'mergejoin']) await sql.raw(`set enable_${off} = off`).execute(db);
    await sql`set plan_cache_mode = force_generic_plan`.execute(db);
    for (const text of [...texts, '1111', 'FULL1YR0DEMO'])
      for (const query of [...finders.map((finder) => finder.query(db, text)), openSignUps(db, text)]) {
        if (query === null) continue;
        const { sql: statement, parameters } = query.compile();
        const values = parameters.map((value) =>
          sql.lit(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value),
        );
        // Prepared, as the server keeps its statements: the plan may not depend on the searched value.
        await sql.raw(`prepare probe as ${statement}`).execute(db);
        const { rows } = await sql<object>`explain (format json) execute probe(${sql.join(values)})`.execute(db);
        await sql`deallocate probe`.execute(db);
        // The row's only value, whatever the name of its column.
        const plans = rows.flatMap((row) => Object.values(row).flat() as { Plan: Plan }[]);
        const scans = plans.flatMap(({ Plan: plan }) => scansIn(plan));
        expect(scans.length).toBeGreaterThan(0);
        const unaided = scans.filter((scan) => scan['Index Cond'] === undefined);
        expect([statement, parameters, unaided]).toEqual([statement, parameters, []]);
      }
  });
});

test('a person’s page shows the timeline and hides contact data until staff give a reason, which is logged in the timeline', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, email } = await subscribe(site);
  await signedIn(site, userId);
  const { phoneNumber, lastName, line1 } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const headers = await staffHeaders(site, ['SUPPORT']);
  const page = await look(site, headers, userId);
  expect(page.timeline.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Sign-up began', 'Paid', 'Invoice issued', 'Subscription began', 'Agreed', 'Logged in']),
  );
  for (const hidden of [email, phoneNumber, lastName, line1 ?? ''])
    expect([hidden, JSON.stringify(page).includes(hidden)]).toEqual([hidden, false]);
  const shown = await help(site, headers, userId, { action: 'SHOW_CONTACT' });
  const rows = shown.json<{ shown: { label: string; value: string }[] }>().shown;
  expect(rows).toContainEqual({ label: 'Email', value: email });
  expect(rows).toContainEqual({ label: 'Phone', value: expect.stringContaining(phoneNumber) as string });
  const [latest] = (await look(site, headers, userId)).timeline;
  expect(latest).toMatchObject({ what: 'Show contact details', detail: `${reason} · Sam Support`, tone: 'staff' });
  expect((await help(site, headers, userId, { action: 'SHOW_CONTACT', reason: '    ?  ' })).statusCode).toBe(400);
  expect(await written(site)).toHaveLength(1);
});

test('a parent’s current view is described in sentences, from their own page’s data, without signing in as them', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId, coParentEmail } = await subscribe(site);
  const account = await site.app.inject({ url: '/api/v2/account', headers: await signedIn(site, userId) });
  const { subscription } = account.json<{
    subscription: { planName: string; periodEnd: Day; renewal: { amountFormatted: string } };
  }>();
  const headers = await staffHeaders(site, ['SUPPORT']);
  const sessions = () => db.selectFrom('sessions').selectAll().orderBy('id').execute();
  const before = await sessions();
  const { accountPageSummary, timeline } = await look(site, headers, userId);
  const { planName, periodEnd, renewal } = subscription;
  expect(accountPageSummary).toContain(`${planName}: renews on ${periodEnd} for ${renewal.amountFormatted}.`);
  expect(accountPageSummary).toContain('Joe: invited.');
  expect(JSON.stringify(accountPageSummary)).not.toContain('@');
  expect(await sessions()).toEqual(before);
  expect(timeline.map(({ what }) => what)).toEqual(expect.arrayContaining(['Link emailed', 'Invited the co-parent']));
  // A person who has not joined has no page to view.
  const invited = await look(site, headers, await userIdOf(db, coParentEmail));
  expect(invited.accountPageSummary).toEqual([]);
});

test('each action mails or ends what its sentences say, once for each reason, and nothing that the page does not offer is performed', async () => {
  const site = await openSite();
  const { userId, email } = await subscribe(site);
  const { headers: own } = await signInAs(site.app, await addPerson(site.dependencies.db));
  const theirs = await signedIn(site, userId);
  const headers = await staffHeaders(site, ['SUPPORT']);
  await drain(site);
  const before = (await mailsTo(site.sandboxUrl, email)).length;
  const page = await look(site, headers, userId);
  const { subject } = offerOf(page, 'MAIL_RECEIPT') ?? {};
  expect((await help(site, headers, userId, { action: 'MAIL_RECEIPT', subject })).statusCode).toBe(200);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, email)).toHaveLength(before + 1);

  const current = (cookies: Headers) => site.app.inject({ url: '/api/v2/account', headers: cookies });
  expect((await current(theirs)).statusCode).toBe(200);
  expect((await help(site, headers, userId, { action: 'END_SESSIONS' })).statusCode).toBe(200);
  expect((await current(theirs)).statusCode).toBe(401);
  expect((await current(own)).statusCode).toBe(200);

  const invited = await inviteCoParent(site);
  await drain(site);
  const invitedPage = await look(site, headers, invited.userId);
  const invite = offerOf(invitedPage, 'MAIL_INVITE')?.subject;
  const mailed = (await mailsTo(site.sandboxUrl, invited.email)).length;
  expect((await help(site, headers, invited.userId, { action: 'MAIL_INVITE', subject: invite })).statusCode).toBe(200);
  await drain(site);
  expect(await mailsTo(site.sandboxUrl, invited.email)).toHaveLength(mailed + 1);

  const refused = [
    await help(site, headers, invited.userId, { action: 'MAIL_RECEIPT', subject }),
    await help(site, headers, userId, { action: 'MAIL_INVITE', subject: invite }),
    await help(site, headers, invited.userId, { action: 'END_SESSIONS' }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
  expect((await written(site)).map(({ action }) => action)).toEqual(['MAIL_RECEIPT', 'END_SESSIONS', 'MAIL_INVITE']);
});

test('each action is limited to its roles, and only performed actions are logged', async () => {
  const site = await openSite();
  const { userId } = await addPerson(site.dependencies.db);
  for (const action of staffActionNames)
    for (const role of staffRoles) {
      // Another person for each: attempts per person are limited.
      const headers = await staffHeaders(site, [role], `staff-${role}-${action}`);
      const roles: readonly StaffRole[] = staffActions[action].roles;
      const ofPeople: readonly StaffRole[] = callers['staff-people'].staffRoles;
      for (const about of [userId, null]) {
        const rows = (await written(site)).length;
        const { statusCode } = await help(site, headers, about, { action, subject: about === null ? 'x' : null });
        const may = roles.includes(role) && (about === null || ofPeople.includes(role));
        expect([action, statusCode < 500]).toEqual([action, true]);
        expect([action, role, about, statusCode === 403]).toEqual([action, role, about, !may]);
        expect((await written(site)).length - rows).toBe(statusCode === 200 && about !== null ? 1 : 0);
      }
    }
});

test('the staff log cannot be changed or shortened unnoticed: the check names the tampered entry', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await addPerson(db);
  const headers = await staffHeaders(site, ['SUPPORT']);
  await Promise.all(
    Array.from({ length: 6 }, (_, at) => help(site, headers, userId, { action: 'NOTE', reason: `Note no ${at}` })),
  );
  expect(await checkChain(db)).toEqual({ count: 6, brokenAt: null });
  for (const change of [
    sql`update staff_actions set reason = 'Another' where number = 3`,
    sql`delete from staff_actions where number = 3`,
    sql`truncate staff_actions`,
  ])
    await expect(change.execute(db)).rejects.toThrow('added to and never changed');
  await sql`alter table staff_actions disable trigger staff_actions_kept`.execute(db);
  const tried = async (change: ReturnType<typeof sql>) => {
    let found: unknown = null;
    await db
      .transaction()
      .execute(async (trx) => {
        await change.execute(trx);
        found = await checkChain(trx);
        throw new Error('undone');
      })
      .catch(() => undefined);
    return found;
  };
  expect(await tried(sql`update staff_actions set reason = 'Another' where number = 3`)).toMatchObject({ brokenAt: 3 });
  expect(await tried(sql`delete from staff_actions where number = 3`)).toMatchObject({ brokenAt: 3 });
  expect(await tried(sql`update staff_actions set at = at + interval '1 day' where number = 6`)).toMatchObject({
    brokenAt: 6,
  });
  const admin = await staffHeaders(site, ['ADMIN']);
  const check = (sent: Headers) => site.app.inject({ url: '/api/v2/staff/actions/check', headers: sent });
  expect((await check(admin)).json()).toEqual({ count: 6, brokenAt: null });
  expect((await check(headers)).statusCode).toBe(403);
});

test('an action whose connection dies, after its effect or while it is written, leaves neither effect nor entry', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await addPerson(db);
  const staff = { subject: 'staff-sam', name: 'Sam Support', roles: ['SUPPORT' as const] };
  const acting: StaffActionRequest = { staff, action: 'END_SESSIONS', reason, userId, subject: null };
  const sessions = () => db.selectFrom('sessions').select('id').where('userId', '=', userId).execute();
  await signedIn(site, userId);
  const backend = { pid: 0 };
  const doing = (before: () => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').where('userId', '=', userId).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      backend.pid = rows[0]?.pid ?? 0;
      await before();
      await logAction(trx, { ...acting, at: new Date() });
    });
  const kill = () => sql`select pg_terminate_backend(${backend.pid}::int)`.execute(db);
  await expect(doing(kill)).rejects.toThrow();
  expect([await sessions(), await written(site)]).toMatchObject([[{}], []]);

  // Blocked in the middle of the entry: another entry is being written.
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('staff_actions'))`.execute(trx);
    const held = doing(async () => setTimeout(() => void kill(), 200));
    await expect(held).rejects.toThrow();
  });
  expect([await sessions(), await written(site)]).toMatchObject([[{}], []]);
  await doing(async () => undefined);
  expect([await sessions(), await written(site)]).toMatchObject([[], [{ number: 1, action: 'END_SESSIONS' }]]);
});
