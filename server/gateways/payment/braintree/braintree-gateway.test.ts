import { afterAll, describe, expect, test } from 'vitest';
import { keys } from '#sandbox/gateway/gateway-under-test.ts';
import { billing, booked, newCustomer, startBraintree } from '#tests/setup/providers/braintree.ts';
import type { SaleRequest } from '../port.ts';
import { createBraintreeGateway } from './braintree-gateway.ts';

const { sandbox, gateway, saleOf, paid } = await startBraintree();
afterAll(() => sandbox.close());

describe('a sale', () => {
  test('includes device data if there is any', async () => {
    const riskOf = async (more: Partial<SaleRequest>) => {
      const { transactionId } = await paid(more);
      return (await sandbox.sdk.transaction.find(transactionId ?? '')).riskData;
    };
    expect(await riskOf({ deviceData: '{"correlation_id":"abc"}' })).toMatchObject({ deviceDataCaptured: true });
    expect(await riskOf({ deviceData: null })).toBeUndefined();
  });

  test('PAY1: is approved with what the receipt needs, and kept for renewals', async () => {
    const sale = await saleOf();
    expect(await gateway.sale(sale)).toEqual({
      outcome: 'approved',
      transactionId: expect.any(String),
      amountCents: 4999,
      authentication: null,
      processedAt: expect.any(Date),
      paymentMethod: {
        type: 'CREDIT_CARD',
        token: expect.any(String),
        cardLastFour: '1111',
        cardBrand: 'Visa',
        expirationMonth: '12',
        expirationYear: '2035',
        accountLabel: null,
      },
    });
    expect(await sandbox.sdk.customer.find(sale.customer.id)).toMatchObject({
      lastName: "O'Brien-Þórsson",
      creditCards: [{ cardholderName: 'Ana Þórsson', billingAddress: { postalCode: '55401' } }],
    });
  });

  test('PAY4: sent fifty times at once is one charge and one response', async () => {
    const sale = await saleOf();
    const before = await sandbox.ledger();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => gateway.sale(sale)));
    expect(
      new Set(outcomes.map((outcome) => (outcome.outcome === 'approved' ? outcome.transactionId : outcome.outcome)))
        .size,
    ).toBe(1);
    expect((await sandbox.ledger()).entries).toHaveLength(before.entries.length + 1);
  });

  test('is resent identically after it created the customer, so that the key still fits', async () => {
    const sale = await saleOf();
    expect(await gateway.sale(sale)).toEqual(await gateway.sale(sale));
  });

  test('a person who paid before pays again with a new card', async () => {
    const customer = newCustomer();
    await paid({ customer });
    await paid({ customer, source: { nonce: await sandbox.cardNonce({ number: '5555555555554444' }) } });
    expect((await sandbox.sdk.customer.find(customer.id)).creditCards).toHaveLength(2);
  });

  test('a renewal charges the stored method', async () => {
    const { paymentMethod } = await paid();
    const renewal = await paid({
      source: { paymentMethodToken: paymentMethod.token ?? '' },
      storeInVault: false,
      recurring: 'subsequent',
      cardholderName: null,
    });
    expect(renewal.paymentMethod).toEqual(paymentMethod);
  });

  test('a method that is not to be stored has no token', async () => {
    expect((await paid({ storeInVault: false })).paymentMethod.token).toBeNull();
  });

  test.each([
    ['fake-paypal-billing-agreement-nonce', 'PAYPAL', 'jane.doe@paypal.example'],
    ['fake-venmo-account-nonce', 'VENMO', 'venmojoe'],
  ])('%s pays as %s under its account', async (nonce, type, accountLabel) => {
    const { paymentMethod } = await paid({ source: { nonce }, cardholderName: null });
    expect(paymentMethod).toMatchObject({ type, accountLabel, token: expect.any(String), cardLastFour: null });
  });

  test.each([
    [{ number: '4000000000000002' }, {}, '2000', 'soft', 'card_declined'],
    [{ number: '4000000000009995' }, {}, '2001', 'soft', 'insufficient_funds'],
    [{ number: '4000111111111511' }, {}, 'fraud', 'hard', 'fraud'],
    [{ number: '4111130000000003' }, {}, 'risk_threshold', 'hard', 'fraud'],
    [{ cvv: '200' }, {}, 'cvv', 'soft', 'cvv'],
    [{}, { billing: { ...billing, postalCode: '20000' } }, 'avs', 'soft', 'address'],
    [{}, { amountCents: 2015_00 }, '2015', 'hard', 'card_declined'],
    [{}, { amountCents: 2004_00 }, '2004', 'hard', 'expired_card'],
    [{}, { amountCents: 2044_00 }, '2044', 'hard', 'call_issuer'],
    [{}, { amountCents: 2016_00 }, '2016', 'soft', 'duplicate'],
    [{}, { amountCents: 3000_00 }, '3000', 'soft', 'processor_unavailable'],
    [{}, { amountCents: 5001_00 }, 'application_incomplete', 'soft', 'application_incomplete'],
  ] as const)('PAY6 card %j with %j is declined: %s, %s, %s', async (card, more, code, kind, reason) => {
    const before = await sandbox.ledger();
    expect(await gateway.sale(await saleOf({ card, ...more }))).toEqual({ outcome: 'declined', code, kind, reason });
    expect(await sandbox.ledger()).toEqual(before);
  });

  test('PAY6, 3.7-9: a wallet decline names the wallet, or says that its card was declined', async () => {
    const { body } = await sandbox.tokenise('venmo_accounts', { venmoAccount: { username: 'ana', declines: true } });
    expect(await gateway.sale(await saleOf({ source: { nonce: body.venmoAccounts[0].nonce } }))).toMatchObject({
      outcome: 'declined',
      reason: 'venmo_declined',
    });
    const byPhone = async (amountCents: number) =>
      gateway.sale(await saleOf({ amountCents, source: { nonce: 'fake-apple-pay-visa-nonce' } }));
    expect(await byPhone(2001_00)).toMatchObject({ kind: 'soft', reason: 'insufficient_funds' });
    expect(await byPhone(2004_00)).toMatchObject({ kind: 'hard', reason: 'wallet_card_declined' });
    expect(await byPhone(2015_00)).toMatchObject({ kind: 'hard', reason: 'wallet_card_declined' });
  });

  test.each([
    ['fake-consumed-nonce', 'payment_method', '91564'],
    ['somebody-elses-nonce', 'payment_method', '91565'],
    ['fake-luhn-invalid-nonce', 'number', '81715'],
  ])('PAY5 %s is rejected at %s with %s and nothing is charged', async (nonce, field, code) => {
    const before = await sandbox.ledger();
    expect(await gateway.sale(await saleOf({ source: { nonce } }))).toEqual({
      outcome: 'rejected',
      errors: [{ field, code }],
    });
    expect(await sandbox.ledger()).toEqual(before);
  });

  test('M9: a one-time PayPal approval is charged and leaves no token', async () => {
    expect(await gateway.sale(await saleOf({ source: { nonce: 'fake-paypal-one-time-nonce' } }))).toMatchObject({
      outcome: 'approved',
      paymentMethod: { type: 'PAYPAL', token: null, accountLabel: 'jane.doe@paypal.example' },
    });
  });

  test('PAY5: a nonce older than three hours is rejected', async () => {
    const sale = await saleOf();
    await sandbox.advance(3 * 3_600_000 + 1000);
    expect(await gateway.sale(sale)).toEqual({
      outcome: 'rejected',
      errors: [{ field: 'payment_method', code: '91565' }],
    });
    await sandbox.call('POST', '/control/clock', { offsetMs: 0 });
  });

  test('REL2: another amount for the same order is a key conflict', async () => {
    const sale = await saleOf();
    await gateway.sale(sale);
    const before = await sandbox.ledger();
    expect(await gateway.sale({ ...sale, amountCents: 5000 })).toEqual({ outcome: 'unknown', cause: 'key_conflict' });
    expect(await sandbox.ledger()).toEqual(before);
  });

  test('PAY7: an amount with fractions of a cent is never sent', async () => {
    const sale = await saleOf();
    await expect(gateway.sale({ ...sale, amountCents: 49.99 })).rejects.toThrow(RangeError);
  });
});

describe('finding a sale', () => {
  test('PAY1: returns what the sale returned', async () => {
    const [good, bad] = [await saleOf(), await saleOf({ card: { number: '4000000000009995' } })];
    const [approved, declined] = [await gateway.sale(good), await gateway.sale(bad)];
    const found = await gateway.findSale({ orderId: good.orderId, amountCents: good.amountCents });
    expect(found).toMatchObject({
      outcome: 'found',
      sale: { outcome: 'approved', transactionId: approved.outcome === 'approved' ? approved.transactionId : '' },
    });
    expect(await gateway.findSale({ orderId: bad.orderId })).toEqual({ outcome: 'found', sale: declined });
  });

  test('is absent when nothing was sent, or for another amount', async () => {
    const sale = await saleOf();
    expect(await gateway.findSale({ orderId: sale.orderId })).toEqual({ outcome: 'absent' });
    await gateway.sale(sale);
    expect(await gateway.findSale({ orderId: sale.orderId, amountCents: 1 })).toEqual({ outcome: 'absent' });
  });

  test('a reversed sale counts as not charged, and its refund is not mistaken for it', async () => {
    const taken = await saleOf();
    const { transactionId } = await paid(taken);
    await gateway.void({ transactionId });
    expect(await gateway.findSale({ orderId: taken.orderId })).toMatchObject({
      outcome: 'found',
      sale: { outcome: 'declined', code: 'voided' },
    });
    const refunded = await saleOf();
    const original = await paid(refunded);
    await sandbox.sdk.testing.settle(original.transactionId);
    await gateway.refund({
      transactionId: original.transactionId,
      amountCents: 100,
      idempotencyKey: crypto.randomUUID(),
    });
    expect(await gateway.findSale({ orderId: refunded.orderId })).toMatchObject({
      sale: { transactionId: original.transactionId, amountCents: 4999 },
    });
  });
});

test('the client token can be read by the browser', async () => {
  const token = await gateway.clientToken({ country: 'US' });
  expect(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).toMatchObject({
    version: 2,
    sandbox: { cardFieldsUrl: expect.any(String) },
  });
});

test('SEC13, O11, O15: the sandbox allows its frame origin only; live allows the vendor’s, by environment', () => {
  const live = (environment: 'sandbox' | 'production') =>
    createBraintreeGateway({ environment, ...keys, ...booked, timeoutMs: 1000 }).browserOrigins;
  expect(gateway.browserOrigins).toEqual({
    script: [],
    frame: [sandbox.url],
    connect: [],
    image: [],
    form: [sandbox.url],
  });
  // A bank's page is opened by a form posted into its frame, at an address that no list contains.
  for (const environment of ['sandbox', 'production'] as const)
    expect(live(environment)).toMatchObject({ form: ['https:'], frame: expect.arrayContaining(['https:']) });
  expect(live('production').connect).toContain('https://api.braintreegateway.com');
  expect(live('sandbox').connect).toContain('https://api.sandbox.braintreegateway.com');
  // The library's logger is the live one in the sandbox too; its fraud check connects to these.
  for (const environment of ['sandbox', 'production'] as const) {
    expect(live(environment).connect).toEqual(
      expect.arrayContaining(['https://www.paypal.com', 'https://c.paypal.com']),
    );
    expect(live(environment).image).toContain('https://b.stats.paypal.com');
  }
  expect(live('sandbox').connect).toContain('https://c.sandbox.paypal.com');
  expect(live('production').connect.join(' ')).not.toContain('sandbox');
});
