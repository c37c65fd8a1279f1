import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createFaults } from '../counted-faults.ts';
import { sendErrors, sendXml } from './answers.ts';
import { clientApiRoutes } from './client-api-routes.ts';
import { createClientToken } from './client-token.ts';
import { createClock } from './clock.ts';
import { controlPageRoutes } from './control-page/index.ts';
import { controlRoutes } from './control-routes.ts';
import { disputeControlRoutes } from './disputes/dispute-control-routes.ts';
import { disputeRoutes } from './disputes/dispute-routes.ts';
import { installFaults } from './fault-hooks.ts';
import type { Fault } from './faults.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { InFlight } from './idempotency.ts';
import { merchantAccountRoutes } from './merchant-account-routes.ts';
import { section } from './params.ts';
import { createStore } from './store.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import { storedMethodRoutes } from './vault/stored-method-routes.ts';
import { vaultRoutes } from './vault/vault-routes.ts';
import { webhookControlRoutes } from './webhooks/webhook-routes.ts';
import { createWebhooks, type WebhookOptions } from './webhooks/webhooks.ts';

export type GatewayOptions = {
  merchantId: string;
  publicKey: string;
  privateKey: string;
  /** The sandbox's own URL, without a trailing slash. */
  publicUrl: string;
  /** Folder in which records survive a restart; null keeps them in memory. */
  dataDir: string | null;
  settlementDelayMs: number;
  /** How long a lost response keeps its caller waiting. */
  lostAnswerMs: number;
  webhooks?: WebhookOptions;
};

const noWebhooks: WebhookOptions = { url: null, retryDelaysMs: [] };

/** Braintree's server API and client API under /merchants/:merchantId, and the sandbox's controls under /control. */
export const gateway: FastifyPluginAsync<GatewayOptions> = async (app, options) => {
  const store = createStore({ dataDir: options.dataDir });
  const clock = createClock();
  const webhooks = createWebhooks({ store, clock, keys: options, ...(options.webhooks ?? noWebhooks) });
  app.addHook('onClose', async () => webhooks.close());
  const context: GatewayContext = {
    store,
    clock,
    webhooks,
    merchantId: options.merchantId,
    publicUrl: options.publicUrl,
    settlementDelayMs: options.settlementDelayMs,
  };
  const faults = createFaults<Fault>();
  const inFlight: InFlight = new Set();

  controlRoutes({ app, context, faults });
  webhookControlRoutes({ app, context });
  storedMethodRoutes({ app, context });
  disputeControlRoutes({ app, context });
  await app.register(async (forms) => controlPageRoutes({ app: forms, context, faults }));
  await app.register(
    async (merchant) => {
      installFaults({ app: merchant, faults });
      await merchant.register(async (clientApi) => clientApiRoutes({ app: clientApi, context }));
      await merchant.register(async (serverApi) => {
        requireKeys({ app: serverApi, options });
        acceptAnyContentType(serverApi);
        serverApi.post('/client_token', { config: { operation: 'client_token' } }, async (request, reply) => {
          const result = createClientToken({ context, params: section(request.body, 'client_token') });
          if ('errors' in result) return sendErrors({ reply, errors: result.errors });
          return sendXml({ reply, status: 201, root: 'client_token', value: { value: result.clientToken } });
        });
        transactionRoutes({ app: serverApi, context, inFlight, lostAnswerMs: options.lostAnswerMs });
        vaultRoutes({ app: serverApi, context });
        disputeRoutes({ app: serverApi, context });
        merchantAccountRoutes(serverApi);
      });
    },
    { prefix: `/merchants/${options.merchantId}` },
  );
};

function requireKeys({ app, options }: { app: FastifyInstance; options: GatewayOptions }): void {
  const expected = Buffer.from(`Basic ${Buffer.from(`${options.publicKey}:${options.privateKey}`).toString('base64')}`);
  app.addHook('onRequest', async (request, reply) => {
    const actual = Buffer.from(request.headers.authorization ?? '');
    const isAuthorised = actual.length === expected.length && timingSafeEqual(actual, expected);
    return isAuthorised
      ? undefined
      : reply
          .code(401)
          .header('www-authenticate', 'Basic realm="Braintree"')
          .type('text/plain')
          .send('Authentication Error');
  });
}

/** The SDK declares JSON even if it sends no body. */
function acceptAnyContentType(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      return done(null, JSON.parse(String(body)));
    } catch {
      return done(Object.assign(new Error('The request body is not JSON'), { statusCode: 400 }), undefined);
    }
  });
}
