import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { feeWaiversConfirmedAbove } from '#contract/staff/staff-actions.ts';
import { reconcileAttempt } from '#server/checkout/take-payment.ts';
import { after, hours, minutes } from '#server/clock.ts';
import { asked, decide, requestWaiver, secretOf } from '../../setup/fee-waivers.ts';
import { mailsTo } from '../../setup/sandbox.ts';
import { price, readyToPay, submitPayment } from '../../setup/sign-up.ts';
import { openSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, moveClockTo, subscribe } from '../../setup/subscriber.ts';

test('W7: the code of a granted year works for its person alone, once, and pays nothing for a second person', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await readyToPay(site.app, { email: 'ana.ruiz@gmail.com' });
  await requestWaiver(site, parent);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const [row] = await asked(site, sam);
  if (!row) throw new Error('The request is not in the queue');
  await decide(site, sam, row, 'GRANT', { inFamily: 'FIRST' });
  await drain(site, { times: 2 });
  const { code } = secretOf(site, row);
  const stranger = await readyToPay(site.app);
  expect((await submitPayment(site.app, stranger, { codes: [code], nonce: null })).status).not.toBe(200);
  // The same mailbox in another spelling, in another sign-up and with a coupon, but not for two people.
  const again = await readyToPay(site.app, { email: 'A.na.Ruiz+court@googlemail.com' });
  const forTwo = await price(site.app, again, { codes: [code], payForCoparent: true });
  expect([forTwo.totals.total, forTwo.refusedCodes]).toEqual([28_800, [expect.objectContaining({ code })]]);
  expect(forTwo.refusedCodes[0]).toMatchObject({
    reason: 'code_for_one',
    text: 'This code is for your own plan only',
  });
  const paid = await submitPayment(site.app, again, { codes: [code, 'WELCOME10'], nonce: null });
  expect(paid.body).toMatchObject({ outcome: 'PAID' });
  const { rows } = await sql<{ used: number; left: number }>`
    select uses.amount_cents as used, remaining_cents as left
    from activation_code_uses as uses join activation_codes on activation_codes.id = activation_code_id
    where holder_id is not null`.execute(db);
  expect(rows).toEqual([{ used: 12_960, left: 0 }]);
  const third = await readyToPay(site.app, { email: 'anaruiz@gmail.com' });
  expect((await submitPayment(site.app, third, { codes: [code], nonce: null })).status).not.toBe(200);

  // Staff cannot use it for somebody else either.
  const other = await subscribe(site);
  moveClockTo(site, other.periodEnd, -5);
  const late = await staffHeaders(site, ['SUPPORT']);
  const typed = { action: 'PAY_WITH_CODE', subject: other.subscriptionId, inputs: { activationCode: code } } as const;
  expect((await performAction(site, late, other.userId, typed)).statusCode).toBe(400);
});

test('W6: free years beyond one staff member’s monthly budget, and a person’s second under another spelling, need a second person', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const sam = await staffHeaders(site, ['SUPPORT'], 'staff-sam');
  const ask = async (email: string) => {
    const parent = await readyToPay(site.app, { email, coParentEmail: `other-${email.replaceAll('+', '-')}` });
    await requestWaiver(site, parent);
    return (await asked(site, sam)).at(-1);
  };
  const grant = async (row: QueueRow | undefined, inFamily: string) => {
    if (!row) throw new Error('The request is not in the queue');
    return (await decide(site, sam, row, 'GRANT', { inFamily })).json<{ state?: string }>().state;
  };
  expect(await grant(await ask('fraud+1@example.com'), 'FIRST')).toBe('DONE');
  expect(await grant(await ask('fraud+2@example.com'), 'ANOTHER')).toBe('PROPOSED');
  const states: (string | undefined)[] = [];
  for (let index = 0; index < 8; index += 1)
    states.push(await grant(await ask(`parent-${index}@example.com`), 'FIRST'));
  const done = states.filter((state) => state === 'DONE').length;
  expect(states).toEqual([...states.slice(0, done).map(() => 'DONE'), ...states.slice(done).map(() => 'PROPOSED')]);
  const { sum } = await site.dependencies.db
    .selectFrom('feeWaivers')
    .select((eb) => eb.fn.sum<string>('priceCents').as('sum'))
    .where('state', '=', 'GRANTED')
    .executeTakeFirstOrThrow();
  expect([done > 0, Number(sum) <= feeWaiversConfirmedAbove.USD, done < 8]).toEqual([true, true, true]);
});

test('R49: the code of a granted year works to the end of the day that its mail names, wherever its reader lives', async () => {
  const site = await openSite();
  const parent = await readyToPay(site.app);
  await requestWaiver(site, parent);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const [row] = await asked(site, sam);
  if (!row) throw new Error('The request is not in the queue');
  await decide(site, sam, row, 'GRANT', { inFamily: 'FIRST' });
  await drain(site);
  const [mail] = await mailsTo(site.sandboxUrl, parent.email);
  const named = /Use it by:\s*(\w+ \d+, \d+)/.exec(mail?.text ?? '')?.[1] ?? '';
  // 23:59 in Honolulu.
  site.clock.set(after(new Date(`${named} 23:59 UTC`), hours(10)));
  const late = await readyToPay(site.app, { email: parent.email });
  expect((await price(site.app, late, { codes: [secretOf(site, row).code] })).totals.paymentCodeTotal).toBe(14_400);
});

test('W7: a code that was used in time works for the retry after a decline that came later', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await readyToPay(site.app);
  await requestWaiver(site, parent);
  const sam = await staffHeaders(site, ['SUPPORT']);
  const [row] = await asked(site, sam);
  if (!row) throw new Error('The request is not in the queue');
  await decide(site, sam, row, 'GRANT', { inFamily: 'FIRST' });
  await drain(site);
  const { code } = secretOf(site, row);
  const { expiresAt } = await db
    .selectFrom('activationCodes')
    .select('expiresAt')
    .where('holderId', 'is not', null)
    .executeTakeFirstOrThrow();
  site.clock.set(after(expiresAt ?? new Date(0), -minutes(1)));
  const late = await readyToPay(site.app, { email: parent.email });
  const { gateway } = site.dependencies;
  gateway.sale = async () => ({ outcome: 'unknown', cause: 'timeout' });
  await submitPayment(site.app, late, { packageId: 1002, codes: [code] });
  const { id } = await db.selectFrom('paymentAttempts').select('id').executeTakeFirstOrThrow();
  gateway.sale = async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' });
  site.clock.advance(minutes(2));
  await reconcileAttempt(site.jobDependencies, id);
  const used = { packageId: 1002, codes: [code] };
  expect(await price(site.app, late, used)).toMatchObject({ refusedCodes: [], totals: { paymentCodeTotal: 14_400 } });
  site.clock.advance(hours(1));
  expect((await price(site.app, late, used)).refusedCodes).toMatchObject([{ reason: 'code_expired' }]);
});
