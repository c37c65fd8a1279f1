import { afterAll, describe, expect, test } from 'vitest';
import { billing, newCustomer, startBraintree } from '#tests/setup/providers/braintree.ts';

const { sandbox, gateway, saleOf, paid } = await startBraintree();
afterAll(() => sandbox.close());

describe('returning money', () => {
  test('PAY8: void: done, done already, too late, unknown', async () => {
    const { transactionId } = await paid();
    expect(await gateway.void({ transactionId })).toEqual({ outcome: 'voided' });
    expect(await gateway.void({ transactionId })).toEqual({
      outcome: 'refused',
      reason: 'already_voided',
      code: '91504',
    });
    const settled = await paid();
    await sandbox.sdk.testing.settle(settled.transactionId);
    expect(await gateway.void({ transactionId: settled.transactionId })).toEqual({
      outcome: 'refused',
      reason: 'settled',
      code: '91504',
    });
    expect(await gateway.void({ transactionId: 'nothere1' })).toMatchObject({
      outcome: 'refused',
      reason: 'not_found',
    });
  });

  test('PAY8: refund: too early, in part, once per key, too much, twice', async () => {
    const { transactionId } = await paid();
    const refund = (amountCents: number, idempotencyKey: string = crypto.randomUUID()) =>
      gateway.refund({ transactionId, amountCents, idempotencyKey });
    expect(await refund(100)).toEqual({ outcome: 'refused', reason: 'not_settled', code: '91506' });
    await sandbox.sdk.testing.settle(transactionId);
    const before = await sandbox.ledger();
    const key = crypto.randomUUID();
    const first = await refund(1000, key);
    expect(first).toEqual({ outcome: 'refunded', refundId: expect.any(String), amountCents: 1000 });
    expect(await refund(1000, key)).toEqual(first);
    expect(await refund(4000)).toEqual({ outcome: 'refused', reason: 'too_large', code: '91521' });
    expect(await refund(3999)).toMatchObject({ outcome: 'refunded' });
    expect(await refund(1)).toEqual({ outcome: 'refused', reason: 'already_refunded', code: '91512' });
    expect((await sandbox.ledger()).merchantCents).toBe(before.merchantCents - 4999);
  });
});

test('PAY8: PayPal settles at once: too late to void, too early to refund, refunded once settled', async () => {
  const { transactionId } = await paid({
    source: { nonce: 'fake-paypal-billing-agreement-nonce' },
    cardholderName: null,
  });
  const idempotencyKey = crypto.randomUUID();
  const refund = () => gateway.refund({ transactionId, amountCents: 4999, idempotencyKey });
  expect(await gateway.void({ transactionId })).toMatchObject({ outcome: 'refused', reason: 'settled' });
  expect(await refund()).toEqual({ outcome: 'refused', reason: 'not_settled', code: '91574' });
  await sandbox.sdk.testing.settle(transactionId);
  expect(await refund()).toMatchObject({ outcome: 'refunded', amountCents: 4999 });
});

describe('the vault', () => {
  const vaultOf = (nonce: string, customer = newCustomer()) =>
    gateway.vault({
      nonce,
      customer,
      billing,
      cardholderName: null,
      deviceData: null,
      authentication: 'if_present',
      cardsOnly: false,
    });

  test('BIL6: stores a new card, for a customer that may not exist yet, charging nothing', async () => {
    const before = await sandbox.ledger();
    const customer = newCustomer();
    const kept = await vaultOf(await sandbox.cardNonce(), customer);
    expect(kept).toMatchObject({
      outcome: 'vaulted',
      paymentMethod: { type: 'CREDIT_CARD', token: expect.any(String), cardLastFour: '1111' },
    });
    expect(await sandbox.ledger()).toEqual(before);
    expect(await vaultOf('fake-venmo-account-nonce', customer)).toMatchObject({
      paymentMethod: { type: 'VENMO', accountLabel: 'venmojoe' },
    });
    expect(await vaultOf('fake-paypal-billing-agreement-nonce', customer)).toMatchObject({
      paymentMethod: { type: 'PAYPAL', accountLabel: 'jane.doe@paypal.example' },
    });
    expect(await vaultOf('fake-apple-pay-amex-nonce', customer)).toMatchObject({
      paymentMethod: { type: 'APPLE_PAY', cardBrand: 'American Express', cardLastFour: '0005', expirationYear: '2035' },
    });
    expect(await vaultOf('fake-android-pay-visa-nonce', customer)).toMatchObject({
      paymentMethod: { type: 'GOOGLE_PAY', cardBrand: 'Visa', cardLastFour: '1881', expirationMonth: '12' },
    });
  });

  test('PAY6: a card that fails its verification is declined; a used nonce and a one-time account are rejected', async () => {
    expect(await vaultOf(await sandbox.cardNonce({ number: '4000111111111115' }))).toEqual({
      outcome: 'declined',
      code: '2000',
      kind: 'soft',
      reason: 'verification_declined',
    });
    expect(await vaultOf('fake-consumed-nonce')).toEqual({
      outcome: 'rejected',
      errors: [{ field: 'payment_method', code: '93107' }],
    });
    expect(await vaultOf('fake-paypal-one-time-nonce')).toEqual({
      outcome: 'rejected',
      errors: [{ field: 'one_time_account', code: '82902' }],
    });
  });

  test('a customer is deleted with their stored methods, idempotently; their payments stay refundable', async () => {
    const customer = newCustomer();
    const { transactionId, paymentMethod } = await paid({ customer });
    await sandbox.sdk.testing.settle(transactionId);
    const remove = () => gateway.deleteCustomer({ customerId: customer.id });
    expect([await remove(), await remove()]).toEqual([{ outcome: 'deleted' }, { outcome: 'deleted' }]);
    expect(await gateway.findPaymentMethod({ token: paymentMethod.token ?? '' })).toEqual({ outcome: 'gone' });
    expect(await gateway.updateCustomer(customer)).toEqual({ outcome: 'gone' });
    const refund = await gateway.refund({ transactionId, amountCents: 100, idempotencyKey: crypto.randomUUID() });
    expect(refund.outcome).toBe('refunded');
  });

  test('a method is deleted once and for all', async () => {
    const { paymentMethod } = await paid();
    const token = paymentMethod.token ?? '';
    expect([await gateway.deletePaymentMethod({ token }), await gateway.deletePaymentMethod({ token })]).toEqual([
      { outcome: 'deleted' },
      { outcome: 'deleted' },
    ]);
    expect(await gateway.sale(await saleOf({ source: { paymentMethodToken: token } }))).toMatchObject({
      outcome: 'rejected',
      errors: [{ field: 'payment_method', code: '91518' }],
    });
  });
});
