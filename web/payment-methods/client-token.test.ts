import { describe, expect, it } from 'vitest';
import { readClientToken } from './client-token.ts';
import { offeredPaymentTypes } from './payment-method.ts';

const written = (content: unknown) => btoa(JSON.stringify(content));
const api = { clientApiUrl: 'http://localhost:3001/merchants/m/client_api', authorizationFingerprint: 'print' };

describe('a client token', () => {
  it('of the sandbox names its card fields and wallets', () => {
    const sandbox = {
      cardFieldsUrl: 'http://localhost:3001/card-fields',
      walletsUrl: 'http://localhost:3001/wallets',
      threeDSecureUrl: 'http://localhost:3001/three-d-secure',
    };
    expect(readClientToken(written({ ...api, sandbox }))).toEqual({
      gateway: 'sandbox',
      ...sandbox,
      authorization: { clientApiUrl: api.clientApiUrl, fingerprint: 'print' },
    });
  });

  it.each([
    ['of Braintree', written({ ...api, environment: 'sandbox' })],
    ['with half a sandbox', written({ ...api, sandbox: { cardFieldsUrl: 'http://localhost:3001/card-fields' } })],
    ['that is a tokenization key', 'production_abc_def'],
    ['that is not an object', written('text')],
  ])('%s is for Braintree', (_what, token) => {
    expect(readClientToken(token)).toEqual({ gateway: 'braintree' });
  });
});

describe('payment types', () => {
  it.each([
    ['US', [], ['CREDIT_CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL', 'VENMO']],
    ['GB', [], ['CREDIT_CARD']],
    ['AU', [], ['CREDIT_CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'PAYPAL']],
    ['US', ['PAYPAL', 'APPLE_PAY'], ['CREDIT_CARD', 'GOOGLE_PAY', 'VENMO']],
  ] as const)('offered in %s with %j hidden are %j', (country, hidden, expected) => {
    expect(offeredPaymentTypes({ country, hidden })).toEqual(expected);
  });
});
