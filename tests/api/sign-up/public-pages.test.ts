import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BootData, PageTable } from '#contract/boot.ts';
import { supportPhone } from '#contract/fields/countries.ts';
import { publicTexts } from '#contract/public-texts/public-texts.ts';
import { analyticsPages } from '#contract/sign-up/analytics-events.ts';
import { m } from '#messages/messages.js';
import { pages } from '#server/http/pages/pages.ts';
import { publicPages, textPages } from '../../setup/browser/public-pages.ts';

/** Pages of the real build as the app serves them: what Lighthouse checks without needing a browser. */
const distDir = path.resolve(import.meta.dirname, '../../../dist/web');
const boot: BootData = {
  language: 'en',
  siteCountry: 'US',
  countryCode: '+1',
  anonymousId: 'a'.repeat(36),
  consent: 'not-needed',
  experiments: {},
  features: {},
  leaveAddress: 'https://weather.example/?a=1&b=2',
};

const readPages = [...textPages, '/app/how-to-cancel'];
let language: BootData['language'] = 'en';
let siteCountry = boot.siteCountry;
let app: FastifyInstance;

beforeAll(async () => {
  if (!existsSync(path.join(distDir, 'pages')))
    throw new Error('These tests look at the built web: run `npm test -- web` first.');
  app = Fastify();
  await app.register(pages, {
    distDir,
    bootFor: () => ({ ...boot, language, siteCountry }),
    origins: { script: [], frame: [], connect: [], image: [], form: [] },
    https: false,
  });
});
afterAll(() => app.close());

const open = async (url: string) => (await app.inject({ url })).body;
/** As React escapes a text in a page. */
const inPage = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);

describe.each(['en', 'es'] as const)('public pages in %s', (wanted) => {
  beforeAll(() => {
    language = wanted;
  });

  test('each has its language, its own title and a description', async () => {
    const htmls = await Promise.all(publicPages.map(open));
    expect(new Set(htmls.map(titleOf)).size).toBe(publicPages.length);
    for (const html of htmls) {
      expect(html).toContain(`<html lang="${wanted}">`);
      expect(html).toMatch(/<meta name="description" content=".{40,}">/);
      expect(html).not.toMatch(/noindex/);
    }
  });

  test('F10: a form is in the HTML, submits nothing until its script loads, and without scripts the notice comes first', async () => {
    const html = await open('/app/login');
    expect(html).toContain('data-prerendered="form"');
    expect(html).toMatch(
      /<noscript>.*<\/noscript>.*<div id="root"[^>]*>.*<h1[^>]*>.*<form method="dialog" .*type="password".*<\/main>/s,
    );
    expect(html.match(/<form (?!method="dialog")/g)).toBeNull();
    expect(html).not.toContain('<main inert');
  });

  test('T11: how to cancel is shown to everybody, before any script: in the account, by the reminder, by phone', async () => {
    const html = await open('/app/how-to-cancel');
    const t = { locale: wanted };
    expect(html).toContain('data-prerendered="screen"');
    for (const words of [
      m.how_to_cancel_account_text({}, t),
      m.how_to_cancel_mail_text({}, t),
      m.how_to_cancel_support_text({}, t),
    ])
      expect(html).toContain(inPage(words));
    for (const { e164 } of ['US', 'GB', 'AU', 'NZ'].map(supportPhone)) expect(html).toContain(`tel:${e164}`);
    for (const url of publicPages) expect(await open(url)).toContain('href="/app/how-to-cancel"');
  });

  test.each(readPages)('%s is in its page before any script runs, and says that it is a sample', async (url) => {
    const html = await open(url);
    expect(html).toContain('data-prerendered="screen"');
    expect(html).toMatch(/<main [^>]*>.*<h1.*<h2.*<\/main>/s);
    const text = publicTexts[url.replace('/app/', '')]?.[wanted];
    for (const { heading } of text?.sections ?? []) expect(html).toContain(inPage(heading));
    expect(html).toContain(inPage(m.texts_sample({}, { locale: wanted })));
  });

  test('every footer link leads to an existing page of this site', async () => {
    const [footer = ''] = /<footer.*<\/footer>/s.exec(await open('/app/login')) ?? [];
    const links = all(footer, /href="([^"]+)"/g);
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      const { pathname, hash } = new URL(link, 'https://this.site');
      expect(publicPages, link).toContain(pathname);
      if (hash) expect(await open(pathname)).toContain(`id="${hash.slice(1)}"`);
    }
  });

  test("a visitor without JavaScript is told so first, with the phone number of the site's country, and can leave", async () => {
    siteCountry = 'GB';
    const { e164, display } = supportPhone('GB');
    for (const html of await Promise.all([...publicPages, '/app/account/billing'].map(open))) {
      const first = /<body>\s*<noscript>(.*)<\/noscript>/.exec(html)?.[1];
      expect(first).toContain(`<a href="tel:${e164}">${display}</a>`);
      expect(html).toContain('href="https://weather.example/?a=1&amp;b=2" data-leave=""');
    }
    siteCountry = 'US';
  });

  test('a page whose screen only the browser can render shows none of it', async () => {
    expect(await open('/app/set-password')).not.toContain('<h1');
  });

  test('a page for visitors without an invite contains an empty one too, for those who have one', async () => {
    for (const url of ['/app/join/invite', '/app/join/invite/request']) {
      const [, shown = '', instead = ''] =
        /<div id="root"([\s\S]*)<template id="if-invited">([\s\S]*)<\/template>/.exec(await open(url)) ?? [];
      expect(shown).toMatch(/<main [^>]*>.*<h1/s);
      expect(instead).toContain('<main');
      expect(instead).not.toContain('<h1');
    }
  });
});

test('text and styles load before code: every script has a low fetch priority', async () => {
  for (const html of await Promise.all(publicPages.map(open))) {
    const scripts = html.match(/<link rel="modulepreload"[^>]*>|<script type="module"[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain('fetchpriority="low"');
  }
});

test('a page requests all code of its own screen at once, and none of later screens', async () => {
  const html = await open('/app/login');
  const fetched = all(html, /rel="modulepreload" href="([^"]+)"/g);
  expect(fetched.some((file) => file.includes('/SignIn-'))).toBe(true);
  expect(fetched.filter((file) => /Payment|hosted-fields|ProfessionalSignUp/.test(file))).toEqual([]);
});

test('every file a page asks for comes compressed and may be kept for a year', async () => {
  const files = new Set(
    (await Promise.all(publicPages.map(open))).flatMap((html) => all(html, /(?:href|src)="(\/app\/assets\/[^"]+)"/g)),
  );
  expect(files.size).toBeGreaterThan(20);
  for (const url of files) {
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.statusCode, url).toBe(200);
    expect(answer.headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
    if (!url.endsWith('.woff2')) expect(answer.headers['content-encoding'], url).toBe('br');
  }
});

test('2.12-1: the list of counted pages is the list of existing pages', () => {
  const { addresses } = JSON.parse(readFileSync(path.join(distDir, 'pages/table.json'), 'utf8')) as PageTable;
  // Addresses that redirect before anything is shown.
  const retired = /parentb$|\/join\/(?:step1\/address|termsandconditions)$|^\/$/;
  const counted = addresses
    .filter((address) => !retired.test(address))
    .map((address) => `/app${address.replace(/:\w+/, 'id')}`);
  expect(counted.filter((address) => !address.includes('/mock')).sort()).toEqual(
    analyticsPages.filter((page) => page !== 'other').toSorted(),
  );
});
