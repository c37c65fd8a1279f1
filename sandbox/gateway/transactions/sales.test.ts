import { afterAll, describe, expect, test } from 'vitest';
import { codesOf, startGateway } from '../gateway-under-test.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

let orders = 0;
async function sell({ amount = '49.99', nonce, ...rest }: { amount?: string; nonce?: string; [key: string]: unknown }) {
  return gateway.sdk.transaction.sale({
    amount,
    orderId: `order-${++orders}`,
    paymentMethodNonce: nonce ?? (await gateway.cardNonce()),
    options: { submitForSettlement: true },
    ...rest,
  });
}

describe('a sale', () => {
  test('PAY1: is authorised, submitted for settlement and written once to the ledger', async () => {
    const before = await gateway.ledger();
    const { success, transaction } = await sell({});
    expect(success).toBe(true);
    expect(transaction).toMatchObject({
      status: 'submitted_for_settlement',
      amount: '49.99',
      type: 'sale',
      processorResponseCode: '1000',
      cvvResponseCode: 'M',
    });
    expect(transaction.creditCard).toMatchObject({
      bin: '411111',
      last4: '1111',
      cardType: 'Visa',
      expirationMonth: '12',
      expirationYear: '2035',
    });
    const after = await gateway.ledger();
    expect(after.entries).toHaveLength(before.entries.length + 1);
    expect(after.entries.at(-1)).toMatchObject({
      kind: 'sale',
      debit: 'customer',
      credit: 'merchant',
      amountCents: 4999,
      transactionId: transaction.id,
    });
    expect(after.merchantCents - before.merchantCents).toBe(4999);
  });

  test.each([
    ['1999.99', true, 'submitted_for_settlement', '1000', 'approved'],
    ['2000.00', false, 'processor_declined', '2000', 'soft_declined'],
    ['2015.00', false, 'processor_declined', '2015', 'hard_declined'],
    ['2999.99', false, 'processor_declined', '2999', 'hard_declined'],
    ['3000.00', false, 'failed', '3000', 'soft_declined'],
    ['3001.00', true, 'submitted_for_settlement', '1000', 'approved'],
    ['4000.99', true, 'submitted_for_settlement', '1000', 'approved'],
  ])('PAY6 the amount %s returns success %s, %s, %s', async (amount, success, status, code, type) => {
    const answer = await sell({ amount });
    expect(answer.success).toBe(success);
    expect(answer.transaction).toMatchObject({ status, processorResponseCode: code, processorResponseType: type });
  });

  test.each([
    ['4000000000000002', 'processor_declined', '2000', null],
    ['4000000000009995', 'processor_declined', '2001', null],
    ['4000111111111511', 'gateway_rejected', null, 'fraud'],
    ['4111130000000003', 'gateway_rejected', null, 'risk_threshold'],
  ])('PAY6 the card %s ends as %s %s %s', async (number, status, code, reason) => {
    const answer = await sell({ nonce: await gateway.cardNonce({ number }) });
    expect(answer.success).toBe(false);
    expect(answer.transaction).toMatchObject({ status, processorResponseCode: code, gatewayRejectionReason: reason });
  });

  test('the amount 5001.01 is declined by PayPal alone', async () => {
    const declined = await sell({ amount: '5001.01', nonce: 'fake-paypal-billing-agreement-nonce' });
    expect(declined.transaction.processorResponseCode).toBe('2038');
    expect((await sell({ amount: '5001.01' })).success).toBe(true);
  });

  test('PAY6: the amount 5001.00 is rejected as an incomplete application', async () => {
    expect((await sell({ amount: '5001.00' })).transaction).toMatchObject({
      status: 'gateway_rejected',
      gatewayRejectionReason: 'application_incomplete',
    });
  });

  test.each([
    ['4111111111111111', '200', 'N', 'cvv'],
    ['4111111111111111', '201', 'U', null],
    ['4111111111111111', '301', 'S', null],
    ['378282246310005', '2000', 'N', 'cvv'],
    ['378282246310005', '2011', 'U', null],
    ['378282246310005', '3011', 'S', null],
  ])('PAY6 card %s with security code %s returns %s', async (number, cvv, response, reason) => {
    const { transaction } = await sell({ nonce: await gateway.cardNonce({ number, cvv }) });
    expect(transaction).toMatchObject({ cvvResponseCode: response, gatewayRejectionReason: reason });
  });

  test.each([
    ['20000', '1 Elm Street', 'N', 'M', 'avs'],
    ['20001', '1 Elm Street', 'U', 'M', null],
    ['55401', '200 Elm Street', 'M', 'N', null],
    ['55401', '201 Elm Street', 'M', 'U', null],
  ])(
    'PAY6 postal code %s and street %s return %s and %s',
    async (postalCode, streetAddress, postal, street, reason) => {
      const { transaction } = await sell({ billing: { postalCode, streetAddress } });
      expect(transaction).toMatchObject({
        avsPostalCodeResponseCode: postal,
        avsStreetAddressResponseCode: street,
        gatewayRejectionReason: reason,
      });
    },
  );

  test.each([
    ['', '81502'],
    ['-5.00', '81501'],
    ['0.00', '81531'],
    ['12.345', '81503'],
    ['ten', '81503'],
  ])('PAY7 the amount "%s" is a validation error %s and nothing is written', async (amount, code) => {
    const before = await gateway.ledger();
    const answer = await sell({ amount });
    expect(answer.success).toBe(false);
    expect(codesOf(answer)).toEqual([code]);
    expect(await gateway.ledger()).toEqual(before);
  });

  test('PAY6: the same order, amount and card within 30 seconds is a duplicate, and not afterwards', async () => {
    const first = await sell({ orderId: 'twice' });
    const again = await sell({ orderId: 'twice' });
    await gateway.advance(31_000);
    const later = await sell({ orderId: 'twice' });
    expect([first.success, again.success, later.success]).toEqual([true, false, true]);
    expect(again.transaction).toMatchObject({ status: 'gateway_rejected', gatewayRejectionReason: 'duplicate' });
  });

  test.each(['visa', 'mastercard', 'amex', 'discover'])(
    'fake-processor-declined-%s-nonce follows the amount',
    async (brand) => {
      expect((await sell({ nonce: `fake-processor-declined-${brand}-nonce` })).success).toBe(true);
    },
  );

  test.each([
    ['fake-luhn-invalid-nonce', '81715'],
    ['fake-consumed-nonce', '91564'],
    ['nobody-gave-this-nonce', '91565'],
  ])('%s is the validation error %s', async (nonce, code) => {
    const answer = await sell({ nonce });
    expect(codesOf(answer)).toEqual([code]);
  });

  test('fake-gateway-rejected-fraud-nonce is rejected for fraud', async () => {
    expect((await sell({ nonce: 'fake-gateway-rejected-fraud-nonce' })).transaction.gatewayRejectionReason).toBe(
      'fraud',
    );
  });

  test('returns text in a name or an order as it was sent', async () => {
    const orderId = `O'Brien <b>&amp;</b> "李" ${++orders}`;
    const { transaction } = await sell({ orderId });
    expect((await gateway.sdk.transaction.find(transaction.id)).orderId).toBe(orderId);
  });
});

describe('storing the charged method', () => {
  async function sellAndKeep(nonce: string, customer: Record<string, string>) {
    return sell({ nonce, ...customer, options: { submitForSettlement: true, storeInVaultOnSuccess: true } });
  }

  test('a successful sale stores the card for later sales of that customer', async () => {
    const { customer } = await gateway.sdk.customer.create({ firstName: 'Ana' });
    const { transaction } = await sellAndKeep(await gateway.cardNonce(), {
      customerId: customer.id,
      transactionSource: 'recurring_first',
    });
    const token = transaction.creditCard?.token ?? '';
    const renewal = await gateway.sdk.transaction.sale({
      amount: '10.00',
      paymentMethodToken: token,
      transactionSource: 'recurring',
      options: { submitForSettlement: true },
    });
    expect(renewal.success).toBe(true);
    expect([transaction.recurring, renewal.transaction.recurring]).toEqual([true, true]);
    expect((await gateway.sdk.customer.find(customer.id)).paymentMethods?.map((method) => method.token)).toEqual([
      token,
    ]);
  });

  test('a sale that stores its method without a customer returns the new customer', async () => {
    const { transaction } = await sellAndKeep(await gateway.cardNonce(), {});
    const { paymentMethods } = await gateway.sdk.customer.find(transaction.customer.id);
    expect(paymentMethods?.map(({ token }) => token)).toEqual([transaction.creditCard?.token]);
  });

  test('a declined sale stores nothing', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    await sellAndKeep(await gateway.cardNonce({ number: '4000000000000002' }), { customerId: customer.id });
    expect((await gateway.sdk.customer.find(customer.id)).paymentMethods).toEqual([]);
  });

  test('BIL6: the renewals card is accepted first and declined afterwards', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const first = await sellAndKeep(await gateway.cardNonce({ number: '4000000000000341' }), {
      customerId: customer.id,
    });
    const renewal = await gateway.sdk.transaction.sale({
      amount: '10.00',
      paymentMethodToken: first.transaction.creditCard?.token ?? '',
    });
    expect([first.success, renewal.success]).toEqual([true, false]);
    expect(renewal.transaction.processorResponseCode).toBe('2000');
  });

  test('M9: a one-time PayPal approval is charged, and not stored even on request', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const sold = await sellAndKeep('fake-paypal-one-time-nonce', { customerId: customer.id });
    expect([sold.success, sold.transaction.paypalAccount?.payerEmail]).toEqual([true, 'jane.doe@paypal.example']);
    expect(sold.transaction.paypalAccount?.token ?? null).toBeNull();
    expect((await gateway.sdk.customer.find(customer.id)).paymentMethods).toEqual([]);
  });

  test('a PayPal agreement and a Venmo account are stored under their account names', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const payPal = await sellAndKeep('fake-paypal-billing-agreement-nonce', { customerId: customer.id });
    const venmo = await sellAndKeep('fake-venmo-account-nonce', { customerId: customer.id });
    expect(payPal.transaction.paypalAccount).toMatchObject({
      payerEmail: 'jane.doe@paypal.example',
      token: expect.any(String),
    });
    expect(venmo.transaction).toMatchObject({
      venmoAccountDetails: { username: 'venmojoe', token: expect.any(String) },
    });
  });

  test('a customer that does not exist and one whose id is taken are validation errors', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const missing = await sell({ customerId: 'nobody' });
    const taken = await sell({ customer: { id: customer.id } });
    expect(codesOf(missing)).toEqual(['91510']);
    expect(codesOf(taken)).toEqual(['91609']);
  });
});
