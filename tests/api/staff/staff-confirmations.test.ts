import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { ProposalView } from '#contract/api/staff/staff-proposals.ts';
import { confirmedAbove, couponConfirmedAbove } from '#contract/staff/staff-actions.ts';
import { days } from '#server/clock.ts';
import { closeAccount, requestDeletionIn } from '#server/closing/close-account.ts';
import { exportData } from '#server/closing/export-data.ts';
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts';
import { checkChain } from '#server/staff/staff-actions.ts';
import { wholeDatabase } from '../../setup/database/whole-database.ts';
import { addPerson } from '../../setup/person.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { addCode, offerOf, performAction, staffHeaders, viewPerson, writtenLog } from '../../setup/staff.ts';
import { drain, subscribe } from '../../setup/subscriber.ts';
import { disputeReport, postReport } from '../../setup/webhooks.ts';

type Headers = Record<string, string>;

async function waiting({ app }: TestSite, headers: Headers) {
  return (await app.inject({ url: '/api/v2/staff/proposals', headers })).json<{ proposals: ProposalView[] }>()
    .proposals;
}

function decide({ app }: TestSite, headers: Headers, id: string, decision: 'CONFIRM' | 'DECLINE' = 'CONFIRM') {
  return app.inject({ method: 'POST', url: `/api/v2/staff/proposals/${id}/decision`, headers, payload: { decision } });
}

const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['amountCents', 'reason', 'orderId']).execute();

/** A payment above the limit of a single person, and its refund, requested by Sam. */
async function proposeRefund(site: TestSite, amountCents = 28_800) {
  const { userId } = await subscribe(site, { payForCoparent: true });
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const subject = offerOf(await viewPerson(site, sam, userId), 'REFUND')?.subject;
  const asked = { action: 'REFUND', subject, inputs: { amountCents } } as const;
  return { userId, sam, asked, answer: await performAction(site, sam, userId, asked) };
}

test('a refund above the limit waits for a second person, is done once however many confirm, and names both', async () => {
  const site = await openSite();
  const { userId, sam, asked, answer } = await proposeRefund(site);
  expect(answer.json()).toEqual({ state: 'PROPOSED', shown: [] });
  expect([await refundsIn(site), await writtenLog(site)]).toEqual([[], []]);
  // The same request twice waits once.
  expect((await performAction(site, sam, userId, asked)).statusCode).toBe(409);
  const [own] = await waiting(site, sam);
  expect(own).toMatchObject({ title: 'Refund', isOwn: true, inputs: [{ value: 'US$288.00' }] });
  const id = own?.id ?? '';

  expect((await decide(site, sam, id)).statusCode).toBe(403);
  // Another browser of the same person, with every role.
  expect((await decide(site, await staffHeaders(site, ['ADMIN'], 'staff-sam'), id)).statusCode).toBe(403);
  const gus = await staffHeaders(site, ['GROWTH'], 'staff-gus');
  expect([(await decide(site, gus, id)).statusCode, await waiting(site, gus)]).toEqual([403, []]);
  const others = await Promise.all(['staff-bea', 'staff-ada'].map((name) => staffHeaders(site, ['BILLING'], name)));
  expect(await waiting(site, others[0] ?? {})).toMatchObject([{ isOwn: false, proposedBy: 'Sam Support' }]);
  const answers = await Promise.all([...others, ...others].map((headers) => decide(site, headers, id)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)[0]).toBe(200);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await refundsIn(site)).toMatchObject([{ amountCents: 28_800, reason: 'BY_SUPPORT' }]);
  expect(await writtenLog(site)).toMatchObject([
    { action: 'REFUND', proposedBy: 'staff-sam', inputs: '{"amountCents":28800}', subject: asked.subject },
  ]);
  expect((await viewPerson(site, sam, userId)).timeline).toContainEqual(
    expect.objectContaining({ what: 'Refund', amountFormatted: 'US$288.00' }),
  );
  expect(await waiting(site, sam)).toEqual([]);
});

test('a proposal that is declined, withdrawn, over a week old or no longer possible is not performed', async () => {
  const site = await openSite();
  const bea = await staffHeaders(site, ['BILLING'], 'staff-bea');
  const idOf = async () => (await waiting(site, bea))[0]?.id ?? '';
  const { userId, sam, asked } = await proposeRefund(site);
  const first = await idOf();
  expect((await decide(site, bea, first, 'DECLINE')).statusCode).toBe(200);
  expect((await decide(site, bea, first)).statusCode).toBe(404);

  await performAction(site, sam, userId, asked);
  expect((await decide(site, sam, await idOf(), 'DECLINE')).statusCode).toBe(200);

  // A part was refunded meanwhile: the proposal exceeds the rest.
  await performAction(site, sam, userId, asked);
  const within = { ...asked, inputs: { amountCents: confirmedAbove.USD } };
  expect((await performAction(site, bea, userId, within)).json()).toMatchObject({ state: 'DONE' });
  expect((await decide(site, bea, await idOf())).statusCode).toBe(409);
  expect(await refundsIn(site)).toMatchObject([{ amountCents: confirmedAbove.USD }]);
  expect(await writtenLog(site)).toHaveLength(1);

  const lapsing = await idOf();
  site.clock.set(new Date(site.clock.now().getTime() + 7 * 86_400_000));
  const late = await staffHeaders(site, ['BILLING'], 'staff-bea');
  expect([await waiting(site, late), (await decide(site, late, lapsing)).statusCode]).toEqual([[], 404]);
});

test('grants in parts, concurrent or by different staff, add up, and above the limit need a second person', async () => {
  const site = await openSite();
  const { userId, sam, asked } = await proposeRefund(site);
  const bea = await staffHeaders(site, ['BILLING'], 'staff-bea');
  await decide(site, bea, (await waiting(site, bea))[0]?.id ?? '', 'DECLINE');
  const part = (amountCents: number) => ({ ...asked, inputs: { amountCents } });
  const [most, half] = [confirmedAbove.USD, confirmedAbove.USD / 2 + 100];
  const states = (await Promise.all([sam, bea].map((one) => performAction(site, one, userId, part(half))))).map(
    (answer) => answer.json<{ state: string }>().state,
  );
  expect(states.toSorted()).toEqual(['DONE', 'PROPOSED']);
  const eve = await staffHeaders(site, ['BILLING'], 'staff-eve');
  expect((await decide(site, eve, (await waiting(site, eve))[0]?.id ?? '', 'DECLINE')).statusCode).toBe(200);
  expect((await performAction(site, sam, userId, part(most - half))).json()).toMatchObject({ state: 'DONE' });
  expect((await performAction(site, sam, userId, part(1))).json()).toMatchObject({ state: 'PROPOSED' });
  expect((await refundsIn(site)).map(({ amountCents }) => amountCents).toSorted()).toEqual([most - half, half]);
});

test('budgets of one staff member’s coupons, codes and referrers add up for 30 days, also concurrently', async () => {
  const site = await openSite();
  const gus = await staffHeaders(site, ['GROWTH'], 'staff-gus');
  const until = '2026-12-31';
  const limits = { until, uses: 10, perPerson: 1 };
  const batch = { madeFor: 'A court', packageName: 'ESSENTIALS', years: '1', perPerson: 1, until, size: 25 };
  const texts = { packageName: 'EVERY', years: 'EVERY', country: 'EVERY', english: 'Offer', spanish: 'Oferta' };
  const granting = {
    CREATE_CODE_BATCH: (cents: number) => ({ ...batch, eachCents: cents / 25 }),
    CREATE_REFERRER: (cents: number) => ({ ...limits, key: `key-${cents}`, percent: 10, budgetCents: cents }),
    CREATE_PERCENT_COUPON: (cents: number) => ({
      ...limits,
      ...texts,
      code: 'SPRING',
      percent: 10,
      budgetCents: cents,
    }),
    CREATE_AMOUNT_COUPON: (cents: number) => ({
      ...limits,
      ...texts,
      code: 'SUMMER',
      amountCents: 500,
      budgetCents: cents,
    }),
  };
  const grant = async (action: keyof typeof granting, cents: number, headers = gus) => {
    const inputs = granting[action](cents);
    return (await performAction(site, headers, null, { action, subject: 'coupons', inputs })).json<{ state: string }>()
      .state;
  };
  const half = couponConfirmedAbove.USD / 2;
  const halves = ['CREATE_CODE_BATCH', 'CREATE_REFERRER', 'CREATE_PERCENT_COUPON'] as const;
  const states = await Promise.all(halves.map((action, index) => grant(action, half - 3_000 * index)));
  expect(states.toSorted()).toEqual(['DONE', 'DONE', 'PROPOSED']);
  expect(await grant('CREATE_AMOUNT_COUPON', 10_000)).toBe('PROPOSED');
  // Sums are per person, and do not include what a second person confirmed.
  const ada = await staffHeaders(site, ['GROWTH'], 'staff-ada');
  for (const { id } of await waiting(site, ada)) expect((await decide(site, ada, id)).statusCode).toBe(200);
  expect(await grant('CREATE_REFERRER', couponConfirmedAbove.USD, ada)).toBe('DONE');
  site.clock.advance(days(31));
  const later = await staffHeaders(site, ['GROWTH'], 'staff-gus');
  expect(await grant('CREATE_REFERRER', 10_000, later)).toBe('DONE');
});

test('of two concurrent identical refunds the second gets a conflict, and nothing impossible stays pending', async () => {
  const site = await openSite();
  const { userId } = await subscribe(site);
  const staff = await Promise.all(['staff-sam', 'staff-bea'].map((name) => staffHeaders(site, ['BILLING'], name)));
  const subject = offerOf(await viewPerson(site, staff[0] ?? {}, userId), 'REFUND')?.subject;
  const all = { action: 'REFUND', subject, inputs: { amountCents: 14_400 } } as const;
  const answers = await Promise.all(staff.map((headers) => performAction(site, headers, userId, all)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect([await refundsIn(site), await waiting(site, staff[0] ?? {})]).toMatchObject([[{ amountCents: 14_400 }], []]);
});

test('inputs outside the offered limits are rejected, whoever sends them, and nothing is logged', async () => {
  const site = await openSite();
  const { userId } = await subscribe(site);
  const headers = await staffHeaders(site, ['ADMIN']);
  const subject = offerOf(await viewPerson(site, headers, userId), 'REFUND')?.subject;
  for (const inputs of [
    {},
    ...[0, -1, 14_401, 1.5, '100', Number.MAX_VALUE].map((amountCents) => ({ amountCents })),
    { amountCents: 100, mostCents: 100_000 },
  ])
    expect([
      inputs,
      (await performAction(site, headers, userId, { action: 'REFUND', subject, inputs })).statusCode,
    ]).toEqual([inputs, 400]);
  expect([await refundsIn(site), await writtenLog(site)]).toEqual([[], []]);
});

test('actions not about a person are logged with their inputs, and the log cannot be changed unnoticed', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const bea = await staffHeaders(site, ['BILLING']);
  const deed = { action: 'WITHDRAW_CODE', subject: await addCode(site) } as const;
  expect((await performAction(site, bea, null, deed)).statusCode).toBe(200);
  expect((await performAction(site, bea, null, deed)).statusCode).toBe(409);
  expect((await performAction(site, bea, null, { action: 'NOTE' })).statusCode).toBe(409);
  const { userId } = await subscribe(site);
  const subject = offerOf(await viewPerson(site, bea, userId), 'REFUND')?.subject;
  await performAction(site, bea, userId, { action: 'REFUND', subject, inputs: { amountCents: 100 } });
  expect(await writtenLog(site)).toMatchObject([{ userId: null, ...deed }, { userId }]);
  expect(await checkChain(db)).toEqual({ count: 2, brokenAt: null });
  await sql`alter table staff_actions disable trigger staff_actions_kept`.execute(db);
  for (const change of [sql`inputs = null`, sql`inputs = '{"amountCents":200}'`, sql`proposed_by = 'staff-gus'`]) {
    await sql`update staff_actions set ${change} where number = 2`.execute(db);
    expect(await checkChain(db)).toMatchObject({ brokenAt: 2 });
    await sql`update staff_actions set inputs = '{"amountCents":100}', proposed_by = null where number = 2`.execute(db);
  }
  expect(await checkChain(db)).toMatchObject({ brokenAt: null });
});

test('text that cannot be stored is rejected in every staff input, and the log stays intact', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const { userId } = await addPerson(db);
  const headers = await staffHeaders(site, ['ADMIN']);
  const link = { action: 'CREATE_COURT_LINK', subject: 'coupons' } as const;
  for (const text of ['half \ud800 a character', 'nothing \u0000 at all']) {
    const name = await performAction(site, headers, null, { ...link, inputs: { key: 'travis', name: text } });
    expect(name.json()).toMatchObject({ code: 'VALIDATION', validationErrors: [{ field: 'inputs.name' }] });
    expect((await performAction(site, headers, null, { action: 'END_COUPON', subject: text })).statusCode).toBe(400);
    const note = await performAction(site, headers, userId, { action: 'NOTE', reason: text });
    expect(note.json()).toMatchObject({ code: 'VALIDATION', validationErrors: [{ field: 'reason' }] });
    const search = { method: 'POST', url: '/api/v2/staff/searches', headers, payload: { text } } as const;
    expect((await site.app.inject(search)).statusCode).toBe(400);
  }
  await performAction(site, headers, userId, { action: 'NOTE', reason: 'Two lines:\n“called” twice' });
  expect(await writtenLog(site)).toMatchObject([{ reason: 'Two lines:\n"called" twice' }]);
  expect(await checkChain(db)).toEqual({ count: 1, brokenAt: null });
});

test('Z8: what is proposed about a person outlives neither their account nor the proposal', async () => {
  const site = await openSite();
  const propose = async (userId: string, email: string) => {
    const sam = await staffHeaders(site, ['SUPPORT']);
    const inputs = { email, mailboxBefore: 'NEVER_THEIRS' };
    const answer = await performAction(site, sam, userId, { action: 'CORRECT_EMAIL', inputs });
    expect(answer.json()).toMatchObject({ state: 'PROPOSED' });
  };
  const keeping = async (email: string) =>
    (await wholeDatabase(site.dependencies.db)).filter(({ text }) => text.includes(email)).map(({ table }) => table);
  const { userId } = await subscribe(site);
  const { id: requestId } = await requestAndRead(site, userId);
  site.clock.advance(days(26));
  await propose(userId, 'closed@elsewhere.example');
  expect(await keeping('closed@elsewhere.example')).toEqual(['public.staff_proposals']);
  site.clock.advance(days(6));
  await closeAccount(site.dependencies, requestId);
  expect(await keeping('closed@elsewhere.example')).toEqual([]);

  await propose((await subscribe(site)).userId, 'undecided@elsewhere.example');
  site.clock.advance(days(8));
  await forgetOldRecords.run(site.jobDependencies, {});
  expect(await keeping('undecided@elsewhere.example')).toEqual([]);
});

async function requestAndRead({ dependencies }: TestSite, userId: string) {
  const asked = { userId, device: '', proofs: {}, cancelRenewals: true, at: dependencies.clock.now() };
  await dependencies.db.transaction().execute((trx) => requestDeletionIn(trx, asked));
  return dependencies.db.selectFrom('deletionRequests').select('id').executeTakeFirstOrThrow();
}

test('Z8: what staff did with a person’s data under another subject is in that person’s log and export', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const bea = await staffHeaders(site, ['BILLING', 'SUPPORT']);
  const { userId } = await subscribe(site);
  const { transactionId, totalCents: cents } = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  await postReport(site, disputeReport('open', { transactionId: transactionId ?? '', cents, at: site.clock.now() }));
  await drain(site);
  const collected = await performAction(site, bea, null, { action: 'COLLECT_EVIDENCE', subject: 'dispute-1' });
  expect(collected.json<ActionDone>().shown.length).toBeGreaterThan(5);
  expect(await writtenLog(site)).toMatchObject([{ action: 'COLLECT_EVIDENCE', subject: 'dispute-1', userId }]);
  expect((await viewPerson(site, bea, userId)).timeline.map(({ what }) => what)).toContain('Collect the evidence');
  expect((await exportData(site.dependencies, userId))['doneByStaff']).toMatchObject([{ action: 'COLLECT_EVIDENCE' }]);
  expect((await checkChain(db)).brokenAt).toBeNull();
});
