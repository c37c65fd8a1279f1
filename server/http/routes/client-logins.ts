import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageCookie } from '#contract/boot.ts';
import { homeOf } from '#contract/sign-in/home-redirect.ts';
import type { ClientLogins, LoginStep } from '../../oidc/client-logins.ts';
import type { Visit, VisitSession } from '../../oidc/visit.ts';
import type { LimitedAction } from '../../rate-limits/limits.ts';
import { callerOf } from '../../rate-limits/network-address.ts';
import type { RateLimiter } from '../../rate-limits/rate-limiter.ts';
import { refuse } from '../../refusal.ts';
import { callLanguage } from '../language.ts';
import type { Load } from '../load/load.ts';
import { shedLoad } from '../load/shed-load.ts';
import { contentSecurityPolicy, noOrigins } from '../pages/content-security-policy.ts';
import { securityHeadersFor } from '../pages/security-headers.ts';
import { siteOf } from '../request-site.ts';
import { sendRefusal } from '../send-refusal.ts';
import { sessionOf, signedInDependencies } from '../signed-in.ts';
import { languageOfLocales, loginUse, readVisit, type VisitDependencies } from './client-login-visit.ts';

type Options = VisitDependencies & {
  clientLogins: ClientLogins;
  load: Load;
  rateLimiter: RateLimiter;
};
type Limited = Extract<LimitedAction, 'read' | 'client-login' | 'client-token'>;

const mount = '/oidc';
/** The provider's routes, and what their calls count as. */
const routes: readonly { method: 'GET' | 'POST' | 'OPTIONS'; path: string; limit: Limited }[] = [
  { method: 'GET', path: '/.well-known/openid-configuration', limit: 'read' },
  { method: 'GET', path: '/jwks', limit: 'read' },
  { method: 'GET', path: '/auth', limit: 'client-login' },
  { method: 'GET', path: '/auth/:uid', limit: 'client-login' },
  { method: 'GET', path: '/session/end', limit: 'client-login' },
  { method: 'POST', path: '/session/end/confirm', limit: 'client-login' },
  { method: 'GET', path: '/session/end/success', limit: 'client-login' },
  { method: 'POST', path: '/token', limit: 'client-token' },
  { method: 'POST', path: '/token/revocation', limit: 'client-token' },
  { method: 'POST', path: '/token/introspection', limit: 'client-token' },
  { method: 'GET', path: '/me', limit: 'read' },
  { method: 'POST', path: '/me', limit: 'read' },
  ...['/.well-known/openid-configuration', '/jwks', '/token', '/token/revocation', '/me'].map(
    (path) => ({ method: 'OPTIONS', path, limit: 'read' }) as const,
  ),
];
/** For the priority under load; attempts are counted here. */
const rules = { caller: 'anyone', limits: ['read'] } as const;

/** The company's apps sign people in here: the provider's endpoints, with our login as its only form. */
export async function clientLoginRoutes(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (scope) => {
    shedLoad(scope, options.load);
    // The provider parses bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const { method, path, limit } of routes)
      scope.route({
        method,
        url: mount + path,
        exposeHeadRoute: false,
        config: { rules },
        handler: (request, reply) => limited({ request, reply, limit, options }, () => answer(request, reply, options)),
      });
    scope.route({
      method: 'GET',
      url: `${mount}/interaction/:uid`,
      exposeHeadRoute: false,
      config: { rules },
      handler: (request, reply) =>
        limited({ request, reply, limit: 'client-login', options }, () => interact(request, reply, options)),
    });
  });
}

type RateLimitedCall = { request: FastifyRequest; reply: FastifyReply; limit: Limited; options: Options };

/** A wrong client secret counts as a failure; nothing else in a token request identifies the caller. */
async function limited(
  { request, reply, limit, options: { rateLimiter } }: RateLimitedCall,
  go: () => Promise<unknown>,
) {
  const subjects = callerOf(request.ip);
  const { retryAfterSeconds } = await rateLimiter.attempt(limit, subjects);
  if (retryAfterSeconds !== null)
    return sendRefusal({
      reply,
      request,
      refusal: refuse('TOO_MANY_REQUESTS', { extra: { retryAfterSeconds } }),
      language: callLanguage(request),
    });
  const result = await go();
  if (limit === 'client-token')
    await rateLimiter.ended(limit, subjects, reply.raw.statusCode === 401 ? 'failed' : 'well');
  return result;
}

/** Passes a request to the provider, with the browser's session here. */
async function answer(request: FastifyRequest, reply: FastifyReply, options: Options): Promise<void> {
  const { clientLogins } = options;
  const visit = await readVisit(request, options);
  const { raw } = request;
  const site = siteOf(request);
  const { protocol, host } = new URL(site.origin);
  // The configured URL applies, whatever the request says.
  Object.assign(raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
  const use = loginUse(request, visit);
  const begin = () => {
    reply.hijack();
    for (const [name, value] of Object.entries(headersOf(request, visit, options))) reply.raw.setHeader(name, value);
    Object.assign(raw, { originalUrl: raw.url, url: addressForProvider(request) });
  };
  await clientLogins.answer({ request: raw, response: reply.raw, site, begin }, visit, use);
}

/** In its route's spelling: one URL can be written in many ways. */
function addressForProvider({ routeOptions: { url: route = '' }, params, raw }: FastifyRequest): string {
  const { uid = '' } = params as { uid?: string };
  const query = /\?.*/s.exec(raw.url ?? '')?.[0] ?? '';
  return route.slice(mount.length).replace(':uid', encodeURIComponent(uid)) + query;
}

/** With the policy of a page, which does not affect data. The sign-out form may redirect to the requesting app. */
function headersOf(request: FastifyRequest, { nonce }: Pick<Visit, 'nonce'>, { clientLogins }: Options) {
  const https = siteOf(request).origin.startsWith('https:');
  const form = request.routeOptions.url?.startsWith(`${mount}/session/end`) ? clientLogins.logoutOrigins : [];
  const origins = { ...noOrigins, form: [...form] };
  return {
    ...securityHeadersFor({ https }),
    'content-security-policy': contentSecurityPolicy({ nonce, origins, https }),
    'x-request-id': request.id,
    'cache-control': 'no-store',
  };
}

/**
 * The step between an app and our login. A signed-in user continues without a form, unless the app requests a new
 * proof. Only the browser that started it can continue: a cookie of the provider's identifies the step.
 */
async function interact(request: FastifyRequest, reply: FastifyReply, options: Options): Promise<FastifyReply> {
  const { clientLogins } = options;
  const exchange = { request: request.raw, response: reply.raw, site: siteOf(request) };
  const visit = await readVisit(request, options);
  const step = await clientLogins.readStep(exchange);
  const headers = headersOf(request, visit, options);
  if (step?.uid !== (request.params as { uid: string }).uid)
    return reply
      .code(400)
      .headers({ ...headers, 'content-type': 'text/html; charset=utf-8' })
      .send(clientLogins.problemPage(visit, { code: 'login_expired' }));
  reply.headers(headers);
  if (step.prompt.name === 'consent')
    return reply.redirect(await clientLogins.finishStep(exchange, { consent: {} }), 303);
  const { session } = visit;
  if (session && isProved(session, step)) {
    const login = { accountId: session.userId, remember: session.remembered, ts: provedTs(session) };
    return reply.redirect(await clientLogins.finishStep(exchange, { login }), 303);
  }
  // Signed in, but still without the second factor that the configuration requires of the role.
  const own = await sessionOf(request);
  if (own && !session) return reply.redirect(homeOf[own.user.role], 303);
  setLoginLanguage(request, reply, step);
  return reply.redirect(loginAddress(step), 303);
}

const again = ['login_prompt', 'max_age', 'id_token_hint'];

/**
 * If an app requests a proof, an earlier one does not count. The provider counts in seconds: one within the second of
 * the request does not count either.
 */
function isProved(session: VisitSession, { prompt, iat }: LoginStep): boolean {
  return !prompt.reasons.some((reason) => again.includes(reason)) || provedTs(session) > iat;
}

const provedTs = ({ provedMsAgo }: VisitSession) => Math.floor((Date.now() - provedMsAgo) / 1000);

function loginAddress({ uid, params }: LoginStep): string {
  const hint = params['login_hint'];
  const query = new URLSearchParams({ redirect: `${mount}/interaction/${uid}` });
  if (typeof hint === 'string' && hint.length <= 200) query.set('username', hint);
  return `/app/login?${query.toString()}`;
}

/** The login uses the app's language, unless the person has chosen one here. */
function setLoginLanguage(request: FastifyRequest, reply: FastifyReply, { params }: LoginStep): void {
  const requested = languageOfLocales(params['ui_locales']);
  if (requested && request.cookies[languageCookie] === undefined)
    reply.setCookie(languageCookie, requested, {
      path: '/',
      sameSite: 'lax',
      secure: signedInDependencies(request).secureCookies,
    });
}
