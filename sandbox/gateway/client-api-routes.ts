import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAuthorised, sendUnauthorised } from './client-authorization.ts';
import { isFingerprintValid } from './client-token.ts';
import type { GatewayContext, GatewayRequest } from './gateway-context.ts';
import { nonceAnswer } from './nonce-answers.ts';
import { issueNonce } from './nonces.ts';
import { type Params, section, snakeCased } from './params.ts';
import type { Instrument } from './records.ts';
import { authenticationRoutes } from './three-d-secure/authentication-routes.ts';
import type { ValidationError } from './validation-errors.ts';
import { readCard } from './vault/cards.ts';
import { readDeviceCard, readPayPal, readVenmo } from './vault/wallet-instruments.ts';

/** What browsers may call: authorised by a client token's fingerprint, never by a cookie, so any origin may call it. */
export function clientApiRoutes({ app, context }: { app: FastifyInstance; context: GatewayContext }): void {
  const config = { operation: 'client_api' } as const;
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-max-age', '86400')
      .header('cache-control', 'no-store');
    if (request.method !== 'OPTIONS') return undefined;
    reply
      .header('access-control-allow-methods', 'GET, POST, OPTIONS')
      .header('access-control-allow-headers', 'authorization, content-type, braintree-version, x-braintree-client');
    return reply.code(204).send();
  });
  app.options('/client_api/*', async (_request, reply) => reply.code(204).send());

  app.get<{ Querystring: { authorizationFingerprint?: string } }>(
    '/client_api/v1/configuration',
    { config },
    async (request, reply) => {
      if (!isFingerprintValid({ ...context, fingerprint: request.query.authorizationFingerprint ?? '' }))
        return sendUnauthorised(reply);
      return reply.send(configuration(context));
    },
  );

  for (const [path, kind] of Object.entries(kinds)) {
    app.post(`/client_api/v1/payment_methods/${path}`, { config }, async (request, reply) =>
      tokenise({ context, kind, request, reply }),
    );
  }
  authenticationRoutes({ app, context });
}

type Read = (call: {
  context: GatewayContext;
  params: Params;
}) => { instrument: Instrument } | { errors: ValidationError[] };
type Kind = { section: string; answer: string; field: string; read: Read };

const kinds: Record<string, Kind> = {
  credit_cards: { section: 'credit_card', answer: 'creditCards', field: 'creditCard', read: readCardInstrument },
  paypal_accounts: { section: 'paypal_account', answer: 'paypalAccounts', field: 'paypalAccount', read: readPayPal },
  venmo_accounts: { section: 'venmo_account', answer: 'venmoAccounts', field: 'venmoAccount', read: readVenmo },
  apple_payment_tokens: {
    section: 'apple_payment_token',
    answer: 'applePayCards',
    field: 'applePaymentToken',
    read: ({ params }) => readDeviceCard({ params, kind: 'apple_pay_card' }),
  },
  android_pay_cards: {
    section: 'android_pay_card',
    answer: 'androidPayCards',
    field: 'androidPayCard',
    read: ({ params }) => readDeviceCard({ params, kind: 'android_pay_card' }),
  },
};

type Tokenisation = { context: GatewayContext; kind: Kind; request: FastifyRequest; reply: FastifyReply };

function tokenise({ context, kind, request, reply }: Tokenisation): FastifyReply {
  const body = section(snakeCased(request.body));
  if (!isAuthorised({ context, request, body })) return sendUnauthorised(reply);
  const read = kind.read({ context, params: section(body, kind.section) });
  if ('errors' in read) return reply.code(422).send(fieldErrors({ field: kind.field, errors: read.errors }));
  const nonce = issueNonce({ ...context, instrument: read.instrument });
  return reply.code(202).send({ [kind.answer]: [nonceAnswer(nonce)] });
}

function readCardInstrument({ context, params }: GatewayRequest): ReturnType<Read> {
  const read = readCard({ context, params, path: 'credit_card' });
  return 'errors' in read ? read : { instrument: read.card };
}

const browserFields: Record<string, string> = { number: 'number', expiration_date: 'expirationDate', cvv: 'cvv' };

function fieldErrors({ field, errors }: { field: string; errors: readonly ValidationError[] }) {
  return {
    error: { message: 'Credit card is invalid' },
    fieldErrors: [
      {
        field,
        fieldErrors: errors.map(({ attribute, code, message }) => ({
          field: browserFields[attribute] ?? attribute,
          code,
          message,
        })),
      },
    ],
  };
}

function configuration(context: GatewayContext) {
  const clientApiUrl = `${context.publicUrl}/merchants/${context.merchantId}/client_api`;
  return {
    environment: 'sandbox',
    clientApiUrl,
    assetsUrl: context.publicUrl,
    merchantId: context.merchantId,
    challenges: [],
    creditCards: { supportedCardTypes: ['American Express', 'Discover', 'MasterCard', 'Visa'] },
    paypalEnabled: true,
    applePayWeb: {
      countryCode: 'US',
      currencyCode: 'USD',
      merchantIdentifier: 'merchant.sandbox',
      supportedNetworks: ['visa', 'mastercard', 'amex', 'discover'],
    },
    androidPay: {
      enabled: true,
      displayName: 'Evenkeel',
      environment: 'sandbox',
      supportedNetworks: ['visa', 'mastercard', 'amex', 'discover'],
    },
    threeDSecureEnabled: true,
  };
}
