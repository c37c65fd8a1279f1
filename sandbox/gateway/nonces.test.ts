import { afterAll, describe, expect, test } from 'vitest';
import { codesOf, keys, startGateway } from './gateway-under-test.ts';

const hours = 3_600_000;
const gateway = await startGateway();
afterAll(() => gateway.close());

const charge = (nonce: string) =>
  gateway.sdk.transaction.sale({ amount: '12.00', orderId: crypto.randomUUID(), paymentMethodNonce: nonce });

describe('a nonce', () => {
  test('PAY5: is used once', async () => {
    const nonce = await gateway.cardNonce();
    expect((await charge(nonce)).success).toBe(true);
    const before = await gateway.ledger();
    expect(codesOf(await charge(nonce))).toEqual(['91564']);
    expect(await gateway.ledger()).toEqual(before);
    const { customer } = await gateway.sdk.customer.create({});
    expect(
      codesOf(await gateway.sdk.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: nonce })),
    ).toEqual(['93107']);
  });

  test('PAY5: is used up by a decline as well', async () => {
    const nonce = await gateway.cardNonce({ number: '4000000000000002' });
    await charge(nonce);
    expect(codesOf(await charge(nonce))).toEqual(['91564']);
  });

  test('PAY5: is valid for three hours', async () => {
    const [fresh, old] = [await gateway.cardNonce(), await gateway.cardNonce()];
    await gateway.advance(3 * hours - 60_000);
    expect((await charge(fresh)).success).toBe(true);
    await gateway.advance(61_000);
    expect(codesOf(await charge(old))).toEqual(['91565']);
  });

  test('can be looked up, with its payment method and whether it was used', async () => {
    const nonce = await gateway.cardNonce();
    expect(await gateway.sdk.paymentMethodNonce.find(nonce)).toMatchObject({
      nonce,
      type: 'CreditCard',
      consumed: false,
      details: { lastFour: '1111', cardType: 'Visa' },
    });
    await charge(nonce);
    expect(await gateway.sdk.paymentMethodNonce.find(nonce)).toMatchObject({ consumed: true });
    await expect(gateway.sdk.paymentMethodNonce.find('nobody-gave-this-nonce')).rejects.toMatchObject({
      type: 'notFoundError',
    });
  });

  test('is created from a stored method, and charges that method', async () => {
    const { customer } = await gateway.sdk.customer.create({});
    const { paymentMethod } = await gateway.sdk.paymentMethod.create({
      customerId: customer.id,
      paymentMethodNonce: await gateway.cardNonce(),
    });
    const { paymentMethodNonce } = await gateway.sdk.paymentMethodNonce.create(paymentMethod.token);
    expect((await charge(paymentMethodNonce.nonce)).transaction.creditCard?.token).toBe(paymentMethod.token);
  });
});

describe('tokenising in the browser', () => {
  test('is allowed from any origin, preflight included', async () => {
    const path = `${gateway.url}/merchants/${keys.merchantId}/client_api/v1/payment_methods/credit_cards`;
    const preflight = await fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('a card returns nonce, details and type', async () => {
    const { status, headers, body } = await gateway.tokenise('credit_cards', {
      creditCard: {
        number: '5555 5555 5555 4444',
        expirationMonth: '4',
        expirationYear: '35',
        cvv: '123',
        cardholderName: 'Ana',
      },
    });
    expect(status).toBe(202);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body.creditCards[0]).toMatchObject({
      type: 'CreditCard',
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      details: {
        bin: '555555',
        cardType: 'MasterCard',
        lastFour: '4444',
        expirationMonth: '04',
        expirationYear: '2035',
      },
      binData: { prepaid: 'Unknown' },
    });
  });

  test.each([
    [{ number: '4111111111111112' }, 'number', '81715'],
    [{ number: '4242424242424242' }, 'number', '81717'],
    [{ number: '' }, 'number', '81714'],
    [{ number: '41111111111' }, 'number', '81716'],
    [{ expirationDate: '13/35' }, 'expirationDate', '81710'],
    [{ expirationDate: '' }, 'expirationDate', '81709'],
    [{ cvv: '12' }, 'cvv', '81707'],
    [{ number: '378282246310005', cvv: '123' }, 'cvv', '81707'],
  ])('%j is refused at %s with %s', async (wrong, field, code) => {
    const { status, body } = await gateway.tokenise('credit_cards', {
      creditCard: { number: '4111111111111111', expirationDate: '12/35', cvv: '123', ...wrong },
    });
    expect(status).toBe(422);
    expect(body.fieldErrors[0].fieldErrors).toEqual([expect.objectContaining({ field, code })]);
  });

  test('a card is valid to the end of its month; then the bank declines it, and the gateway keeps it', async () => {
    const now = new Date(Date.parse((await gateway.call('GET', '/control/clock')).body.now));
    const thisMonth = `${now.getUTCMonth() + 1}/${now.getUTCFullYear()}`;
    expect((await charge(await gateway.cardNonce({ expirationDate: thisMonth }))).success).toBe(true);
    const expired = () => gateway.cardNonce({ expirationDate: '01/20' });
    expect((await charge(await expired())).transaction).toMatchObject({
      processorResponseCode: '2004',
      processorResponseType: 'hard_declined',
    });
    const { customer } = await gateway.sdk.customer.create({});
    const keep = async (verifyCard: boolean) =>
      gateway.sdk.paymentMethod.create({
        customerId: customer.id,
        paymentMethodNonce: await expired(),
        options: { verifyCard },
      });
    expect(await keep(true)).toMatchObject({ success: false, verification: { processorResponseCode: '2004' } });
    expect((await keep(false)).paymentMethod).toMatchObject({ expired: true });
  });

  test('PAY9: wallets return their account, and can be told to fail', async () => {
    const payPal = await gateway.tokenise('paypal_accounts', { paypalAccount: { email: 'ana@paypal.example' } });
    const venmo = await gateway.tokenise('venmo_accounts', { venmoAccount: { username: 'ana', declines: true } });
    expect(payPal.body.paypalAccounts[0]).toMatchObject({
      type: 'PayPalAccount',
      details: { email: 'ana@paypal.example' },
    });
    expect(venmo.body.venmoAccounts[0]).toMatchObject({ type: 'VenmoAccount', details: { username: 'ana' } });
    expect((await charge(payPal.body.paypalAccounts[0].nonce)).success).toBe(true);
    expect((await charge(venmo.body.venmoAccounts[0].nonce)).transaction.processorResponseCode).toBe('2038');
  });

  test('needs a client token younger than 24 hours', async () => {
    const path = `/merchants/${keys.merchantId}/client_api/v1/payment_methods/venmo_accounts`;
    const authorizationFingerprint = await gateway.fingerprint();
    const ask = (fingerprint: string) =>
      gateway.call('POST', path, { authorizationFingerprint: fingerprint, venmoAccount: { username: 'ana' } });
    expect((await ask(authorizationFingerprint)).status).toBe(202);
    expect((await ask(`${authorizationFingerprint.slice(0, -1)}x`)).status).toBe(401);
    expect((await ask('')).status).toBe(401);
    await gateway.advance(24 * hours);
    expect((await ask(authorizationFingerprint)).status).toBe(401);
  });
});

test('the client token is version 2 and contains the addresses of fields and wallets', async () => {
  const { clientToken } = await gateway.sdk.clientToken.generate({});
  expect(JSON.parse(Buffer.from(clientToken, 'base64').toString('utf8'))).toMatchObject({
    version: 2,
    environment: 'sandbox',
    clientApiUrl: `http://localhost/merchants/${keys.merchantId}/client_api`,
    sandbox: { cardFieldsUrl: 'http://localhost/card-fields', walletsUrl: 'http://localhost/wallets' },
  });
});

test('a client token can be requested by version, customer and merchant account', async () => {
  const { customer } = await gateway.sdk.customer.create({});
  const codes = async (asked: object) => {
    const answer = await gateway.sdk.clientToken.generate(asked);
    return answer.success ? answer.clientToken : codesOf(answer as unknown as Parameters<typeof codesOf>[0]);
  };
  expect(JSON.parse(String(await codes({ version: '1' })))).toMatchObject({ version: 1 });
  const known = await codes({ customerId: customer.id, merchantAccountId: 'sandbox_gbp' });
  expect(JSON.parse(Buffer.from(String(known), 'base64').toString('utf8'))).toMatchObject({
    version: 2,
    merchantAccountId: 'sandbox_gbp',
  });
  expect(await codes({ version: '9' })).toEqual(['92806']);
  expect(await codes({ customerId: 'nobody' })).toEqual(['92804']);
  expect(await codes({ merchantAccountId: 'nowhere' })).toEqual(['92807']);
});

test('the server API requires the API keys', async () => {
  const wrong = await fetch(`${gateway.url}/merchants/${keys.merchantId}/customers/x`, {
    headers: { authorization: `Basic ${Buffer.from('public:wrong').toString('base64')}` },
  });
  expect(wrong.status).toBe(401);
});
