import braintree from 'braintree';
import Fastify from 'fastify';
import { type GatewayOptions, gateway } from './index.ts';
import type { LedgerEntry } from './records.ts';

export const keys = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private' };

const visa = { number: '4111111111111111', expirationDate: '12/35', cvv: '123' };
export type CardEntered = {
  number?: string;
  expirationDate?: string;
  cvv?: string;
  billingAddress?: Record<string, string>;
};

/** The error codes of a response. */
export const codesOf = (answer: { errors: { deepErrors(): { code: string }[] } }): string[] =>
  answer.errors.deepErrors().map(({ code }) => code);

/** A running sandbox gateway on a free port, with helpers for the calls of a browser and a tester. */
export async function startGateway(options: Partial<GatewayOptions> = {}) {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(gateway, {
    ...keys,
    publicUrl: 'http://localhost',
    dataDir: null,
    settlementDelayMs: 60_000,
    lostAnswerMs: 2_000,
    ...options,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  async function call(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse((await answer.text()) || 'null') };
  }

  const sdk = createSdk(url);
  async function fingerprint(): Promise<string> {
    const { clientToken } = await sdk.clientToken.generate({});
    return JSON.parse(Buffer.from(clientToken, 'base64').toString('utf8')).authorizationFingerprint;
  }
  async function tokenise(
    kind: 'credit_cards' | 'paypal_accounts' | 'venmo_accounts' | 'apple_payment_tokens' | 'android_pay_cards',
    fields: Record<string, unknown>,
  ) {
    return call('POST', `/merchants/${keys.merchantId}/client_api/v1/payment_methods/${kind}`, {
      authorizationFingerprint: await fingerprint(),
      ...fields,
    });
  }
  return {
    url,
    sdk,
    call,
    fingerprint,
    tokenise,
    cardNonce: async (card: CardEntered = {}): Promise<string> =>
      (await tokenise('credit_cards', { creditCard: { ...visa, ...card } })).body.creditCards[0].nonce,
    fault: (fault: { kind: string; times?: number; matching?: string; delayMs?: number; contentType?: string }) =>
      call('POST', '/control/faults', fault),
    advance: (advanceMs: number) => call('POST', '/control/clock', { advanceMs }),
    ledger: async (): Promise<{ entries: LedgerEntry[]; merchantCents: number }> =>
      (await call('GET', '/control/ledger')).body,
    close: () => app.close(),
  };
}

function createSdk(url: string): braintree.BraintreeGateway {
  const { hostname, port } = new URL(url);
  const environment = new braintree.Environment(hostname, port, url, false, hostname, port);
  return new braintree.BraintreeGateway({ environment, ...keys });
}
