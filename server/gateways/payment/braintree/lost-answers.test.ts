import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keys, startGateway } from '#sandbox/gateway/gateway-under-test.ts';
import { booked } from '#tests/setup/providers/braintree.ts';
import { type PaymentGateway, PaymentGatewayFault, type SaleRequest } from '../port.ts';
import { createBraintreeGateway } from './braintree-gateway.ts';

const sandbox = await startGateway();
const to = { environment: { url: sandbox.url }, ...keys, ...booked };
const gateway = createBraintreeGateway({ ...to, timeoutMs: 10_000 });
/**
 * Times out before a slow response arrives. Where a response arrives, however busy the machine, the limit does not
 * matter.
 */
const hasty = createBraintreeGateway({ ...to, timeoutMs: 400 });
afterEach(() => sandbox.call('DELETE', '/control/faults'));
afterAll(() => sandbox.close());

async function saleOf(number = '4111111111111111'): Promise<SaleRequest> {
  const customer = { id: crypto.randomUUID(), firstName: 'Ana', lastName: 'Lee', email: 'ana@example.com' };
  return {
    orderId: crypto.randomUUID(),
    amountCents: 4999,
    source: { nonce: await sandbox.cardNonce({ number }) },
    customer,
    billing: null,
    cardholderName: null,
    storeInVault: true,
    deviceData: null,
    recurring: 'first',
    authentication: 'if_present',
    cardsOnly: false,
  };
}

const entriesOf = async (orderId: string) =>
  (await sandbox.ledger()).entries.filter((entry) => entry.orderId === orderId).length;

/** A slow call continues after its caller has timed out. */
const movedBy = ({ orderId }: SaleRequest, entries: number) =>
  expect.poll(() => entriesOf(orderId), { timeout: 10_000 }).toBe(entries);

const caller = (cause: string) => (cause === 'timeout' ? hasty : gateway);

const faults = [
  { kind: 'drop-before', cause: 'connection', charges: 0 },
  { kind: '429', cause: 'rate_limited', charges: 0 },
  { kind: '503', cause: 'unavailable', charges: 0 },
  { kind: 'drop-after', cause: 'connection', charges: 1 },
  { kind: 'cut', cause: 'connection', charges: 1 },
  { kind: 'garbage', cause: 'unreadable', charges: 1 },
  { kind: 'garbage', contentType: 'text/html', cause: 'unreadable', charges: 1 },
  { kind: 'garbage', contentType: 'application/json', cause: 'unreadable', charges: 1 },
  { kind: 'latency', delayMs: 700, cause: 'timeout', charges: 1 },
];

describe('a sale whose response is lost', () => {
  test.each(faults)(
    'PAY10: $kind $contentType is unknown ($cause), and sent again it is charged once',
    async ({ cause, charges, ...fault }) => {
      const sale = await saleOf();
      await sandbox.fault({ ...fault, matching: 'sale' });
      expect(await caller(cause).sale(sale)).toEqual({ outcome: 'unknown', cause });
      await movedBy(sale, charges);
      expect(await gateway.findSale({ orderId: sale.orderId })).toMatchObject(
        charges === 1 ? { outcome: 'found', sale: { outcome: 'approved' } } : { outcome: 'absent' },
      );
      expect(await gateway.sale(sale)).toMatchObject({ outcome: 'approved' });
      expect(await entriesOf(sale.orderId)).toBe(1);
    },
  );

  test('PAY1: card 0119: charged but unanswered; the sale is found, and resending charges nothing more', async () => {
    const sale = await saleOf('4000000000000119');
    expect(await hasty.sale(sale)).toEqual({ outcome: 'unknown', cause: 'timeout' });
    const found = await gateway.findSale({ orderId: sale.orderId });
    expect(found).toMatchObject({ outcome: 'found', sale: { outcome: 'approved', amountCents: 4999 } });
    expect(await gateway.sale(sale)).toEqual(found.outcome === 'found' ? found.sale : null);
    expect(await entriesOf(sale.orderId)).toBe(1);
  });

  test('PAY2: card 0127: not charged and not found; resent with the same key it is paid', async () => {
    const sale = await saleOf('4000000000000127');
    expect(await hasty.sale(sale)).toEqual({ outcome: 'unknown', cause: 'timeout' });
    expect(await gateway.findSale({ orderId: sale.orderId })).toEqual({ outcome: 'absent' });
    expect(await gateway.sale(sale)).toMatchObject({ outcome: 'approved' });
    expect(await entriesOf(sale.orderId)).toBe(1);
  });

  test('PAY4: still being processed is unknown, not declined', async () => {
    const sale = await saleOf();
    await sandbox.fault({ kind: 'latency', delayMs: 1_000, matching: 'sale' });
    const first = gateway.sale(sale);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await gateway.sale(sale)).toEqual({ outcome: 'unknown', cause: 'in_flight' });
    expect(await first).toMatchObject({ outcome: 'approved' });
  });

  test('PAY10: a vault that cannot be reached before the sale sends no sale', async () => {
    const sale = await saleOf();
    await sandbox.fault({ kind: '503', matching: 'customer' });
    expect(await gateway.sale(sale)).toEqual({ outcome: 'unknown', cause: 'unavailable' });
    expect(await entriesOf(sale.orderId)).toBe(0);
  });
});

describe('other calls whose response is lost', () => {
  test.each(faults)(
    'PAY10: searching for a sale: $kind $contentType is unknown',
    async ({ cause, charges: _charges, ...fault }) => {
      await sandbox.fault({ ...fault, matching: 'search' });
      expect(await caller(cause).findSale({ orderId: crypto.randomUUID() })).toMatchObject({ outcome: 'unknown' });
    },
  );

  test.each(faults)(
    'PAY10: a refund: $kind $contentType is unknown, and retried it happens once',
    async ({ cause, charges, ...fault }) => {
      const sale = await saleOf();
      const paid = await gateway.sale(sale);
      if (paid.outcome !== 'approved') throw new Error('The sale must be approved first');
      await sandbox.sdk.testing.settle(paid.transactionId);
      const refund = (by: PaymentGateway) =>
        by.refund({ transactionId: paid.transactionId, amountCents: 999, idempotencyKey: `refund-${sale.orderId}` });
      await sandbox.fault({ ...fault, matching: 'refund' });
      expect(await refund(caller(cause))).toEqual({ outcome: 'unknown', cause });
      await movedBy(sale, 1 + charges);
      expect(await refund(gateway)).toMatchObject({ outcome: 'refunded', amountCents: 999 });
      expect(await entriesOf(sale.orderId)).toBe(2);
    },
  );

  test.each(faults)(
    'PAY10: a void: $kind $contentType is unknown, and repeated it is done',
    async ({ cause, charges, ...fault }) => {
      const sale = await saleOf();
      const paid = await gateway.sale(sale);
      if (paid.outcome !== 'approved') throw new Error('The sale must be approved first');
      const cancel = (by: PaymentGateway) => by.void({ transactionId: paid.transactionId });
      await sandbox.fault({ ...fault, matching: 'void' });
      expect(await cancel(caller(cause))).toEqual({ outcome: 'unknown', cause });
      await movedBy(sale, 1 + charges);
      expect(await cancel(gateway)).toMatchObject(
        charges === 0 ? { outcome: 'voided' } : { outcome: 'refused', reason: 'already_voided' },
      );
    },
  );

  test.each(faults)(
    'PAY10: a client token: $kind $contentType is a typed fault',
    async ({ cause, charges: _charges, ...fault }) => {
      await sandbox.fault({ ...fault, matching: 'client_token' });
      const failure = await caller(cause)
        .clientToken({ country: null })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PaymentGatewayFault);
      expect(failure).toMatchObject({ reason: cause });
    },
  );

  test('PAY10: storing and deleting a card are unknown', async () => {
    const { customer } = await saleOf();
    await sandbox.fault({ kind: 'drop-after', times: 2, matching: 'payment_method' });
    expect(
      await gateway.vault({
        nonce: await sandbox.cardNonce(),
        customer,
        billing: null,
        cardholderName: null,
        deviceData: null,
        authentication: 'if_present',
        cardsOnly: false,
      }),
    ).toEqual({ outcome: 'unknown', cause: 'connection' });
    expect(await gateway.deletePaymentMethod({ token: 'sometoken' })).toEqual({
      outcome: 'unknown',
      cause: 'connection',
    });
    await sandbox.fault({ kind: 'drop-after', times: 1, matching: 'customer' });
    expect(await gateway.deleteCustomer({ customerId: customer.id })).toEqual({
      outcome: 'unknown',
      cause: 'connection',
    });
  });
});

test('PAY10: wrong keys and an unreachable gateway are unknown', async () => {
  const sale = await saleOf();
  const strangers = createBraintreeGateway({ ...to, privateKey: 'wrong', timeoutMs: 10_000 });
  const nobody = createBraintreeGateway({ ...to, environment: { url: 'http://127.0.0.1:9' }, timeoutMs: 10_000 });
  expect(await strangers.sale(sale)).toEqual({ outcome: 'unknown', cause: 'credentials' });
  expect(await nobody.sale(sale)).toEqual({ outcome: 'unknown', cause: 'connection' });
});
