import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../setup/person.ts';
import { send } from '../setup/sign-up.ts';
import { openSite } from '../setup/site.ts';

type RequestCase = {
  name: string;
  method?: 'GET' | 'POST';
  url: string;
  payload?: string;
  headers?: Record<string, string>;
};

const json = { 'content-type': 'application/json' };
const pages = [
  '/app/join/signup',
  '/app/join/step1',
  '/app/join/payment',
  '/app/join/invite',
  '/app/login',
  '/app/account/billing',
  '/app/nowhere',
];
const answers: RequestCase[] = [
  { name: 'a redirect', url: '/' },
  { name: 'a call', url: '/api/v2/payment-client-token' },
  { name: 'a refused form', method: 'POST', url: '/api/v2/registrations', payload: '{}', headers: json },
  { name: 'broken JSON', method: 'POST', url: '/api/v2/registrations', payload: '{"', headers: json },
  {
    name: 'a body of another kind',
    method: 'POST',
    url: '/api/v2/registrations',
    payload: '<a/>',
    headers: { 'content-type': 'application/xml', origin: 'http://localhost:3000' },
  },
  {
    name: 'a body too large',
    method: 'POST',
    url: '/api/v2/registrations',
    payload: JSON.stringify({ x: 'x'.repeat(100_000) }),
    headers: json,
  },
  {
    name: 'a foreign post',
    method: 'POST',
    url: '/api/v2/registrations',
    payload: '{}',
    headers: { ...json, origin: 'https://evil.example' },
  },
  { name: 'an unknown address', url: '/api/nowhere' },
  { name: 'an address outside', url: '/.env' },
  { name: 'an address that cannot be read', url: '/api/%E0%A4%A' },
  { name: 'the description of the API', url: '/api/openapi.json' },
  { name: 'its pages', url: '/api/docs/' },
  { name: 'health', url: '/healthz' },
  { name: 'readiness', url: '/readyz' },
];

function policyOf(header: unknown): Map<string, string[]> {
  return new Map(
    String(header)
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );
}

describe.each(['http://localhost:3000', 'https://join.example.com'])('at %s', (publicUrl) => {
  const https = publicUrl.startsWith('https:');
  const open = () => openSite({ pages: true, environment: { PUBLIC_URL: publicUrl } });
  const request = (app: FastifyInstance, { method = 'GET', url, payload, headers = {} }: RequestCase) =>
    app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });

  test('every page and every answer has its security headers', async () => {
    const { app } = await open();
    const asset = /\/app\/assets\/[\w-]+\.js/.exec((await app.inject('/app/join/signup')).body)?.[0] ?? '';
    expect(asset).not.toBe('');
    for (const asked of [...answers, ...[...pages, asset].map((url) => ({ name: url, url }))]) {
      const { headers } = await request(app, asked);
      expect(headers, asked.name).toMatchObject({
        'x-content-type-options': 'nosniff',
        // O13: the gateway's frames receive the origin of a page's address, and nobody receives more.
        'referrer-policy': pages.includes(asked.url) ? 'strict-origin' : 'no-referrer',
      });
      const policy = policyOf(headers['content-security-policy']);
      expect(policy.get('frame-ancestors') ?? policy.get('default-src'), asked.name).toEqual(
        asked.name === 'its pages' ? expect.anything() : ["'none'"],
      );
      expect(headers['strict-transport-security'], asked.name).toBe(
        https ? 'max-age=63072000; includeSubDomains' : undefined,
      );
      expect(headers['server'] ?? headers['x-powered-by'], asked.name).toBeUndefined();
    }
  });

  test('a page runs nothing but its own scripts: a nonce by header, new each time, nothing inline, never framed', async () => {
    const { app } = await open();
    const nonces = new Set<string>();
    for (const url of pages) {
      const { headers, body } = await app.inject(url);
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval|hashes)|strict-dynamic|\*/);
      const policy = policyOf(headers['content-security-policy']);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      const nonce =
        policy
          .get('script-src')
          ?.find((source) => source.startsWith("'nonce-"))
          ?.slice(7, -1) ?? '';
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      nonces.add(nonce);
      const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
      expect(inline.every((attributes) => attributes?.includes(`nonce="${nonce}"`))).toBe(true);
      expect(body).not.toMatch(/\son\w+\s*=\s*["']|javascript:|\sstyle="/i);
    }
    expect(nonces.size).toBe(pages.length);
  });
});

describe('cookies', () => {
  const flagsOf = (line: string) =>
    line
      .split(';')
      .slice(1)
      .map((flag) => flag.trim().toLowerCase())
      .toSorted();
  let secure: string[];
  beforeAll(() => {
    secure = ['httponly', 'path=/', 'samesite=lax', 'secure'];
  });

  test('the session cookie is host-bound, with HttpOnly, Secure and SameSite', async () => {
    const { app, dependencies } = await openSite({ environment: { PUBLIC_URL: 'https://join.example.com' } });
    const person = await addPerson(dependencies.db);
    const answer = await send(app, {
      method: 'POST',
      path: '/ofw/login',
      body: { username: person.username, password: person.password },
      headers: { origin: 'https://join.example.com' },
    });
    expect(answer.status).toBe(200);
    const lines = [answer.headers['set-cookie']].flat().map(String);
    const session = lines.find((line) => line.startsWith('__Host-session=')) ?? '';
    expect(flagsOf(session)).toEqual(secure);
    expect(session).not.toMatch(/domain=/i);
    const device = lines.find((line) => line.startsWith('__Host-device=')) ?? '';
    expect(flagsOf(device)).toEqual(expect.arrayContaining(['secure', 'httponly', 'samesite=strict', 'path=/']));
    expect(device).not.toMatch(/domain=/i);
    // Cookies that scripts can read reveal only that somebody is signed in.
    for (const other of lines.filter((line) => line !== session && line !== device)) {
      expect(other).toMatch(/^[\w-]+=1;/);
      expect(flagsOf(other)).toEqual(expect.arrayContaining(['secure', 'samesite=lax']));
    }
  });

  test('no page sets a cookie without SameSite, or without Secure where there is https', async () => {
    const { app } = await openSite({ pages: true, environment: { PUBLIC_URL: 'https://join.example.com' } });
    for (const url of [...pages, '/app/join/signup?experiment=remove-co-parent-status:treatment']) {
      for (const line of [(await app.inject(url)).headers['set-cookie'] ?? []].flat()) {
        expect(flagsOf(line), line).toEqual(expect.arrayContaining(['secure', 'samesite=lax', 'path=/']));
        expect(line).not.toMatch(/domain=/i);
      }
    }
  });
});
