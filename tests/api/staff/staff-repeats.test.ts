import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { checkChain } from '#server/staff/staff-actions.ts';
import { addDays } from '#server/subscriptions/calendar.ts';
import { ledger, settleSales } from '../../setup/sandbox.ts';
import { openSite } from '../../setup/site.ts';
import { confirmProposal, offerOf, performAction, staffHeaders, viewPerson, writtenLog } from '../../setup/staff.ts';
import { drain, subscribe, subscriptionOf } from '../../setup/subscriber.ts';

/** A payer of US$288.00, and a staff member who sends actions on them. */
async function actsOnPayer() {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  await settleSales(site.sandboxUrl);
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const page = await viewPerson(site, sam, payer.userId);
  const send = async (action: StaffActionName, inputs: object, requestKey: string) => {
    const subject = offerOf(page, action)?.subject;
    const { statusCode, body } = await performAction(site, sam, payer.userId, { action, subject, inputs, requestKey });
    return { status: statusCode, body: JSON.parse(body) as object };
  };
  return { site, payer, send };
}

const isFirst = ({ body }: { body: object }) => !('repeated' in body);

test('a partial refund or days sent again under one key, later or at once, are given once; other values are refused', async () => {
  const { site, payer, send } = await actsOnPayer();
  const [later, atOnce, days] = [randomUUID(), randomUUID(), randomUUID()];
  const done = { state: 'DONE', shown: [] };
  expect(await send('REFUND', { amountCents: 1_000 }, later)).toEqual({ status: 200, body: done });
  expect(await send('REFUND', { amountCents: 1_000 }, later)).toEqual({
    status: 200,
    body: { ...done, repeated: true },
  });
  expect(await send('REFUND', { amountCents: 1_001 }, later)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  const both = [
    ...(await Promise.all([1, 2, 3].map(() => send('REFUND', { amountCents: 2_000 }, atOnce)))),
    ...(await Promise.all([1, 2, 3].map(() => send('EXTEND_PLAN', { days: 10 }, days)))),
  ];
  expect(both.map(({ status }) => status)).toEqual(both.map(() => 200));
  expect(both.filter(isFirst)).toHaveLength(2);
  await drain(site);
  const refunds = (await ledger(site.sandboxUrl)).filter(({ kind }) => kind === 'refund');
  expect(refunds.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other)).toEqual([1_000, 2_000]);
  expect((await subscriptionOf(site, payer)).periodEnd).toBe(addDays(payer.periodEnd, 10));
  expect((await writtenLog(site)).map(({ action }) => action)).toEqual(['REFUND', 'REFUND', 'EXTEND_PLAN']);
  expect(await checkChain(site.dependencies.db)).toEqual({ count: 3, brokenAt: null });
});

test('an action for a second person that is sent again under one key is proposed once, and never again after it is done', async () => {
  const { site, send } = await actsOnPayer();
  const key = randomUUID();
  const whole = () => send('REFUND', { amountCents: 28_800 }, key);
  const answers = await Promise.all([whole(), whole(), whole()]);
  expect(answers).toMatchObject(answers.map(() => ({ status: 200, body: { state: 'PROPOSED' } })));
  expect(answers.filter(isFirst)).toHaveLength(1);
  const bea = await staffHeaders(site, ['BILLING'], 'staff-bea');
  expect((await confirmProposal(site, bea)).statusCode).toBe(200);
  expect(await whole()).toMatchObject({ status: 200, body: { state: 'PROPOSED', repeated: true } });
  await drain(site);
  expect((await ledger(site.sandboxUrl)).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
  expect(await writtenLog(site)).toMatchObject([{ action: 'REFUND', proposedBy: 'staff-sam' }]);
});
