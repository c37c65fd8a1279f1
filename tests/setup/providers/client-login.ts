import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { onTestFinished } from 'vitest';
import type { Person } from '../person.ts';

export const origin = 'http://localhost:3000';
export const secret = 'a-secret-of-the-calendar-for-tests';
export const callback = 'http://localhost:4899/signed-in';
/** The calendar app's server in tests; nothing listens there unless a test says so. */
export const calendar = {
  id: 'calendar',
  name: 'Calendar',
  secretSha256: createHash('sha256').update(secret).digest('hex'),
  redirectUris: [callback],
  postLogoutRedirectUris: ['http://localhost:4899/'],
  backchannelLogoutUri: 'http://localhost:4899/logout',
  scopes: ['openid', 'profile', 'family', 'plan', 'offline_access', 'entitlements'],
};
export const journal = {
  id: 'journal',
  name: 'Journal',
  secret: 'a-secret-of-the-journal-for-tests-',
  redirectUris: ['http://localhost:4898/signed-in'],
  scopes: ['openid'],
};
export const environment = { OIDC_CLIENTS: JSON.stringify([calendar, journal]) };

/** Server calls of an app, injected into the site without a network. */
export const fetchFrom =
  (app: () => FastifyInstance, at = origin): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await app().inject({
      method: method as 'GET' | 'POST',
      url: url.replace(at, ''),
      headers: { ...headers, host: new URL(at).host },
      ...(!body ? {} : { payload: body instanceof URLSearchParams ? body.toString() : (body as string) }),
    });
    const { statusCode: status, headers: named } = answer;
    return new Response(answer.body || null, { status, headers: named as Record<string, string> });
  };

/** An app built with `openid-client`, which rejects anything outside the standards. */
export async function discover(
  app: () => FastifyInstance,
  { id = 'calendar', key = secret, at = origin }: { id?: string; key?: string; at?: string } = {},
) {
  return client.discovery(new URL(`${at}/oidc`), id, undefined, client.ClientSecretBasic(key), {
    // oxlint-disable-next-line typescript/no-deprecated -- tests speak without TLS
    execute: [client.allowInsecureRequests],
    [client.customFetch]: fetchFrom(app, at),
  });
}

/** A browser at one site, with its cookies. */
export class Browser {
  readonly cookies = new Map<string, { value: string; path: string }>();
  readonly #app: () => FastifyInstance;

  readonly #at: string;

  constructor(app: () => FastifyInstance, at = origin) {
    this.#app = app;
    this.#at = at;
  }

  header(path = '/'): string {
    return [...this.cookies]
      .filter(([, { path: of }]) => path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  async request(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object | string) {
    const [url, at] = [address.replace(this.#at, ''), this.#at];
    const form = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const answer = await this.#app().inject({
      method,
      url,
      headers: {
        origin: at,
        host: new URL(at).host,
        cookie: this.header(url.split('?')[0]),
        accept: 'text/html,application/json',
        ...form,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const { name, value, path = '/', expires } of answer.cookies)
      if (value === '' || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, { value, path });
    return answer;
  }

  /** Follows redirects within the site: the last response, and its address or target. */
  async follow(address: string) {
    let url = address;
    for (let step = 0; step < 10; step += 1) {
      const answer = await this.request('GET', url);
      const next = answer.headers.location;
      if (next === undefined) return { url, answer };
      url = new URL(next, this.#at).href;
      if (!url.startsWith(`${this.#at}/oidc/`)) return { url, answer };
    }
    throw new Error(`Too many redirects: ${url}`);
  }

  /** Submits the login form; returns the next address. */
  async logIn({ username, password }: Pick<Person, 'username' | 'password'>, at: string): Promise<string> {
    const redirect = new URL(at, origin).searchParams.get('redirect') ?? '';
    const answer = await this.request('POST', '/api/ofw/login', { username, password, redirect });
    if (answer.statusCode !== 200) throw new Error(`The login answered ${answer.body}`);
    return answer.json<{ redirectUrl: string | null }>().redirectUrl ?? '';
  }
}

export type AuthorizationRequest = { url: string; verifier: string; nonce: string; state: string };

/** The authorization URL of an app. */
export async function authorization(
  config: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<AuthorizationRequest> {
  const [verifier, nonce, state] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid profile family plan',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...parameters,
  });
  return { url: url.href, verifier, nonce, state };
}

export const exchange = (
  config: client.Configuration,
  { verifier, nonce, state }: AuthorizationRequest,
  callbackUrl: string,
) =>
  client.authorizationCodeGrant(config, new URL(callbackUrl), {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  });

/** Signs somebody in to the calendar app: its tokens, and the browser. */
export async function signInToCalendar(
  app: () => FastifyInstance,
  person: Pick<Person, 'username' | 'password'>,
  parameters: Record<string, string> = {},
  at = origin,
) {
  const config = await discover(app, { at });
  const browser = new Browser(app, at);
  const request = await authorization(config, parameters);
  const form = await browser.follow(request.url);
  const { url } = await browser.follow(await browser.logIn(person, form.url));
  return { config, browser, request, back: url, tokens: await exchange(config, request, url) };
}

const codeOf = (error: unknown) => (error as { error?: string }).error ?? (error as Error).message;
/** The error code of a failed authorization. */
export const refused = (attempt: Promise<unknown>) => attempt.then(() => 'went through', codeOf);

export const isActive = async (config: client.Configuration, token: string) =>
  (await client.tokenIntrospection(config, token)).active;

/** An app's back-channel logout endpoint, with the tokens it received. */
export async function openLogoutReceiver() {
  const logoutTokens: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      logoutTokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  return { logoutTokens, port: (server.address() as AddressInfo).port };
}

export const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
