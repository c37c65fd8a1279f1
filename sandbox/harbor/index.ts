import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { readForms, sendPage } from '../mail/page.ts';
import { entitlementReader } from './entitlements.ts';
import { unverifiedIssuer, verifiedSessionId } from './logout-token.ts';
import { body, harborPage } from './pages.ts';
import { type HarborSettings, openProvider, type Pending, type SignedIn } from './provider.ts';
import { type Language, texts } from './texts.ts';

const cookieOf = ({ headers }: FastifyRequest, name: string): string =>
  new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';

function languageOf(request: FastifyRequest, person: SignedIn | null): Language {
  const chosen = (request.query as { language?: string }).language ?? cookieOf(request, 'harbor-language');
  const preferred = chosen || person?.locale || request.headers['accept-language'] || 'en';
  return preferred.startsWith('es') ? 'es' : 'en';
}

const setCookie = (reply: FastifyReply, name: string, value: string) =>
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${value === '' ? '; Max-Age=0' : ''}`);

/** Another app of the company, on its own origin: a calendar that people log in to through the site. */
export async function buildHarbor(settings: HarborSettings): Promise<FastifyInstance> {
  const { siteUrls, clientId } = settings;
  const app = Fastify({ forceCloseConnections: true });
  const main = openProvider(settings, siteUrls[0]);
  const providers = [main, ...siteUrls.slice(1).map((siteUrl) => openProvider(settings, siteUrl))];
  const providerAt = (siteUrl: string) => providers.find((one) => one.siteUrl === siteUrl) ?? main;
  const entitledOf = entitlementReader(main);
  const pending = new Map<string, Pending>();
  const signedIn = new Map<string, SignedIn>();
  const personOf = (request: FastifyRequest) => signedIn.get(cookieOf(request, 'harbor')) ?? null;
  /** The site that its visitor came from, as stated by the site (OpenID Connect Core 1.0, 4). */
  const siteOf = (request: FastifyRequest) => {
    const issuerOfRequest =
      (request.query as { iss?: string }).iss ?? `${siteUrls[Number(cookieOf(request, 'harbor-site'))]}/oidc`;
    return (providers.find(({ issuer }) => issuer === issuerOfRequest) ?? main).siteUrl;
  };
  const viewFor = async (request: FastifyRequest) => {
    const person = personOf(request);
    const entitled = person && (await entitledOf(person.userId).catch(() => null));
    const siteUrl = person?.siteUrl ?? siteOf(request);
    return { language: languageOf(request, person), siteUrl, person, entitled };
  };
  readForms(app);

  const files = { 'look.css': '../look.css', 'harbor.css': 'harbor.css', 'harbor.js': 'harbor.js' };
  for (const [name, file] of Object.entries(files)) {
    const content = await readFile(new URL(file, import.meta.url));
    app.get(`/${name}`, (_request, reply) =>
      reply.type(name.endsWith('js') ? 'text/javascript' : 'text/css').send(content),
    );
  }
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/', async (request, reply) => {
    const { language } = request.query as { language?: string };
    if (language === 'en' || language === 'es') setCookie(reply, 'harbor-language', language);
    const view = await viewFor(request);
    setCookie(reply, 'harbor-site', String(siteUrls.indexOf(siteOf(request))));
    return sendPage(reply, harborPage(view), { formsTo: view.siteUrl });
  });
  app.get('/body', async (request, reply) => {
    const content = body(await viewFor(request));
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.headers({ etag, 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(content);
  });

  app.get('/log-in', async (request, reply) => {
    const login = await providerAt(siteOf(request)).begin(languageOf(request, null));
    const id = randomBytes(32).toString('base64url');
    pending.set(id, login.pending);
    setCookie(reply, 'harbor-login', id);
    return reply.redirect(login.address, 303);
  });
  app.get('/signed-in', async (request, reply) => {
    const id = cookieOf(request, 'harbor-login');
    const login = pending.get(id);
    pending.delete(id);
    try {
      if (!login) throw new Error('This browser did not start a login');
      const person = await providerAt(login.siteUrl).complete(new URL(request.url, settings.url).search, login);
      const session = randomBytes(32).toString('base64url');
      signedIn.set(session, person);
      setCookie(reply, 'harbor', session);
      return await reply.redirect('/', 303);
    } catch {
      const view = await viewFor(request);
      return sendPage(reply.code(400), harborPage(view, texts[view.language].failed), { formsTo: view.siteUrl });
    }
  });
  app.post('/log-out', async (request, reply) => {
    // A page of another site could send this form. This page sends no referrer, so the browser sends no origin either.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return reply.code(403).send();
    const person = personOf(request);
    signedIn.delete(cookieOf(request, 'harbor'));
    setCookie(reply, 'harbor', '');
    return reply.redirect(person ? await providerAt(person.siteUrl).endAddress(person.idToken) : '/', 303);
  });
  app.post<{ Body: { logout_token?: string } }>('/logout', async (request, reply) => {
    const token = request.body.logout_token ?? '';
    const provider = providers.find(({ issuer }) => issuer === unverifiedIssuer(token)) ?? main;
    const sid = verifiedSessionId(token, { issuer: provider.issuer, clientId, keys: await provider.keys() });
    if (sid === null) return reply.code(400).send({ error: 'invalid_request' });
    for (const [session, person] of signedIn) if (person.sid === sid) signedIn.delete(session);
    return reply.header('cache-control', 'no-store').send({});
  });
  return app;
}
