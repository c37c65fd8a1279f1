import { afterAll, describe, expect, test } from 'vitest';
import { startGateway } from '../gateway-under-test.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const wallets = [
  {
    fake: 'fake-apple-pay-visa-nonce',
    path: 'apple_payment_tokens',
    section: 'applePaymentToken',
    answer: 'applePayCards',
    type: 'ApplePayCard',
    instrument: 'apple_pay_card',
    charged: 'applePayCard',
    fields: { cardType: 'Apple Pay - Visa', last4: '1881', paymentInstrumentName: 'Visa 1881', expirationYear: '2035' },
  },
  {
    fake: 'fake-android-pay-visa-nonce',
    path: 'android_pay_cards',
    section: 'androidPayCard',
    answer: 'androidPayCards',
    type: 'AndroidPayCard',
    instrument: 'android_pay_card',
    charged: 'androidPayCard',
    fields: { cardType: 'Visa', last4: '1881', isNetworkTokenized: true, expirationYear: '2035' },
  },
] as const;

describe.each(wallets)('$type', ({ fake, path, section, answer, type, instrument, charged, fields }) => {
  const charge = (paymentMethodNonce: string) =>
    gateway.sdk.transaction.sale({
      amount: '49.99',
      orderId: crypto.randomUUID(),
      paymentMethodNonce,
      customer: { firstName: 'Ana' },
      options: { storeInVaultOnSuccess: true, submitForSettlement: true },
    });

  test('its test nonce is charged, and stored as the SDK presents it', async () => {
    const { transaction } = await charge(fake);
    expect(transaction.paymentInstrumentType).toBe(instrument);
    expect(transaction[charged]).toMatchObject({ ...fields, token: expect.any(String) });
    const token = transaction[charged]?.token ?? '';
    expect(await gateway.sdk.paymentMethod.find(token)).toMatchObject({ ...fields, token, default: true });
    const customer = await gateway.sdk.customer.find(transaction.customer.id);
    expect(customer.paymentMethods).toEqual([expect.objectContaining({ ...fields, token })]);
    const renewal = await gateway.sdk.transaction.sale({
      amount: '49.99',
      paymentMethodToken: token,
      transactionSource: 'recurring',
    });
    expect(renewal.success).toBe(true);
  });

  test('a browser gets a nonce for it, which the bank can be told to decline', async () => {
    const tokenise = async (more: object) =>
      (await gateway.tokenise(path, { [section]: { brand: 'mastercard', ...more } })).body[answer][0];
    const given = await tokenise({});
    expect(given).toMatchObject({ type, details: { cardType: 'MasterCard', lastFour: '4444' }, binData: {} });
    expect(await gateway.sdk.paymentMethodNonce.find(given.nonce)).toMatchObject({
      type,
      details: { lastFour: '4444' },
    });
    expect((await charge(given.nonce)).success).toBe(true);
    expect((await charge((await tokenise({ declines: true })).nonce)).transaction.processorResponseCode).toBe('2000');
  });
});

test('the configuration tells browsers that both wallets are available', async () => {
  const authorizationFingerprint = encodeURIComponent(await gateway.fingerprint());
  const { body } = await gateway.call(
    'GET',
    `/merchants/merchant/client_api/v1/configuration?authorizationFingerprint=${authorizationFingerprint}`,
  );
  expect(body).toMatchObject({
    applePayWeb: { supportedNetworks: expect.arrayContaining(['visa']) },
    androidPay: { enabled: true },
    threeDSecureEnabled: true,
  });
});
