import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startGateway } from './gateway-under-test.ts';

const gateway = await startGateway({ lostAnswerMs: 300 });
afterEach(() => gateway.call('DELETE', '/control/faults'));
afterAll(() => gateway.close());

async function charge({ number, orderId = crypto.randomUUID() }: { number?: string; orderId?: string } = {}) {
  const paymentMethodNonce = await gateway.cardNonce(number === undefined ? {} : { number });
  return gateway.sdk.transaction.sale({
    amount: '20.00',
    orderId,
    paymentMethodNonce,
    options: { submitForSettlement: true },
  });
}

const charged = async () => (await gateway.ledger()).entries.length;

describe('a fault', () => {
  test.each([
    ['drop-before', 0, 'unexpectedError'],
    ['429', 0, 'tooManyRequestsError'],
    ['503', 0, 'serviceUnavailableError'],
    ['drop-after', 1, 'unexpectedError'],
    ['cut', 1, 'unexpectedError'],
  ])('PAY10 %s writes %i ledger entries and the SDK sees %s', async (kind, entries, type) => {
    const before = await charged();
    await gateway.fault({ kind, matching: 'sale' });
    await expect(charge()).rejects.toMatchObject({ type });
    expect((await charged()) - before).toBe(entries);
    expect((await charge()).success).toBe(true);
  });

  test('PAY10: can return garbage after charging', async () => {
    const before = await charged();
    await gateway.fault({ kind: 'garbage', matching: 'sale' });
    await expect(charge()).rejects.toThrow();
    expect((await charged()) - before).toBe(1);
  });

  test('applies only to matching calls, as often as set, and can be listed and cleared', async () => {
    await gateway.fault({ kind: '503', times: 2, matching: 'customer' });
    expect((await charge()).success).toBe(true);
    await expect(gateway.sdk.customer.create({})).rejects.toMatchObject({ type: 'serviceUnavailableError' });
    expect((await gateway.call('GET', '/control/faults')).body.faults).toMatchObject([
      { kind: '503', times: 1, matching: 'customer' },
    ]);
    await gateway.call('DELETE', '/control/faults');
    expect((await gateway.sdk.customer.create({})).success).toBe(true);
  });

  test('of an unknown kind is refused', async () => {
    expect((await gateway.fault({ kind: 'flood' })).status).toBe(400);
  });
});

describe('trigger cards', () => {
  test('PAY1: 0119 is charged and its response lost', async () => {
    const before = await charged();
    await expect(charge({ number: '4000000000000119' })).rejects.toMatchObject({ type: 'unexpectedError' });
    expect((await charged()) - before).toBe(1);
  });

  test('PAY2: 0127 is not charged when first sent, and is charged when resent', async () => {
    const before = await charged();
    const orderId = crypto.randomUUID();
    await expect(charge({ number: '4000000000000127', orderId })).rejects.toMatchObject({ type: 'unexpectedError' });
    expect((await charged()) - before).toBe(0);
    expect((await charge({ number: '4000000000000127', orderId })).success).toBe(true);
  });
});

describe('a restart', () => {
  test('loses no ledger entry, stored card, nonce or key', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-gateway-'));
    const first = await startGateway({ dataDir });
    const { customer } = await first.sdk.customer.create({ firstName: 'Ana' });
    const sale = {
      amount: '20.00',
      orderId: 'kept',
      apiRequestKey: 'kept',
      customerId: customer.id,
      paymentMethodNonce: await first.cardNonce(),
      options: { submitForSettlement: true, storeInVaultOnSuccess: true },
    };
    const { transaction } = await first.sdk.transaction.sale(structuredClone(sale));
    const unused = await first.cardNonce();
    const ledger = await first.ledger();
    await first.close();

    const second = await startGateway({ dataDir });
    expect(await second.ledger()).toEqual(ledger);
    expect((await second.sdk.transaction.sale(structuredClone(sale))).transaction.id).toBe(transaction.id);
    expect(
      (await second.sdk.transaction.sale({ amount: '1.00', paymentMethodToken: transaction.creditCard?.token ?? '' }))
        .success,
    ).toBe(true);
    expect((await second.sdk.transaction.sale({ amount: '2.00', paymentMethodNonce: unused })).success).toBe(true);
    await second.close();

    const journal = (
      await Promise.all((await readdir(dataDir)).map((file) => readFile(join(dataDir, file), 'utf8')))
    ).join('');
    expect(journal).toContain('"lastFour":"1111"');
    expect(journal).not.toContain('4111111111111111');
    await rm(dataDir, { recursive: true });
  });
});
