import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keys } from '#sandbox/gateway/gateway-under-test.ts';
import { booked, startBraintree } from '#tests/setup/providers/braintree.ts';
import { createBraintreeGateway } from './braintree-gateway.ts';

const { sandbox, saleOf } = await startBraintree();
let alarms = 0;
const gateway = createBraintreeGateway({
  environment: { url: sandbox.url },
  ...keys,
  ...booked,
  onKeysNotAllowed: () => {
    alarms += 1;
  },
  timeoutMs: 5_000,
});
const allow = (allowed: boolean) => sandbox.call('POST', '/control/idempotency-keys', { allowed });
const entriesOf = async (orderId: string) =>
  (await sandbox.ledger()).entries.filter((entry) => entry.orderId === orderId).map(({ kind }) => kind);

afterEach(async () => {
  alarms = 0;
  await allow(true);
  await sandbox.call('DELETE', '/control/faults');
});
afterAll(() => sandbox.close());

/** A settled sale. */
async function settled(): Promise<string> {
  const sale = await gateway.sale(await saleOf());
  if (sale.outcome !== 'approved') throw new Error('The sale must be approved first');
  await sandbox.sdk.testing.settle(sale.transactionId);
  return sale.transactionId;
}

describe('where keys are not enabled for the merchant (915231)', () => {
  test('PAY4: a sale is sent without a key, an operator is alerted, and the nonce prevents a second one', async () => {
    await allow(false);
    const sale = await saleOf();
    expect(await gateway.sale(sale)).toMatchObject({ outcome: 'approved' });
    expect(alarms).toBe(1);
    expect(await gateway.sale(sale)).toMatchObject({ outcome: 'rejected', errors: [{ field: 'payment_method' }] });
    expect(await entriesOf(sale.orderId)).toEqual(['sale']);
  });

  test('PAY1: the response to a renewal is lost, and search finds the one sale', async () => {
    const first = await gateway.sale(await saleOf());
    if (first.outcome !== 'approved') throw new Error('The sale must be approved first');
    await allow(false);
    const source = { paymentMethodToken: first.paymentMethod.token ?? '' };
    const renewal = await saleOf({ source, recurring: 'subsequent' });
    await sandbox.fault({ kind: 'latency', delayMs: 0, matching: 'sale' });
    await sandbox.fault({ kind: 'drop-after', matching: 'sale' });
    expect(await gateway.sale(renewal)).toEqual({ outcome: 'unknown', cause: 'connection' });
    expect(await gateway.findSale({ orderId: renewal.orderId })).toMatchObject({
      outcome: 'found',
      sale: { outcome: 'approved' },
    });
    expect(await entriesOf(renewal.orderId)).toEqual(['sale']);
  });

  test('PAY8: a partial refund whose response is lost is made once, however often it is requested', async () => {
    const transactionId = await settled();
    await allow(false);
    const idempotencyKey = crypto.randomUUID();
    const refund = () => gateway.refund({ transactionId, amountCents: 1_000, idempotencyKey });
    await sandbox.fault({ kind: 'latency', delayMs: 0, matching: 'refund' });
    await sandbox.fault({ kind: 'drop-after', matching: 'refund' });
    expect(await refund()).toEqual({ outcome: 'unknown', cause: 'connection' });
    const found = await refund();
    expect(found).toMatchObject({ outcome: 'refunded', amountCents: 1_000 });
    expect(await refund()).toEqual(found);
    expect(await entriesOf(idempotencyKey)).toEqual(['refund']);
  });
});

test('PAY8: a key stored with a rejection (915234) does not block the refund after settlement', async () => {
  const sale = await gateway.sale(await saleOf());
  if (sale.outcome !== 'approved') throw new Error('The sale must be approved first');
  const { transactionId } = sale;
  const idempotencyKey = crypto.randomUUID();
  const refund = () => gateway.refund({ transactionId, amountCents: 1_000, idempotencyKey });
  expect(await refund()).toMatchObject({ outcome: 'refused', reason: 'not_settled' });
  await sandbox.sdk.testing.settle(transactionId);
  expect(await refund()).toMatchObject({ outcome: 'refunded', amountCents: 1_000 });
  expect(await refund()).toMatchObject({ outcome: 'refunded', amountCents: 1_000 });
  expect(await entriesOf(idempotencyKey)).toEqual(['refund']);
  expect(alarms).toBe(0);
});

test('PAY4: a rejected sale whose response was lost is rejected again when resent, not unknown', async () => {
  const sale = await saleOf({ source: { nonce: 'nobody-gave-this-nonce' } });
  await sandbox.fault({ kind: 'drop-after', matching: 'sale' });
  expect((await gateway.sale(sale)).outcome).toBe('unknown');
  expect(await gateway.sale(sale)).toMatchObject({ outcome: 'rejected', errors: [{ field: 'payment_method' }] });
});
