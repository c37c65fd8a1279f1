import type { TransactionRequest } from 'braintree';
import { afterAll, describe, expect, test } from 'vitest';
import { codesOf, startGateway } from './gateway-under-test.ts';

declare module 'braintree' {
  interface TransactionRequest {
    apiRequestKey?: string;
  }
  interface TransactionGateway {
    refund(
      transactionId: string,
      request: { amount: string; apiRequestKey: string },
    ): Promise<ValidatedResponse<Transaction>>;
    void(transactionId: string, request: { apiRequestKey: string }): Promise<ValidatedResponse<Transaction>>;
    submitForSettlement(
      transactionId: string,
      amount: string,
      request: { apiRequestKey: string },
    ): Promise<ValidatedResponse<Transaction>>;
  }
}

const days = 24 * 3_600_000;
const gateway = await startGateway();
afterAll(() => gateway.close());

async function request(more: Partial<TransactionRequest> = {}): Promise<TransactionRequest> {
  const key = crypto.randomUUID();
  return {
    amount: '25.00',
    orderId: key,
    apiRequestKey: key,
    paymentMethodNonce: await gateway.cardNonce(),
    options: { submitForSettlement: true },
    ...more,
  };
}
// The SDK modifies its argument, so each send gets its own copy.
const send = (sale: TransactionRequest) => gateway.sdk.transaction.sale(structuredClone(sale));

describe('a sale under a key', () => {
  test('PAY4: is charged once when sent fifty times concurrently', async () => {
    const before = await gateway.ledger();
    const sale = await request();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(sale)));
    expect(new Set(answers.filter(({ success }) => success).map(({ transaction }) => transaction.id)).size).toBe(1);
    expect((await gateway.ledger()).entries).toHaveLength(before.entries.length + 1);
  });

  test('REL2: with another amount is refused with 915232', async () => {
    const sale = await request();
    await send(sale);
    const before = await gateway.ledger();
    expect(codesOf(await send({ ...sale, amount: '26.00' }))).toEqual(['915232']);
    expect(await gateway.ledger()).toEqual(before);
  });

  test('PAY4: while the first is still being processed is refused with 915233', async () => {
    const sale = await request();
    await gateway.fault({ kind: 'latency', delayMs: 1_000, matching: 'sale' });
    const first = send(sale);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(codesOf(await send(sale))).toEqual(['915233']);
    expect((await first).success).toBe(true);
    expect((await send(sale)).transaction.id).toBe((await first).transaction.id);
  });

  test('accepts a key of 255 characters, and refuses one of 256 with 915230', async () => {
    expect((await send(await request({ apiRequestKey: 'k'.repeat(255) }))).success).toBe(true);
    expect(codesOf(await send(await request({ apiRequestKey: 'k'.repeat(256) })))).toEqual(['915230']);
  });

  test('is refused with 915231 where keys are not enabled, and without one the sale works', async () => {
    await gateway.call('POST', '/control/idempotency-keys', { allowed: false });
    const sale = await request();
    expect(codesOf(await send(sale))).toEqual(['915231']);
    const { apiRequestKey: _key, ...unkeyed } = sale;
    expect((await send(unkeyed)).success).toBe(true);
    await gateway.call('POST', '/control/idempotency-keys', { allowed: true });
  });

  test('repeats a decline unchanged', async () => {
    const sale = await request({ paymentMethodNonce: await gateway.cardNonce({ number: '4000000000000002' }) });
    const [first, second] = [await send(sale), await send(sale)];
    expect([first.success, second.success]).toEqual([false, false]);
    expect(second.transaction.id).toBe(first.transaction.id);
  });

  test('after a validation error has its key answered with 915234, and a different request under it with 915232', async () => {
    const sale = await request();
    const wrong = { ...sale, paymentMethodNonce: 'nobody-gave-this-nonce' };
    expect(codesOf(await send(wrong))).toEqual(['91565']);
    expect(codesOf(await send(wrong))).toEqual(['915234']);
    expect(codesOf(await send(sale))).toEqual(['915232']);
  });

  test('returns the current state of what it created, for 30 days', async () => {
    const sale = await request({ paymentMethodNonce: 'fake-valid-nonce' });
    const { transaction } = await send(sale);
    await gateway.sdk.transaction.void(transaction.id);
    expect((await send(sale)).transaction).toMatchObject({ id: transaction.id, status: 'voided' });
    await gateway.advance(30 * days);
    expect((await send(sale)).transaction.id).not.toBe(transaction.id);
    await gateway.call('POST', '/control/clock', { offsetMs: 0 });
  });

  test('is exempt from the duplicate check', async () => {
    const [one, other] = [await request({ orderId: 'same' }), await request({ orderId: 'same' })];
    expect([(await send(one)).success, (await send(other)).success]).toEqual([true, true]);
  });
});

describe('other mutations under a key', () => {
  async function settled(): Promise<string> {
    const { transaction } = await send(await request());
    await gateway.sdk.testing.settle(transaction.id);
    return transaction.id;
  }

  test('PAY8: a refund is made once, and another amount under its key is refused', async () => {
    const id = await settled();
    const refund = (amount: string) => gateway.sdk.transaction.refund(id, { amount, apiRequestKey: `refund-${id}` });
    const before = await gateway.ledger();
    const [first, second] = [await refund('5.00'), await refund('5.00')];
    expect(second.transaction.id).toBe(first.transaction.id);
    expect(codesOf(await refund('6.00'))).toEqual(['915232']);
    expect((await gateway.ledger()).merchantCents).toBe(before.merchantCents - 500);
  });

  test('PAY8: a void sent twice reports success twice', async () => {
    const { transaction } = await send(await request());
    const cancel = () => gateway.sdk.transaction.void(transaction.id, { apiRequestKey: `void-${transaction.id}` });
    expect([(await cancel()).success, (await cancel()).success]).toEqual([true, true]);
  });

  test('submitting for settlement twice captures once', async () => {
    const { transaction } = await send(await request({ options: { submitForSettlement: false } }));
    const before = await gateway.ledger();
    const submit = () =>
      gateway.sdk.transaction.submitForSettlement(transaction.id, '25.00', {
        apiRequestKey: `submit-${transaction.id}`,
      });
    expect([(await submit()).success, (await submit()).success]).toEqual([true, true]);
    expect((await gateway.ledger()).entries).toHaveLength(before.entries.length + 1);
  });
});
