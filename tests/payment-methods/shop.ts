import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { cardFields } from '#sandbox/gateway/card-fields/index.ts';
import { gateway } from '#sandbox/gateway/index.ts';
import { threeDSecure } from '#sandbox/gateway/three-d-secure/index.ts';
import { walletWindows } from '#sandbox/gateway/wallets/index.ts';
import { frameOrigins } from '#server/gateways/payment/braintree/browser-origins.ts';
import { type BrowserOrigins, contentSecurityPolicy } from '#server/http/pages/content-security-policy.ts';
import { folderOf } from '../setup/browser/web-builds.ts';

const merchant = { merchantId: 'shop', publicKey: 'public', privateKey: 'private' };

export type Shop = {
  /** Address of the page with the payment methods, under the policy of a payment page; by default the sandbox's. */
  pageUrl: (options?: { language?: 'en' | 'es'; token?: string; origins?: BrowserOrigins }) => Promise<string>;
  sandboxOrigin: string;
  sandbox: FastifyInstance;
  shopOrigin: string;
  /** A page of another origin that tries to use the sandbox. */
  strangerOrigin: string;
  /** Bodies of all requests to the shop's own server. */
  received: string[];
  close: () => Promise<void>;
};

/**
 * The payment methods' page built as it is shipped, served under a strict policy, beside a real sandbox on another
 * origin.
 */
export async function openShop(): Promise<Shop> {
  const received: string[] = [];
  const site = await listen(await buildSite({ outDir: folderOf('payment-methods'), received }));
  const stranger = await listen(await buildStranger());
  const sandbox = await buildSandbox({ appOrigins: [site.origin] });

  return {
    received,
    sandbox: sandbox.app,
    sandboxOrigin: sandbox.origin,
    shopOrigin: site.origin,
    strangerOrigin: stranger.origin,
    async pageUrl({ language = 'en', token, origins = frameOrigins({ url: sandbox.origin }) } = {}) {
      const clientToken = token ?? (await fetchClientToken(sandbox.origin));
      const query = { token: clientToken, language, origins: JSON.stringify(origins) };
      return `${site.origin}/?${new URLSearchParams(query).toString()}`;
    },
    async close() {
      await Promise.all([site.app.close(), stranger.app.close(), sandbox.app.close()]);
    },
  };
}

async function buildSite({ outDir, received }: { outDir: string; received: string[] }): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  const { default: fastifyStatic } = await import('@fastify/static');
  await app.register(fastifyStatic, { root: join(outDir, 'assets'), prefix: '/assets/' });
  app.addHook('preHandler', async (request) => {
    received.push(`${request.url} ${JSON.stringify(request.body ?? null)}`);
  });
  app.get<{ Querystring: { origins: string } }>('/', async ({ query }, reply) =>
    reply
      .headers({
        'content-security-policy': contentSecurityPolicy({
          nonce: 'unused',
          origins: JSON.parse(query.origins) as BrowserOrigins,
          https: false,
        }),
        'referrer-policy': 'strict-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      .type('text/html')
      .send(await readFile(join(outDir, 'gallery.html'), 'utf8')),
  );
  return app;
}

async function buildStranger(): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/', (_request, reply) => reply.type('text/html').send('<!doctype html><title>Stranger</title>'));
  return app;
}

async function buildSandbox({ appOrigins }: { appOrigins: string[] }) {
  const port = await freePort();
  const app = Fastify({ forceCloseConnections: true });
  await app.register(gateway, {
    ...merchant,
    publicUrl: `http://localhost:${port}`,
    dataDir: null,
    settlementDelayMs: 60_000,
    lostAnswerMs: 1000,
  });
  await app.register(cardFields, { appOrigins });
  await app.register(threeDSecure, { appOrigins });
  await app.register(walletWindows, { appOrigins });
  await app.listen({ port, host: 'localhost' });
  return { app, origin: `http://localhost:${port}` };
}

async function freePort(): Promise<number> {
  const probe = await listen(Fastify());
  await probe.app.close();
  return Number(new URL(probe.origin).port);
}

/** On 127.0.0.1, so that pages and sandbox (`localhost`) are different sites, as they are for customers. */
async function listen(app: FastifyInstance) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, origin };
}

async function fetchClientToken(sandboxOrigin: string): Promise<string> {
  const keys = Buffer.from(`${merchant.publicKey}:${merchant.privateKey}`).toString('base64');
  const answer = await fetch(`${sandboxOrigin}/merchants/${merchant.merchantId}/client_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${keys}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_token: { version: 2 } }),
  });
  const token = /<value>([^<]+)<\/value>/.exec(await answer.text())?.[1];
  if (!token) throw new Error('The sandbox gave no client token');
  return token;
}
