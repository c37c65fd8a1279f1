import 'braintree';
import { afterAll, describe, expect, test } from 'vitest';
import { codesOf, startGateway } from '../gateway-under-test.ts';

declare module 'braintree' {
  interface CreditCardVerificationGateway {
    create(params: object): Promise<{ success: boolean; verification: { id: string; status: string } }>;
    find(id: string): Promise<{ status: string }>;
  }
}

const gateway = await startGateway();
afterAll(() => gateway.close());

const newCustomer = async () =>
  (await gateway.sdk.customer.create({ firstName: 'Ana', lastName: 'Þórsson', email: 'ana@example.com' })).customer.id;

const keep = (customerId: string, paymentMethodNonce: string, more: object = {}) =>
  gateway.sdk.paymentMethod.create({ customerId, paymentMethodNonce, ...more });

describe('customers', () => {
  test('are created, found, changed and deleted', async () => {
    const id = await newCustomer();
    expect(await gateway.sdk.customer.find(id)).toMatchObject({
      firstName: 'Ana',
      lastName: 'Þórsson',
      email: 'ana@example.com',
    });
    expect((await gateway.sdk.customer.update(id, { firstName: 'Eva' })).customer).toMatchObject({
      firstName: 'Eva',
      lastName: 'Þórsson',
    });
    await gateway.sdk.customer.delete(id);
    await expect(gateway.sdk.customer.find(id)).rejects.toMatchObject({ type: 'notFoundError' });
  });

  test('reject an id that is taken, malformed or too long, and an invalid e-mail', async () => {
    const id = await newCustomer();
    expect(codesOf(await gateway.sdk.customer.create({ id }))).toEqual(['91609']);
    expect(codesOf(await gateway.sdk.customer.create({ id: 'a b' }))).toEqual(['91610']);
    expect(codesOf(await gateway.sdk.customer.create({ id: 'a'.repeat(37) }))).toEqual(['91612']);
    expect(codesOf(await gateway.sdk.customer.create({ email: 'ana' }))).toEqual(['81604']);
  });
});

describe('payment methods', () => {
  test('are created with their address, found, changed and deleted', async () => {
    const customerId = await newCustomer();
    const made = await gateway.sdk.paymentMethod.create({
      customerId,
      paymentMethodNonce: await gateway.cardNonce(),
      cardholderName: 'Ana',
      billingAddress: { postalCode: '55401' },
      options: { verifyCard: true },
    });
    expect(made.paymentMethod).toMatchObject({
      last4: '1111',
      cardholderName: 'Ana',
      default: true,
      expired: false,
      billingAddress: { postalCode: '55401' },
      verification: { status: 'verified' },
    });
    const { token } = made.paymentMethod;
    expect((await gateway.sdk.paymentMethod.find(token)).token).toBe(token);
    expect((await gateway.sdk.paymentMethod.update(token, { cardholderName: 'Eva' })).paymentMethod).toMatchObject({
      cardholderName: 'Eva',
    });
    await gateway.sdk.paymentMethod.delete(token);
    await expect(gateway.sdk.paymentMethod.find(token)).rejects.toMatchObject({ type: 'notFoundError' });
  });

  test('one method at a time is the default', async () => {
    const customerId = await newCustomer();
    const first = await keep(customerId, await gateway.cardNonce());
    const second = await keep(customerId, await gateway.cardNonce({ number: '5555555555554444' }), {
      options: { makeDefault: true },
    });
    expect(await gateway.sdk.paymentMethod.find(first.paymentMethod.token)).toMatchObject({ default: false });
    expect(await gateway.sdk.paymentMethod.find(second.paymentMethod.token)).toMatchObject({ default: true });
  });

  test.each(['4000111111111115', '5105105105105100', '378734493671000', '6011000990139424'])(
    'PAY6: card %s fails its verification and is not stored',
    async (number) => {
      const customerId = await newCustomer();
      const nonce = await gateway.cardNonce({ number, cvv: number.startsWith('37') ? '1234' : '123' });
      const answer = await keep(customerId, nonce, { options: { verifyCard: true } });
      expect(answer.success).toBe(false);
      expect(answer).toMatchObject({ verification: { status: 'processor_declined', processorResponseCode: '2000' } });
      expect((await gateway.sdk.customer.find(customerId)).paymentMethods).toEqual([]);
    },
  );

  test('the fake declined nonces fail their verification', async () => {
    const customerId = await newCustomer();
    const answer = await keep(customerId, 'fake-processor-declined-visa-nonce', { options: { verifyCard: true } });
    expect(answer).toMatchObject({ success: false, verification: { processorResponseCode: '2000' } });
  });

  test('wallets are stored; a one-time PayPal approval is not', async () => {
    const customerId = await newCustomer();
    const venmo = await keep(customerId, 'fake-venmo-account-nonce');
    const payPal = await keep(customerId, 'fake-paypal-billing-agreement-nonce');
    const oneTime = await keep(customerId, 'fake-paypal-one-time-nonce');
    expect(venmo.paymentMethod).toMatchObject({ username: 'venmojoe' });
    expect(payPal.paymentMethod).toMatchObject({ email: 'jane.doe@paypal.example' });
    expect(codesOf(oneTime)).toEqual(['82902']);
    expect((await gateway.sdk.customer.find(customerId)).paymentMethods).toHaveLength(2);
  });

  test.each(['fake-venmo-account-nonce', 'fake-paypal-billing-agreement-nonce'])(
    'a wallet account that is stored again keeps its token (%s)',
    async (nonce) => {
      const customerId = await newCustomer();
      const first = await keep(customerId, nonce);
      const again = await keep(customerId, nonce);
      const other = await keep(await newCustomer(), nonce);
      expect(again.paymentMethod.token).toBe(first.paymentMethod.token);
      expect(other.paymentMethod.token).not.toBe(first.paymentMethod.token);
      expect((await gateway.sdk.customer.find(customerId)).paymentMethods).toHaveLength(1);
    },
  );

  test('need a customer and a valid nonce', async () => {
    const customerId = await newCustomer();
    expect(codesOf(await keep('nobody', 'fake-valid-nonce'))).toEqual(['93105']);
    expect(codesOf(await keep(customerId, 'nobody-gave-this'))).toEqual(['93108']);
    expect(codesOf(await keep(customerId, 'fake-luhn-invalid-nonce'))).toEqual(['81715']);
  });
});

test('a verification is created and can be found', async () => {
  const verifications = gateway.sdk.creditCardVerification;
  const good = await verifications.create({ paymentMethodNonce: await gateway.cardNonce() });
  expect(good.verification.status).toBe('verified');
  expect((await verifications.find(good.verification.id)).status).toBe('verified');
  const bad = await verifications.create({ creditCard: { number: '4000111111111115', expirationDate: '12/35' } });
  expect([bad.success, bad.verification.status]).toEqual([false, 'processor_declined']);
});

describe('transaction search', () => {
  const charge = (orderId: string, amount: string, more: object = {}) =>
    gateway.sdk.transaction.sale({
      orderId,
      amount,
      paymentMethodNonce: 'fake-valid-nonce',
      options: { submitForSettlement: true },
      ...more,
    });
  type Criteria = Parameters<Parameters<typeof gateway.sdk.transaction.search>[0]>[0];
  async function found(fill: (criteria: Criteria) => void): Promise<string[]> {
    const ids: string[] = [];
    for await (const { amount } of gateway.sdk.transaction.search(fill)) ids.push(amount);
    return ids.toSorted();
  }
  const ofOrder = (id: string, more: (by: Criteria) => void) =>
    found((by) => {
      by.orderId().is(id);
      more(by);
    });

  test('combines order id, amount range, status, type and time', async () => {
    const start = new Date(Date.now() - 60_000);
    await charge('search-a', '10.00');
    await charge('search-a', '11.00');
    await charge('search-a', '2000.00');
    const { transaction } = await charge('search-b', '10.00');
    await gateway.sdk.testing.settle(transaction.id);
    await gateway.sdk.transaction.refund(transaction.id, '3.00');
    expect(await found((search) => search.orderId().is('search-a'))).toEqual(['10.00', '11.00', '2000.00']);
    expect(await found((search) => search.orderId().startsWith('search-'))).toHaveLength(5);
    expect(await ofOrder('search-a', (by) => by.amount().between('10.50', '12'))).toEqual(['11.00']);
    expect(await ofOrder('search-a', (by) => by.amount().is('10.00'))).toEqual(['10.00']);
    expect(await ofOrder('search-a', (by) => by.status().is('processor_declined'))).toEqual(['2000.00']);
    expect(await ofOrder('search-b', (by) => by.type().is('credit'))).toEqual(['3.00']);
    expect(await ofOrder('search-b', (by) => by.createdAt().min(start))).toHaveLength(2);
    expect(await ofOrder('search-b', (by) => by.createdAt().max(start))).toEqual([]);
    expect(await found((search) => search.ids().in([transaction.id]))).toEqual(['10.00']);
    expect(await found((search) => search.orderId().is('search-nothing'))).toEqual([]);
  });

  test('returns more than one page', async () => {
    await Promise.all(
      Array.from({ length: 53 }, (_, index) => charge('paged-many', `1.${String(index).padStart(2, '0')}`)),
    );
    expect(new Set(await found((search) => search.orderId().is('paged-many'))).size).toBe(53);
  });
});
