import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BootData, type PageTable, pageMarks } from '#contract/boot.ts';
import { noOrigins } from './content-security-policy.ts';
import { pages } from './pages.ts';

const table: PageTable = {
  release: 'newest',
  entryPages: [{ name: 'landing', address: '/join/signup', experiment: 'remove-co-parent-status' }],
  addresses: ['/join/signup', '/join/step1', '/join/pro', '/account/receipts/:orderId'],
};
const names = ['landing', 'landing.treatment', 'shell', 'professional-shell'];
const distDir = mkdtempSync(join(tmpdir(), 'pages-'));
const plain: BootData = {
  language: 'en',
  siteCountry: 'US',
  countryCode: '+1',
  consent: 'not-needed',
  anonymousId: '0190b1f2-7a3c-7e45-9f00-c0ffee000001',
  experiments: {},
  features: {},
  leaveAddress: 'https://weather.example/?a=1&b=2',
};

let boot = plain;
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(distDir, 'pages'));
  mkdirSync(join(distDir, 'client/assets'), { recursive: true });
  writeFileSync(join(distDir, 'pages/table.json'), JSON.stringify(table));
  for (const language of ['en', 'es'])
    for (const name of names)
      writeFileSync(
        join(distDir, `pages/${name}.${language}.html`),
        `<i>${name}.${language}</i><script nonce="${pageMarks.nonce}"></script>${pageMarks.boot}`,
      );
  writeFileSync(join(distDir, 'client/assets/main-abc.js'), 'export {};');
  writeFileSync(join(distDir, 'client/assets/main-abc.js.br'), 'compressed');
  app = Fastify();
  await app.register(pages, {
    distDir,
    bootFor: () => boot,
    origins: noOrigins,
    https: true,
    cspReports: '/api/csp-reports',
  });
});

beforeEach(() => {
  boot = plain;
});

afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the pages of the site', () => {
  it.each(['/', '/signup', '/app/signup', '/app', '/app/join', '/app/join/'])(
    'F9, 2-1: redirect %s to the landing page with its query',
    async (url) => {
      const answer = await get(`${url}?discount=true`);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe('/app/join/signup?discount=true');
    },
  );

  it('are indexable if public, and noindex where reached by a link, a code or a login', async () => {
    expect((await get('/app/join/signup')).headers['x-robots-tag']).toBeUndefined();
    expect((await get('/app/account/receipts/1')).headers['x-robots-tag']).toBe('noindex');
    expect((await get('/app/nowhere')).headers['x-robots-tag']).toBe('noindex');
  });

  it('come in the language of the visitor', async () => {
    boot = { ...plain, language: 'es' };
    const answer = await get('/app/join/signup');
    expect(answer.body).toContain('landing.es');
    expect(answer.headers['content-language']).toBe('es');
  });

  it('2.2-5: come in the variant of the experiment that changes their HTML', async () => {
    boot = { ...plain, experiments: { 'remove-co-parent-status': 'treatment' } };
    expect((await get('/app/join/signup')).body).toContain('landing.treatment.en');
  });

  it('are the skeleton of their layout where none is prerendered', async () => {
    expect((await get('/app/join/step1')).body).toContain('<i>shell.en');
    expect((await get('/app/join/pro')).body).toContain('professional-shell.en');
  });

  it('answer 404 to an unknown address, inside the page frame', async () => {
    const answer = await get('/app/join/step9');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<i>shell.en');
    expect((await get('/app/account/receipts')).statusCode).toBe(404);
  });

  it('answer 200 to an address with a parameter, such as a receipt', async () => {
    expect((await get('/app/account/receipts/01a2052b-7a6f-74ad-82f1-d66c50f92a65')).statusCode).toBe(200);
  });

  it.each([
    ['/App/Join/SignUp?Prefill=Aa', '/app/join/signup?Prefill=Aa'],
    ['/app/JOIN/step1', '/app/join/step1'],
    ['/SIGNUP', '/app/signup'],
    ['/join/step1', '/app/join/step1'],
    ['/nothing/here', '/app/nothing/here'],
    ['//evil.example/APP', '/app//evil.example/app'],
  ])('F9: %s redirects a browser to %s, a page or the designed 404', async (url, target) => {
    const answer = await get(url, { accept: 'text/html' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target]);
  });

  it('F9: leave API calls and non-HTML requests to the API’s 404', async () => {
    expect((await get('/api/nothing', { accept: 'text/html' })).statusCode).toBe(404);
    expect((await get('/nothing.json', { accept: 'application/json' })).statusCode).toBe(404);
  });

  it('SEC13: carry a nonce that is new each time and the same in policy and HTML', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get('/app/join/signup');
        const [, nonce] = /'nonce-([\w-]+)'/.exec(String(answer.headers['content-security-policy'])) ?? [];
        expect(answer.body.match(/nonce="([\w-]+)"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`]);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('SEC8: escape values in the boot data', async () => {
    boot = { ...plain, features: { '</script><script>alert(1)</script>': true } };
    const { body } = await get('/app/join/signup');
    expect(body).not.toContain('alert(1)</script>');
    const [, json = ''] = /id="boot" nonce="[\w-]+">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toEqual({ ...boot, release: 'newest' });
  });

  it('SEC7, O13: send no-store and HSTS, and only the origin as referrer', async () => {
    const { headers } = await get('/app/join/signup');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('are sent compressed', async () => {
    const answer = await get('/app/join/signup', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(answer.rawPayload).toString()).toContain('landing.en');
  });

  it('load files that are kept for a year and sent as the build compressed them', async () => {
    const answer = await get('/app/assets/main-abc.js', { 'accept-encoding': 'br' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.body).toBe('compressed');
  });

  it('let a file that runs as a worker call this site, and nothing else', async () => {
    const policy = String((await get('/app/assets/main-abc.js')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
  });

  it('REL8: answer 404, not a page, for a file of an older release', async () => {
    const answer = await get('/app/assets/main-old.js');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).not.toContain('html');
  });
});
