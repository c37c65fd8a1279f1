import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys, startGateway } from '../gateway-under-test.ts';
import { testCards } from '../vault/test-cards.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

async function step(nonce: string, name: 'lookup' | 'authenticate', more: object) {
  return gateway.call(
    'POST',
    `/merchants/${keys.merchantId}/client_api/v1/payment_methods/${nonce}/three_d_secure/${name}`,
    { authorizationFingerprint: await gateway.fingerprint(), ...more },
  );
}
const lookUp = (nonce: string, challengeRequested = false) =>
  step(nonce, 'lookup', { amount: '49.99', challengeRequested });

async function authenticated({ number, confirm }: { number: string; confirm: boolean | null }): Promise<string> {
  const { body } = await lookUp(await gateway.cardNonce({ number }), confirm !== null);
  if (confirm === null) return body.paymentMethod.nonce;
  expect(body.lookup.acsUrl).toMatch(/^http/);
  const ended = await step(body.paymentMethod.nonce, 'authenticate', { isConfirmed: confirm });
  return ended.body.paymentMethod.nonce;
}

const charge = (nonce: string, more: { required?: boolean; amount?: string } = {}) =>
  gateway.sdk.transaction.sale({
    amount: more.amount ?? '49.99',
    orderId: crypto.randomUUID(),
    paymentMethodNonce: nonce,
    options: { threeDSecure: { required: more.required ?? false } },
  });

describe('3-D Secure', () => {
  test.each([
    ['4000000000002701', 'authenticate_successful', true, '05'],
    ['5200000000002235', 'authenticate_successful', true, '02'],
    ['4000000000002925', 'authenticate_frictionless_failed', false, '07'],
    ['4000000000002719', 'authenticate_attempt_successful', true, '06'],
    ['4000000000002313', 'authenticate_unable_to_authenticate', false, '07'],
    ['4000000000002537', 'authenticate_rejected', false, '07'],
    ['4000000000002990', 'authentication_unavailable', false, '07'],
    ['4000000000002446', 'lookup_error', false, '07'],
    ['4000000000002354', 'lookup_failed_acs_error', false, '07'],
    ['4000000000002560', 'lookup_bypassed', false, '07'],
  ])('%s ends without a challenge in %s', async (number, status, liabilityShifted, eciFlag) => {
    const nonce = await authenticated({ number, confirm: null });
    const info = {
      status,
      liabilityShifted,
      eciFlag,
      threeDSecureVersion: '2.2.0',
      dsTransactionId: expect.any(String),
    };
    expect((await gateway.sdk.paymentMethodNonce.find(nonce)).threeDSecureInfo).toMatchObject(info);
    const { success, transaction } = await charge(nonce, { required: true });
    expect(success).toBe(liabilityShifted);
    expect(transaction.threeDSecureInfo).toMatchObject(info);
    expect(transaction.gatewayRejectionReason ?? null).toBe(liabilityShifted ? null : 'three_d_secure');
  });

  test.each([
    ['4000000000002503', true, 'authenticate_successful'],
    ['4000000000002503', false, 'authenticate_failed'],
    ['4000000000002370', true, 'authenticate_failed'],
    ['4000000000002420', true, 'authenticate_unable_to_authenticate'],
    ['4000000000002644', true, 'authenticate_error'],
    ['4111111111111111', true, 'authenticate_successful'],
    ['4111111111111111', false, 'authenticate_failed'],
  ])('the challenge of %s, confirmed: %s, ends in %s', async (number, confirm, status) => {
    const nonce = await authenticated({ number, confirm });
    expect((await gateway.sdk.paymentMethodNonce.find(nonce)).threeDSecureInfo).toMatchObject({
      status,
      liabilityShifted: status === 'authenticate_successful',
      liabilityShiftPossible: true,
    });
  });

  test('an ordinary card is authenticated without a challenge where none is requested', async () => {
    const { body } = await lookUp(await gateway.cardNonce());
    expect(body.lookup.acsUrl).toBeNull();
    expect(body.threeDSecureInfo).toEqual({ liabilityShifted: true, liabilityShiftPossible: true });
  });

  test('the lookup consumes the nonce, and an unfinished challenge shifts no liability', async () => {
    const given = await gateway.cardNonce({ number: '4000000000002503' });
    const { body } = await lookUp(given);
    expect(body.paymentMethod.threeDSecureInfo).toMatchObject({
      status: 'challenge_required',
      liabilityShifted: false,
    });
    expect((await lookUp(given)).status).toBe(404);
    expect((await charge(body.paymentMethod.nonce, { required: true })).transaction.gatewayRejectionReason).toBe(
      'three_d_secure',
    );
  });

  test('a lookup needs a client token, a card and an amount', async () => {
    const nonce = await gateway.cardNonce();
    const path = `/merchants/${keys.merchantId}/client_api/v1/payment_methods/${nonce}/three_d_secure/lookup`;
    expect((await gateway.call('POST', path, { amount: '1.00' })).status).toBe(401);
    expect((await step(nonce, 'lookup', {})).status).toBe(422);
    expect((await lookUp('fake-paypal-one-time-nonce')).status).toBe(404);
  });

  test('a card that was never authenticated is rejected where authentication is required, a wallet is not', async () => {
    expect((await charge(await gateway.cardNonce(), { required: true })).transaction).toMatchObject({
      status: 'gateway_rejected',
      gatewayRejectionReason: 'three_d_secure',
    });
    expect((await charge('fake-venmo-account-nonce', { required: true })).success).toBe(true);
  });

  test.each([
    ['successful-frictionless-authentication', 'authenticate_successful'],
    ['successful-step-up-authentication', 'authenticate_successful'],
    ['error-on-lookup', 'lookup_error'],
    ['timeout-on-lookup', 'lookup_failed_acs_error'],
  ])('the test nonce of %s carries %s', async (name, status) => {
    const found = await gateway.sdk.paymentMethodNonce.find(`fake-three-d-secure-two-visa-${name}-nonce`);
    expect(found.threeDSecureInfo).toMatchObject({ status });
  });

  test('2099 requires authentication: by amount always, by its card until a challenge has succeeded', async () => {
    const byAmount = await charge(await gateway.cardNonce(), { amount: '2099.00' });
    expect(byAmount.transaction).toMatchObject({
      processorResponseCode: '2099',
      processorResponseType: 'soft_declined',
    });
    const number = '4000000000003220';
    const codeOf = async (nonce: string) => (await charge(nonce)).transaction.processorResponseCode;
    expect(await codeOf(await gateway.cardNonce({ number }))).toBe('2099');
    expect(await codeOf(await authenticated({ number, confirm: null }))).toBe('2099');
    expect(await codeOf(await authenticated({ number, confirm: false }))).toBe('2099');
    expect(await codeOf(await authenticated({ number, confirm: true }))).toBe('1000');
  });

  test('an authentication covers the amount it was for, and no other', async () => {
    const nonce = await authenticated({ number: '4000000000002701', confirm: null });
    const other = await charge(nonce, { amount: '50.00' });
    expect(other.errors.deepErrors()).toMatchObject([{ code: '91585' }]);
    expect((await charge(nonce, { required: true })).success).toBe(true);
  });

  test('a card is stored with the authentication that verified it, and renewed without one', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const keep = (paymentMethodNonce: string) =>
      gateway.sdk.paymentMethod.create({ customerId: customer.id, paymentMethodNonce, options: { verifyCard: true } });
    const number = '4000000000003220';
    const refused = await keep(await gateway.cardNonce({ number }));
    expect(refused).toMatchObject({ success: false, verification: { processorResponseCode: '2099' } });
    const { paymentMethod } = await keep(await authenticated({ number, confirm: true }));
    expect(paymentMethod).toMatchObject({
      verifications: [{ threeDSecureInfo: { status: 'authenticate_successful', liabilityShifted: true } }],
    });
    const renewal = await gateway.sdk.transaction.sale({
      amount: '49.99',
      paymentMethodToken: paymentMethod.token,
      transactionSource: 'recurring',
    });
    expect(renewal.success).toBe(true);
  });
});

test('every test card has a number that a browser accepts as genuine', async () => {
  for (const { number, cardType } of testCards) {
    const cvv = cardType === 'American Express' ? '1234' : '123';
    const { status } = await gateway.tokenise('credit_cards', {
      creditCard: { number, expirationDate: '12/35', cvv },
    });
    expect([number, status]).toEqual([number, 202]);
  }
});
