import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { BootData } from '#contract/boot.ts';
import { intendedAddress } from '../intended-address.ts';
import { type BrowserOrigins, contentSecurityPolicy } from './content-security-policy.ts';
import { readPages } from './page-store.ts';

export type PagesOptions = {
  /** The folder of the web build, `dist/web`. */
  distDir: string;
  /** The boot data of this visitor's page. */
  bootFor: (request: FastifyRequest) => BootData | Promise<BootData>;
  /** Origins that pages may use: the payment gateway's `browserOrigins`. */
  origins: BrowserOrigins;
  /** Whether the sites use https: browsers then get HSTS. */
  https: boolean;
  /** Where browsers report blocked scripts. */
  cspReports?: string;
};

const landing = '/app/join/signup';
const year = 365 * 24 * 60 * 60;

/** A file has a policy of its own when it runs as a worker: it may call this site, and nothing else. */
const filePolicy =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the web application: prerendered pages with their boot data, and files that never change. */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  const store = readPages(join(options.distDir, 'pages'));

  await app.register(fastifyStatic, {
    root: join(options.distDir, 'client/assets'),
    prefix: '/app/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.headers({
        'cache-control': `public, max-age=${year}, immutable`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': filePolicy,
      });
    },
  });

  for (const path of ['/', '/signup', '/signup/', '/app', '/app/', '/app/signup', '/app/join', '/app/join/']) {
    app.get(path, (request, reply) => redirectTo(reply, landing + queryOf(request)));
  }

  // For an address typed without the base: redirects to the page, or to the not-found page.
  app.get('/*', (request, reply) => {
    const meant = intendedAddress(request.url);
    const pathname = pathOf(request);
    if (/^\/api(\/|$)/i.test(pathname) || !request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return redirectTo(reply, /^\/app(\/|$)/.test(meant) ? meant : `/app${meant}`);
  });

  app.get('/app/*', async (request, reply) => {
    const pathname = pathOf(request);
    const meant = intendedAddress(request.url);
    if (meant !== request.url) return redirectTo(reply, meant);
    const nonce = randomBytes(16).toString('base64url');
    const boot = { ...(await options.bootFor(request)), release: store.release };
    const { html, known, listed } = store.page({ pathname, boot, nonce });
    pageHeaders({ reply, options, nonce, boot });
    // Pages that need a link, a code or a login must not be indexed.
    if (!listed) reply.header('x-robots-tag', 'noindex');
    return sendCompressed({ request, reply: reply.code(known ? 200 : 404), html });
  });
};

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? url;

const redirectTo = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').redirect(address, 302);

/** The query is kept: offers and prefilled values are in the first address. */
function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start);
}

type HeaderInput = { reply: FastifyReply; options: PagesOptions; nonce: string; boot: BootData };

function pageHeaders({ reply, options, nonce, boot }: HeaderInput): void {
  const { origins, https, cspReports } = options;
  const policy = contentSecurityPolicy({
    nonce,
    origins: withAffiliate(origins, boot),
    https,
    ...(cspReports ? { reportTo: cspReports } : {}),
  });
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': boot.language,
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    'content-security-policy': policy,
    // The gateway's frames identify the embedding page by its origin; no path and no secret is sent.
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Wallet windows must be able to message the page that opened them.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), interest-cohort=()',
    ...(https ? { 'strict-transport-security': `max-age=${2 * year}; includeSubDomains` } : {}),
  });
}

/** Only the page that contains the affiliate's tag may load it. */
function withAffiliate(origins: BrowserOrigins, { affiliate }: BootData): BrowserOrigins {
  if (!affiliate) return origins;
  const of = (address: string) => new URL(address).origin;
  return {
    ...origins,
    script: [...origins.script, of(affiliate.script)],
    image: [...origins.image, of(affiliate.pixel)],
  };
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type HtmlAnswer = { request: FastifyRequest; reply: FastifyReply; html: string };

async function sendCompressed({ request, reply, html }: HtmlAnswer) {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await compress.br(html, quick));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await compress.gzip(html));
  return reply.send(html);
}
