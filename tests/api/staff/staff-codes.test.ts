import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/api/route.ts';
import type { listCodes, listSwitches } from '#contract/api/staff/staff-codes.ts';
import { after, days } from '#server/clock.ts';
import { forgetPerson } from '#server/closing/forget-person.ts';
import { sales, setFault } from '../../setup/sandbox.ts';
import { newPhone, price, type Registration, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders, writtenLog } from '../../setup/staff.ts';

const terms = {
  packageName: 'EVERY',
  years: 'EVERY',
  country: 'EVERY',
  perPerson: 1,
  english: 'For courts',
  spanish: 'Para juzgados',
};

const open = async () => {
  const site = await openSite();
  const gus = await staffHeaders(site, ['GROWTH']);
  const until = after(site.clock.now(), days(30)).toISOString().slice(0, 10);
  const listed = async () => {
    const answer = await site.app.inject({ url: '/api/v2/staff/codes', headers: gus });
    return answer.json<AnswerOf<typeof listCodes>>();
  };
  return { site, gus, until, listed };
};

test('a console coupon is valid until its budget is used up, which twelve concurrent buyers never exceed; a decline releases its share, and ending it stops it', async () => {
  const { site, gus, until, listed } = await open();
  const { app } = site;
  const inputs = { ...terms, code: 'court20', percent: 20, until, uses: 100, budgetCents: 8_640 };
  const created = { action: 'CREATE_PERCENT_COUPON', subject: 'coupons', inputs } as const;
  expect((await performAction(site, gus, null, created)).statusCode).toBe(200);
  expect((await performAction(site, gus, null, created)).statusCode).toBe(409);
  const codes = ['COURT20'];
  const unlucky = await readyToPay(app);
  await submitPayment(app, unlucky, { codes, nonce: 'fake-gateway-rejected-fraud-nonce' });
  const buyers = await Promise.all(Array.from({ length: 12 }, () => readyToPay(app)));
  const quoted = await Promise.all(buyers.map(async (buyer) => ({ buyer, quote: await price(app, buyer, { codes }) })));
  const answers = await Promise.all(quoted.map(({ buyer, quote }) => submitPayment(app, buyer, { codes, quote })));
  // Each deducts US$28.80 of US$86.40: three, to the last cent.
  expect(answers.filter(({ body }) => body.outcome === 'PAID')).toHaveLength(3);
  const refused = answers.flatMap(({ status }, index) => (status === 409 ? [index] : []));
  expect(refused).toHaveLength(9);
  const [again = 0] = refused;
  expect((await submitPayment(app, buyers[again] ?? unlucky)).body.outcome).toBe('PAID');
  const charged = await sales(site);
  expect(charged.map(({ amountCents }) => amountCents).filter((cents) => cents === 11_520)).toHaveLength(3);
  const coupon = async () => (await listed()).coupons.find(({ key }) => key === 'COURT20');
  expect(await coupon()).toMatchObject({
    uses: 3,
    spentFormatted: 'US$86.40',
    budgetFormatted: 'US$86.40',
    isOver: true,
  });
  await performAction(site, gus, null, { action: 'END_COUPON', subject: 'COURT20' });
  const late = await price(app, await readyToPay(app), { codes });
  expect(late.refusedCodes).toMatchObject([{ reason: 'code_expired' }]);
});

test('a coupon’s per-person limit recognises mailbox and phone, and of four payments at once one gets it', async () => {
  const { site, gus, until } = await open();
  const { app } = site;
  const { db } = site.dependencies;
  const inputs = { ...terms, code: 'ONCE20', percent: 20, until, uses: 100, budgetCents: 100_000 };
  await performAction(site, gus, null, { action: 'CREATE_PERCENT_COUPON', subject: 'coupons', inputs });
  const codes = ['ONCE20'];
  const reason = async (parent: Registration) => (await price(app, parent, { codes })).refusedCodes[0]?.reason ?? null;
  const phoneNumber = newPhone();
  const persona = (email: string, phone = newPhone()) =>
    readyToPay(app, { email, phoneNumber: phone, extra: { parentDuplicateConfirmed: true } });
  // The same phone four times, with four addresses.
  const same = await Promise.all(['a', 'b', 'c', 'd'].map((name) => persona(`${name}@example.com`, phoneNumber)));
  const unlucky = await persona('unlucky@example.com', phoneNumber);
  await submitPayment(app, unlucky, { codes, nonce: 'fake-gateway-rejected-fraud-nonce' });
  const quoted = await Promise.all(
    same.map(async (parent) => ({ parent, quote: await price(app, parent, { codes }) })),
  );
  const answers = await Promise.all(quoted.map(({ parent, quote }) => submitPayment(app, parent, { codes, quote })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  const winner = same[answers.findIndex(({ status }) => status === 200)]?.email.replace('@', '+again@') ?? '';
  expect(await reason(await persona('e@example.com', phoneNumber))).toBe('code_used_up');
  expect(await reason(await persona(winner.toUpperCase()))).toBe('code_used_up');
  const another = await persona('another@example.com');
  expect(await reason(another)).toBeNull();
  // A purchase's own reservation does not count against it.
  const lost = await persona('lost@example.com');
  await setFault(site.sandboxUrl, { kind: 'drop-after', times: 1, matching: 'sale' });
  await submitPayment(app, lost, { codes });
  expect(await reason(lost)).toBeNull();
  const { userId } = await db.selectFrom('orders').select('userId').orderBy('id').executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => forgetPerson(trx, { userId, at: site.clock.now() }));
  expect(await reason(await persona('e2@example.com', phoneNumber))).toBeNull();
});

test('absurd coupons are rejected, large budgets need a second person once, and a referrer’s links end', async () => {
  const { site, gus, until, listed } = await open();
  const make = async (change: object) => {
    const inputs = { ...terms, code: 'SPRING27', percent: 20, until, uses: 10, budgetCents: 10_000, ...change };
    return (
      await performAction(site, gus, null, { action: 'CREATE_PERCENT_COUPON', subject: 'coupons', inputs })
    ).json<object>();
  };
  for (const change of [
    { percent: 91 },
    { percent: -5 },
    { code: 'a b' },
    { uses: 0 },
    { perPerson: 0 },
    { budgetCents: -1 },
    { until: '2020-01-01' },
  ])
    expect([change, await make(change)]).toMatchObject([change, { code: 'VALIDATION' }]);
  expect(await make({ budgetCents: 500_001 })).toMatchObject({ state: 'PROPOSED' });
  expect(await make({ code: 'SUMMER27', budgetCents: 500_001 })).toMatchObject({ state: 'PROPOSED' });
  expect(await make({ code: 'SUMMER27', budgetCents: 500_001 })).toMatchObject({ code: 'CONFLICT' });
  const referrer = { key: 'Bar-Association', percent: 15, until, uses: 10, perPerson: 2, budgetCents: 10_000 };
  await performAction(site, gus, null, { action: 'CREATE_REFERRER', subject: 'coupons', inputs: referrer });
  const found = async () => (await listed()).referrers.find(({ key }) => key === 'bar-association');
  expect(await found()).toMatchObject({ worth: 'up to 15%, 2 times for each person', isOver: false });
  const ending = async (subject: string) =>
    (await performAction(site, gus, null, { action: 'END_REFERRER', subject })).statusCode;
  expect(await ending('bar-association')).toBe(200);
  expect(await found()).toMatchObject({ isOver: true });
  await performAction(site, gus, null, {
    action: 'CREATE_REFERRER',
    subject: 'coupons',
    inputs: { ...referrer, key: 'of-last-year' },
  });
  const past = { validUntil: after(site.clock.now(), -days(1)) };
  await site.dependencies.db.updateTable('referrers').set(past).where('key', '=', 'of-last-year').execute();
  expect((await listed()).offers.map(({ subject }) => subject)).not.toContain('of-last-year');
  expect(await ending('of-last-year')).toBe(409);
});

test('a switch disables something for everybody, and shows who switched it and why', async () => {
  const { site, gus } = await open();
  const turn = (action: 'TURN_SWITCH_ON' | 'TURN_SWITCH_OFF', subject = 'hide-paypal') =>
    performAction(site, gus, null, { action, subject, reason: 'PayPal is down' });
  const shown = async () => {
    const answer = await site.app.inject({ url: '/api/v2/staff/switches', headers: gus });
    return answer.json<AnswerOf<typeof listSwitches>>().switches.find(({ key }) => key === 'hide-paypal');
  };
  expect(await shown()).toMatchObject({ isOn: false, by: null });
  expect((await turn('TURN_SWITCH_ON')).statusCode).toBe(200);
  expect(await shown()).toMatchObject({ isOn: true, by: 'Sam Support', reason: 'PayPal is down' });
  expect((await turn('TURN_SWITCH_ON')).statusCode).toBe(409);
  expect((await turn('TURN_SWITCH_ON', 'uk-packages')).statusCode).toBe(409);
  const another = await site.dependencies.isSwitchedOff('PAYPAL');
  expect(another).toBe(true);
  expect((await turn('TURN_SWITCH_OFF')).statusCode).toBe(200);
  expect((await writtenLog(site)).map(({ action }) => action)).toEqual(['TURN_SWITCH_ON', 'TURN_SWITCH_OFF']);
});
