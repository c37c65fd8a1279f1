import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listCodes } from '#contract/api/staff/staff-codes.ts';
import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { after, days } from '#server/clock.ts';
import { untilOneWaitsForLock } from '../../setup/database/lock-waits.ts';
import { ledger } from '../../setup/sandbox.ts';
import {
  addressInMinnesota,
  newPhone,
  price,
  type Registration,
  readyToPay,
  submitPayment,
} from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders, writtenLog } from '../../setup/staff.ts';
import { moveClockTo, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

const inTexas = { ...addressInMinnesota, city: 'Austin', region: 'TX', postalCode: '78701' };

const open = async () => {
  const site = await openSite();
  const gus = await staffHeaders(site, ['GROWTH'], 'staff-gus');
  const terms = {
    madeFor: 'Hennepin County Family Court',
    packageName: 'ESSENTIALS',
    years: '1',
    size: 4,
    perPerson: 1,
    until: after(site.clock.now(), days(30)).toISOString().slice(0, 10),
    eachCents: 18_000,
  };
  const act = (action: StaffActionName, subject: string, inputs: object = {}) =>
    performAction(site, gus, null, { action, subject, inputs });
  const listed = async () => {
    const answer = await site.app.inject({ url: '/api/v2/staff/codes', headers: gus });
    return answer.json<AnswerOf<typeof listCodes>>().batches;
  };
  const make = async (change: object = {}) => {
    const created = await act('CREATE_CODE_BATCH', 'coupons', { ...terms, ...change });
    expect([created.statusCode, created.json()]).toEqual([200, { state: 'DONE', shown: [] }]);
    const [batch] = await listed();
    const download = () => act('DOWNLOAD_CODES', batch?.id ?? '');
    const [first, second] = await Promise.all([download(), download()]);
    expect([first.statusCode, second.statusCode].toSorted((one, other) => one - other)).toEqual([200, 409]);
    const { shown } = (first.statusCode === 200 ? first : second).json<ActionDone>();
    return { id: batch?.id ?? '', codes: shown.map(({ value }) => value) };
  };
  const person = (phoneNumber = newPhone()) =>
    readyToPay(site.app, { phoneNumber, extra: { parentDuplicateConfirmed: true } });
  const pay = (registration: Registration, codes: string[], packageId = 1001) =>
    submitPayment(site.app, registration, { codes, nonce: null, packageId });
  const reason = async (registration: Registration, ...codes: string[]) =>
    (await price(site.app, registration, { codes })).refusedCodes.map((refused) => refused.reason);
  return { site, terms, act, listed, make, person, pay, reason };
};

test('codes for a court are made within a budget, shown once, kept as hashes, pay a sign-up for nothing, and end together', async () => {
  const { site, terms, act, listed, make, person, pay, reason } = await open();
  const { db } = site.dependencies;
  for (const change of [
    { eachCents: 0 },
    { eachCents: 100_001 },
    { size: 0 },
    { size: 501 },
    { years: '3' },
    { madeFor: ' ' },
  ])
    expect((await act('CREATE_CODE_BATCH', 'coupons', { ...terms, ...change })).statusCode).toBe(400);
  expect((await act('CREATE_CODE_BATCH', 'coupons', { ...terms, size: 28 })).json()).toMatchObject({
    state: 'PROPOSED',
  });
  expect(await listed()).toEqual([]);
  const { id, codes } = await make();
  expect(new Set(codes).size).toBe(4);
  const stored = JSON.stringify([await db.selectFrom('activationCodes').selectAll().execute(), await writtenLog(site)]);
  for (const code of codes) expect(stored).not.toContain(code);
  const [one = '', two = '', three = ''] = codes;
  expect((await pay(await person(), [one])).body).toMatchObject({ outcome: 'PAID' });
  expect(await ledger(site.sandboxUrl)).toEqual([]);
  const { autoRenew, state } = await db
    .selectFrom('subscriptions')
    .select(['autoRenew', 'state'])
    .executeTakeFirstOrThrow();
  expect([autoRenew, state]).toEqual([true, 'CURRENT']);
  expect(await listed()).toMatchObject([
    { uses: 1, mostUses: 4, spentFormatted: 'US$144.00', isDownloaded: true, isOver: false },
  ]);
  expect((await act('WITHDRAW_CODES', id)).statusCode).toBe(200);
  expect((await act('WITHDRAW_CODES', id)).statusCode).toBe(409);
  expect(await reason(await person(), two)).toEqual(['activation_code']);
  expect(await listed()).toMatchObject([{ uses: 1, isOver: true }]);
  const later = await make();
  site.clock.set(after(site.clock.now(), days(32)));
  expect(await reason(await person(), later.codes[0] ?? '', three)).toEqual(['code_expired', 'activation_code']);
});

test('the per-person limit of a court’s codes holds concurrently, and no code pays more than it is worth', async () => {
  const { site, listed, make, person, pay, reason } = await open();
  const { codes } = await make();
  const [one = '', two = '', , four = ''] = codes;
  // Two in one order count as two.
  expect(await reason(await person(), one, two)).toEqual(['code_used_up']);
  const phone = newPhone();
  const same = await Promise.all([person(phone), person(phone), person(phone)]);
  const answers = await Promise.all(same.map((parent, index) => pay(parent, [codes[index] ?? ''])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await reason(await person(phone), four)).toEqual(['code_used_up']);
  expect(await listed()).toMatchObject([{ uses: 1 }]);
  // Texas adds tax to the rest: no code pays more than its value, and the rest is shown as due.
  const small = await make({ perPerson: 2, eachCents: 14_000 });
  const texan = await readyToPay(site.app, { address: inTexas });
  const { totals } = await price(site.app, texan, { codes: small.codes.slice(0, 1) });
  expect(totals).toMatchObject({ paymentCodeTotal: 14_000, total: 420 });
  expect((await pay(texan, small.codes.slice(0, 2))).body).toMatchObject({ outcome: 'PAID' });
  expect((await listed())[0]).toMatchObject({ uses: 2, spentFormatted: 'US$144.00', budgetFormatted: 'US$560.00' });
  const long = await make({ years: '2', eachCents: 30_000 });
  expect((await pay(await person(), long.codes.slice(0, 1), 1011)).body).toMatchObject({ outcome: 'PAID' });
  expect((await listed())[0]).toMatchObject({ uses: 1, spentFormatted: 'US$264.00' });
});

test('a declined card does not lower what a court’s code can pay where its term costs more', async () => {
  const { site, listed, make, person } = await open();
  const { codes } = await make({ eachCents: 20_000 });
  const parent = await person();
  const larger = { codes: codes.slice(0, 1), packageId: 1002 };
  const declined = await submitPayment(site.app, parent, { ...larger, nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.status).toBe(402);
  const there = await readyToPay(site.app, { address: inTexas });
  expect((await price(site.app, there, larger)).totals.paymentCodeTotal).toBe(14_400);
  expect((await submitPayment(site.app, there, larger)).body).toMatchObject({ outcome: 'PAID' });
  expect((await listed())[0]).toMatchObject({ uses: 1, spentFormatted: 'US$144.00' });
});

test('each year paid with a court’s code counts towards its per-person limit', async () => {
  const { site, make } = await open();
  const until = after(site.clock.now(), days(900)).toISOString().slice(0, 10);
  const { codes } = await make({ until });
  const plan = await subscribe(site);
  const payYear = async (code = '') => {
    const { periodEnd } = await subscriptionOf(site, plan);
    moveClockTo(site, periodEnd, -5);
    // Staff sessions are short, and a year has passed.
    const bea = await staffHeaders(site, ['BILLING']);
    const inputs = { activationCode: code };
    return performAction(site, bea, plan.userId, { action: 'PAY_WITH_CODE', subject: plan.subscriptionId, inputs });
  };
  expect((await payYear(codes[0])).statusCode).toBe(200);
  expect((await payYear(codes[1])).json()).toMatchObject({ validationErrors: [{ code: 'code_used_up' }] });
});

test('several attempts to pay for one purchase with a court’s codes count once', async () => {
  const { site, make } = await open();
  const buyer = await readyToPay(site.app, { address: inTexas });
  const { codes } = await make({ eachCents: 14_000 });
  const [one = '', two = ''] = codes;
  const declined = await submitPayment(site.app, buyer, { codes: [one], nonce: 'fake-gateway-rejected-fraud-nonce' });
  expect(declined.body.code).toBe('PAYMENT_DECLINED');
  expect((await submitPayment(site.app, buyer, { codes: [two] })).body.outcome).toBe('PAID');
});

test('PAY4: paying with a code while its batch is withdrawn neither deadlocks nor fails', async () => {
  const { site, make, person } = await open();
  const { db } = site.dependencies;
  const { id, codes } = await make();
  const buyer = await person();
  const quote = await price(site.app, buyer, { codes: codes.slice(0, 1) });
  // In the order of the withdrawal: the batch, then its codes.
  const submitted = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('codeBatches').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const submitting = submitPayment(site.app, buyer, { codes: codes.slice(0, 1), nonce: null, quote });
    await untilOneWaitsForLock(db);
    await trx.selectFrom('activationCodes').select('id').where('batchId', '=', id).forUpdate().execute();
    return { submitting };
  });
  expect((await submitted.submitting).body.outcome).toBe('PAID');
});

test('people whose addresses somebody else has proved are each a person of their own to a per-person limit', async () => {
  const { site, make } = await open();
  const { db } = site.dependencies;
  const { codes } = await make({ until: after(site.clock.now(), days(900)).toISOString().slice(0, 10) });
  const first = await subscribe(site);
  const plans = [first, await subscribe(site)];
  await db.updateTable('users').set({ email: '', emailNormalised: '', emailProvenAt: null }).execute();
  moveClockTo(site, first.periodEnd, -5);
  const bea = await staffHeaders(site, ['BILLING']);
  for (const [index, { userId, subscriptionId: subject }] of plans.entries()) {
    const inputs = { activationCode: codes[index] };
    const paid = await performAction(site, bea, userId, { action: 'PAY_WITH_CODE', subject, inputs });
    expect([index, paid.statusCode, paid.json()]).toMatchObject([index, 200, { state: 'DONE' }]);
  }
});
