import type { FastifyPluginAsync } from 'fastify';
import { serveBrowserFiles } from '../browser-scripts.ts';
import { walletPage } from './wallet-page.ts';
import { type WalletName, walletNames } from './wallet-texts.ts';

type WindowRequest = {
  Params: { wallet: string };
  Querystring: { origin?: string; request?: string; language?: string };
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A cross-origin opener policy would cut the window off from the page that opened it. */
const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function isWallet(name: string): name is WalletName {
  return Object.hasOwn(walletNames, name);
}

/**
 * Approval windows of the wallets, at `/wallets/:wallet?origin=&request=&language=`. `appOrigins` are the origins that
 * may open them;
 * `request` is the opener's own id, carried by every message.
 */
export const walletWindows: FastifyPluginAsync<{ appOrigins: readonly string[] }> = async (app, { appOrigins }) => {
  await serveBrowserFiles({
    app,
    prefix: '/wallets',
    folder: new URL('browser/', import.meta.url),
    styleSheet: new URL('wallet.css', import.meta.url),
  });

  app.get<WindowRequest>('/wallets/:wallet', (request, reply) => {
    const { wallet } = request.params;
    if (!isWallet(wallet)) return reply.code(404).send({ code: 'not_found' });
    const { origin: requestedOrigin, request: id = '', language } = request.query;
    const origin = appOrigins.find((allowed) => allowed === requestedOrigin);
    if (!origin) return reply.code(403).send({ code: 'origin_not_allowed' });
    if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) return reply.code(400).send({ code: 'request_missing' });
    return reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(walletPage({ wallet, origin, request: id, language: language === 'es' ? 'es' : 'en' }));
  });
};
