import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import { expect as expectPage, type Page } from '@playwright/test';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageTable } from '#contract/boot.ts';
import { pages } from '#server/http/pages/pages.ts';
import { pageDocument } from '#web/prerender-document.ts';
import { freshPage } from '../setup/browser/reused-page.ts';

/**
 * A page as built and served, with its Content-Security-Policy, whose script never loads: leaving has to work with the
 * HTML alone.
 */
const neutral = 'https://weather.example/';
const distDir = mkdtempSync(join(tmpdir(), 'leave-'));
const addresses = ['/join/signup', '/join/step1'];
const table: PageTable = { release: 'newest', entryPages: [], addresses };
const body =
  '<a href="__LEAVE__" data-leave>Leave</a><button>Other</button><input><div role="dialog" hidden>Asked</div><div role="alertdialog" hidden>Asked</div><dialog>Asked</dialog><div role="listbox" hidden></div>';

let app: FastifyInstance;
let origin: string;
let signedOut: number;

beforeAll(async () => {
  mkdirSync(join(distDir, 'pages'));
  mkdirSync(join(distDir, 'client/assets'), { recursive: true });
  writeFileSync(join(distDir, 'pages/table.json'), JSON.stringify(table));
  const texts = { title: 'Sign up', description: '', noScript: '' };
  const html = pageDocument(
    { ...texts, name: 'shell', language: 'en', treatment: false, kind: 'screen', body, sources: [] },
    {
      entry: '/never.js',
      styles: ['/never.css'],
      laterStyles: [],
      modules: [],
      fonts: [],
      icon: '',
      next: '',
      integrity: {},
    },
  );
  writeFileSync(join(distDir, 'pages/shell.en.html'), html);
  app = Fastify({ forceCloseConnections: true });
  await app.register(cookie);
  await app.register(pages, {
    distDir,
    bootFor: () => ({
      language: 'en',
      siteCountry: 'US',
      countryCode: '+1',
      anonymousId: '',
      consent: 'not-needed',
      experiments: {},
      features: {},
      leaveAddress: neutral,
    }),
    origins: { script: [], frame: [], connect: [], image: [], form: [] },
    https: false,
  });
  app.get('/api/never', () => new Promise(() => undefined));
  app.get('/never.js', () => new Promise(() => undefined));
  app.get('/never.css', (_request, reply) => reply.type('text/css').send(''));
  app.delete('/api/v2/sessions/current', () => {
    signedOut += 1;
    return {};
  });
  origin = await app.listen({ port: 0, host: 'localhost' });
});

beforeEach(() => {
  signedOut = 0;
});

afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true });
});

/** A signed-in tab of the site with data in its session storage. */
async function tab(beside?: Page): Promise<Page> {
  const page = beside ? await beside.context().newPage() : await freshPage();
  await page.route(neutral, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Weather</title>' }));
  await page.context().addCookies([{ name: 'signed_in', value: '1', url: origin }]);
  await page.goto(`${origin}/app/join/signup`, { waitUntil: 'commit' });
  await page.goto(`${origin}/app/join/step1`, { waitUntil: 'commit' });
  await page.getByRole('link').waitFor();
  await page.evaluate(() => sessionStorage.setItem('join-session', 'Marta'));
  return page;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const expectHere = (page: Page) => expectPage(page).toHaveURL(`${origin}/app/join/step1`);
const expectLeft = (page: Page) => expectPage(page).toHaveURL(neutral);

describe('leaving quickly, before any script has come', () => {
  it('empties page and tab at once, while a call runs, signs out and goes to the neutral page', async () => {
    const page = await tab();
    const asked = page.waitForRequest(neutral);
    const found = await page.evaluate(() => {
      void fetch('/api/never').catch(() => undefined);
      const began = performance.now();
      document.querySelector('a')?.click();
      sessionStorage.setItem('join-session', 'written by what still runs');
      const { hidden } = document.documentElement;
      const took = performance.now() - began;
      return { hidden, title: document.title, kept: sessionStorage.length, path: location.pathname, took };
    });
    const began = Date.now();
    await asked;
    expect(found).toEqual({ hidden: true, title: '', kept: 0, path: '/', took: expect.any(Number) });
    expect(found.took).toBeLessThan(100);
    expect(Date.now() - began).toBeLessThan(100);
    await expectLeft(page);
    await expect.poll(() => signedOut).toBe(1);
  });

  it('O13: does not tell the neutral page from where', async () => {
    const page = await tab();
    const asked = page.waitForRequest(neutral);
    await page.getByRole('link').click();
    expect(await (await asked).headerValue('referer')).toBeNull();
  });

  it('stays away on Back, wake-up and reload; opened on purpose it is there, and empty', async () => {
    const page = await tab();
    await page.getByRole('link').click();
    await expectLeft(page);
    await page.goBack({ waitUntil: 'commit' });
    await expectLeft(page);
    await page.goto(`${origin}/app/join/step1`, { waitUntil: 'commit' });
    await expectPage(page.getByRole('link')).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.reload({ waitUntil: 'commit' });
    await expectPage(page.getByRole('link')).toBeVisible();
    const wakeUp = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await wakeUp();
    await expectHere(page);
    await page.context().addCookies([{ name: 'left', value: '1', url: origin }]);
    await wakeUp();
    await expectLeft(page);
  });

  it('empties every other tab', async () => {
    const page = await tab();
    const other = await tab(page);
    await page.getByRole('link').click();
    await expectLeft(page);
    await expectLeft(other);
    await other.goBack({ waitUntil: 'commit' });
    await expectLeft(other);
  });

  it('B1: is triggered by three Escapes in a row, not one that closes a dialog of any kind', async () => {
    const page = await tab();
    await press(page, 'Escape', 'Escape', 'Tab', 'Escape', 'Escape');
    await expectHere(page);
    const closables = { '[role=dialog]': 'data-open', '[role=alertdialog]': 'data-open', dialog: 'open' };
    for (const [selector, attribute] of Object.entries(closables)) {
      const toggle = (on: boolean) =>
        page.evaluate(([which, name, open]) => document.querySelector(which)?.toggleAttribute(name, open), [
          selector,
          attribute,
          on,
        ] as const);
      await toggle(true);
      await press(page, 'Tab', 'Escape', 'Escape', 'Escape');
      await expectHere(page);
      await toggle(false);
    }
    await press(page, 'Escape', 'Escape');
    await page.waitForTimeout(1_600);
    await press(page, 'Escape');
    await expectHere(page);
    await press(page, 'Escape', 'Escape');
    await expectLeft(page);
  });

  it('B1: is triggered by three Escapes from a dialog that none of them closes', async () => {
    const page = await tab();
    await page.evaluate(() => {
      const dialog = document.querySelector('[role=alertdialog]');
      for (const attribute of ['data-open', 'data-stays']) dialog?.toggleAttribute(attribute, true);
    });
    await press(page, 'Escape', 'Escape', 'Escape');
    await expectLeft(page);
  });

  it('L2: works where the browser forbids the storage and the channel between tabs', async () => {
    const page = await tab();
    await page.addInitScript(() => {
      const forbid = () => {
        throw new DOMException('Forbidden', 'SecurityError');
      };
      Object.defineProperty(window, 'sessionStorage', { get: forbid });
      Object.defineProperty(window, 'BroadcastChannel', { value: forbid });
    });
    await page.reload({ waitUntil: 'commit' });
    await expectHere(page);
    await press(page, 'Escape', 'Escape', 'Escape');
    await expectLeft(page);
  });
});
