import { afterAll, expect, test } from 'vitest';
import { faultKinds } from './faults.ts';
import { startGateway } from './gateway-under-test.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const look = async () => (await fetch(`${gateway.url}/control`)).text();

/** Presses a button as a browser does without JavaScript: submits the form and follows the redirect. */
async function press(path: string, fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text() };
}

const arm = (kind: string, fields: Record<string, string> = {}) =>
  press('/control/arm', { kind, times: '1', matching: 'sale', seconds: '1', ...fields });
const sell = async (amount = '144.00') =>
  gateway.sdk.transaction.sale({
    amount,
    paymentMethodNonce: await gateway.cardNonce(),
    options: { submitForSettlement: true },
  });

test('every fault has a button; armed faults are listed, and cleared with one click', async () => {
  const page = await look();
  for (const kind of faultKinds) expect(page).toContain(`<button name="kind" value="${kind}"`);
  expect(page).not.toContain('<script');
  const armed = await arm('drop-after', { times: '3' });
  expect(armed.text).toContain('Fault set.');
  expect((await gateway.call('GET', '/control/faults')).body.faults).toMatchObject([
    { kind: 'drop-after', times: 3, matching: 'sale' },
  ]);
  expect(armed.text).toMatch(/Lose the answer<\/th><td data-label="Call">Sale<\/td><td data-label="Times left">3</);
  await arm('latency', { matching: '', seconds: '7' });
  expect(await look()).toContain('Answer late (7 s)');
  expect((await press('/control/disarm', {})).text).toContain('No faults set');
  expect((await gateway.call('GET', '/control/faults')).body.faults).toEqual([]);
  expect((await arm('explode')).status).toBe(400);
});

test('one click declines the next sale, whatever its card, but not the one after', async () => {
  await arm('decline');
  const [declined, accepted] = [await sell('11.00'), await sell('12.00')];
  expect([declined.success, accepted.success]).toEqual([false, true]);
  expect(declined.transaction.processorResponseCode).toBe('2000');
  expect(await look()).toMatch(/Sale \$11\.00.*?Declined \(2000\)/s);
});

test('a sale can be settled, refunded or voided, or its settlement declined, by hand; its refunds and the ledger are shown with it', async () => {
  const [first, second, third] = [await sell('21.00'), await sell('22.00'), await sell('23.00')];
  const act = (id: string, action: string) => press(`/control/transactions/${id}`, { action });
  expect((await act(first.transaction.id, 'settle')).text).toContain('The sale was settled.');
  const refunded = await act(first.transaction.id, 'refund');
  expect(refunded.text).toContain('$21.00 in 1');
  expect(refunded.text).toMatch(/Refund \$21\.00/);
  expect((await act(second.transaction.id, 'void')).text).toContain('The sale was voided.');
  expect((await act(third.transaction.id, 'settlement_decline')).text).toContain('The settlement was declined');
  expect((await act(second.transaction.id, 'void')).text).toContain('The gateway refused that.');
  const kinds = (await gateway.ledger()).entries
    .filter(({ amountCents }) => amountCents > 2_000)
    .map(({ kind }) => kind);
  expect(kinds).toEqual(['sale', 'sale', 'sale', 'refund', 'void', 'settlement_declined']);
  expect(await look()).toMatch(/The merchant holds\s+<b>\$12\.00<\/b>/);
});

test('a settled sale is disputed and decided, a stored card ages, and a webhook is sent again, each by a button', async () => {
  const { transaction } = await gateway.sdk.transaction.sale({
    amount: '24.00',
    paymentMethodNonce: await gateway.cardNonce(),
    options: { submitForSettlement: true, storeInVaultOnSuccess: true },
  });
  await press(`/control/transactions/${transaction.id}`, { action: 'settle' });
  const opened = await press(`/control/transactions/${transaction.id}`, { action: 'dispute' });
  expect(opened.text).toContain('A dispute was opened');
  const { disputes } = (await gateway.call('GET', '/control/disputes')).body;
  const decide = (action: string) => press(`/control/by-hand/disputes/${disputes[0].id}`, { action });
  expect((await decide('under_review')).text).toMatch(/State">under review</);
  expect((await decide('won')).text).toContain('The dispute has moved on.');
  expect((await decide('lost')).text).toContain('The gateway refused that.');
  const age = (action: string) => press(`/control/by-hand/stored-methods/${transaction.creditCard?.token}`, { action });
  expect((await age('expire')).text).toMatch(/Good until">\d\d\/\d{4}, expired</);
  expect((await age('update')).text).toMatch(/Visa 1112</);
  expect((await age('revoke')).text).toContain('The gateway refused that.');
  const held = await press('/control/by-hand/webhooks/all', { action: 'hold' });
  expect(held.text).toMatch(/Release webhooks/);
  await press(`/control/transactions/${transaction.id}`, { action: 'report' });
  const page = await look();
  for (const kind of ['dispute_opened', 'dispute_won', 'account_updater_daily_report', 'transaction_settled'])
    expect(page).toContain(`Kind">${kind}<`);
  const { webhooks } = (await gateway.call('GET', '/control/webhooks')).body;
  const again = await press(`/control/by-hand/webhooks/${webhooks[0].id}`, { action: 'send' });
  expect(again.text).toContain('nothing was sent');
});

test('a click advances the clock by a day, or resets it to the real time', async () => {
  const day = 86_400_000;
  expect((await press('/control/pass', { advanceMs: String(day) })).text).toContain('24 hours off the real time');
  await press('/control/pass', { advanceMs: String(30 * day) });
  expect((await gateway.call('GET', '/control/clock')).body.offsetMs).toBe(31 * day);
  expect((await press('/control/pass', { advanceMs: String(-31 * day) })).text).toContain('the real time.');
  expect((await gateway.call('GET', '/control/clock')).body.offsetMs).toBe(0);
});

test('user input cannot become page markup', async () => {
  await gateway.sdk.transaction.sale({
    amount: '13.00',
    orderId: '"><script>alert(1)</script>',
    paymentMethodNonce: await gateway.cardNonce(),
  });
  const page = await look();
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script');
});
