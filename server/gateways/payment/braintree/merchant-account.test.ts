import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keys } from '#sandbox/gateway/gateway-under-test.ts';
import { booked, startBraintree } from '#tests/setup/providers/braintree.ts';
import { type BraintreeGateway, createBraintreeGateway } from './braintree-gateway.ts';
import type { MisplacedTransaction } from './merchant-account.ts';

let shop: Awaited<ReturnType<typeof startBraintree>>;
const seen: MisplacedTransaction[] = [];
const bookedOn = (id: string): BraintreeGateway =>
  createBraintreeGateway({
    environment: { url: shop.sandbox.url },
    ...keys,
    timeoutMs: 5_000,
    merchantAccount: { id, currency: 'USD' },
    onMisplaced: (sale) => seen.push(sale),
    onKeysNotAllowed: booked.onKeysNotAllowed,
  });
beforeAll(async () => {
  shop = await startBraintree();
});
afterEach(async () => {
  seen.length = 0;
  await shop.sandbox.call('DELETE', '/control/faults');
});
afterAll(() => shop.sandbox.close());

const kinds = async (orderId: string) =>
  (await shop.sandbox.ledger()).entries.filter((entry) => entry.orderId === orderId).map(({ kind }) => kind);
const reversedSale = { outcome: 'declined', code: 'merchant_account', kind: 'soft', reason: 'processor_unavailable' };

test('M8: each sale names the merchant account, and is approved in dollars from it', async () => {
  const outcome = await shop.gateway.sale(await shop.saleOf());
  const { transaction } =
    outcome.outcome === 'approved'
      ? { transaction: await shop.sandbox.sdk.transaction.find(outcome.transactionId) }
      : { transaction: null };
  expect(transaction).toMatchObject({ merchantAccountId: booked.merchantAccount.id, currencyIsoCode: 'USD' });
  const unknown = await bookedOn('nowhere').sale(await shop.saleOf());
  expect(unknown).toMatchObject({ outcome: 'rejected', errors: [{ code: '91513' }] });
});

test('M8: a sale charged in pounds is voided, counts as declined, and alerts the operator', async () => {
  const pounds = bookedOn('sandbox_gbp');
  const sale = await shop.saleOf();
  expect(await pounds.sale(sale)).toEqual(reversedSale);
  expect(seen).toMatchObject([{ merchantAccountId: 'sandbox_gbp', currency: 'GBP' }]);
  expect(await kinds(sale.orderId)).toEqual(['sale', 'void']);
  expect(await pounds.findSale({ orderId: sale.orderId })).toEqual({ outcome: 'found', sale: reversedSale });
  expect(seen).toHaveLength(1);
});

test('M8: a sale charged in pounds that cannot be voided stays unknown; once settled it is refunded in full', async () => {
  const pounds = bookedOn('sandbox_gbp');
  const sale = await shop.saleOf();
  await shop.sandbox.fault({ kind: '503', times: 1, matching: 'void' });
  expect((await pounds.sale(sale)).outcome).toBe('unknown');
  await shop.sandbox.advance(600_000);
  expect(await pounds.findSale({ orderId: sale.orderId })).toEqual({ outcome: 'found', sale: reversedSale });
  expect(await kinds(sale.orderId)).toEqual(['sale', 'refund']);
  expect(await pounds.findSale({ orderId: sale.orderId })).toEqual({ outcome: 'found', sale: reversedSale });
  expect(await kinds(sale.orderId)).toEqual(['sale', 'refund']);
});

test('M8: a sale in dollars on another merchant account does not count either', async () => {
  const sale = await shop.saleOf();
  expect((await shop.gateway.sale(sale)).outcome).toBe('approved');
  expect(await bookedOn('sandbox_gbp').findSale({ orderId: sale.orderId })).toEqual({
    outcome: 'found',
    sale: reversedSale,
  });
});

test('M8: the startup check says why a merchant account is unusable', async () => {
  expect(await bookedOn('sandbox_usd').askForAccount()).toEqual({ outcome: 'answered', problem: null });
  const problemOf = async (id: string) => JSON.stringify(await bookedOn(id).askForAccount());
  expect(await problemOf('nowhere')).toContain('has no merchant account \\"nowhere\\"');
  expect(await problemOf('sandbox_gbp')).toContain('charges GBP, and prices are USD');
  await shop.sandbox.fault({ kind: '503', times: 1, matching: 'find' });
  expect(await bookedOn('nowhere').askForAccount()).toEqual({ outcome: 'unknown', cause: 'unavailable' });
});
