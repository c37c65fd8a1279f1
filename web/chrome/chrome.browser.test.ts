import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { m } from '#messages/messages.js';
import { galleryInParts as gallery } from '#web/mock/gallery/open-gallery.ts';

const landingCode = /Landing-[\w-]+\.js/;
const dialogCode = /DialogWindow-[\w-]+\.js/;

describe('the page around the screens', () => {
  it('REL8: keeps the screen and what was typed when the next one cannot be loaded, and goes on when it can', async () => {
    const page = await gallery.open();
    await page.getByLabel('First name').fill('Marta');
    await page.route(landingCode, (route) => route.abort());
    await page.getByRole('link', { name: /start page/ }).click();
    await expectPage(page.getByText("There's a new version, or the connection was lost.")).toBeVisible();
    await expectPage(page.getByLabel('First name')).toHaveValue('Marta');
    await page.unroute(landingCode);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Two homes, one calm place to plan.');
  });

  it('REL8: keeps the screen and what was typed when a part of it cannot be loaded, and shows it when it can', async () => {
    const page = await gallery.open();
    await page.getByLabel('First name').fill('Marta');
    await page.route(dialogCode, (route) => route.abort());
    await page.getByRole('button', { name: 'Dialog' }).click();
    await expectPage(page.getByText(m.chrome_new_version_kept({}, { locale: 'en' }))).toBeVisible();
    await expectPage(page.getByLabel('First name')).toHaveValue('Marta');
    await page.unroute(dialogCode);
    await page.getByRole('button', { name: 'Try again' }).click();
    // Browsers that cache the failed script need a reload before the retry.
    await expectPage(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    const dialog = page.getByRole('dialog');
    const isOpen = await dialog.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) await page.getByRole('button', { name: 'Dialog' }).click();
    await expectPage(dialog).toBeVisible();
  });

  it.each(['screen', 'form'])(
    'REL8: says that the first screen cannot be loaded, where it came as a finished %s, and goes on when it can',
    async (kind) => {
      const page = await gallery.open();
      const address = `${gallery.origin}/app/join/signup`;
      await page.route(address, async (route) => {
        const html = await (await route.fetch()).text();
        const finished = `<div id="root" data-prerendered="${kind}"><main inert>Nobody can type here</main></div>`;
        await route.fulfill({ contentType: 'text/html', body: html.replace('<div id="root"></div>', finished) });
      });
      await page.route(landingCode, (route) => route.abort());
      await page.goto(address);
      await expectPage(page.getByText("There's a new version, or the connection was lost.")).toBeVisible();
      await page.unroute(landingCode);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectPage(page.getByRole('link', { name: 'For Parents' })).toBeVisible();
    },
  );

  it('REL8: says that a link’s content cannot be applied, and applies it when it can', async () => {
    const page = await gallery.open();
    const code = /take-links-[\w-]+\.js/;
    await page.route(code, (route) => route.abort());
    await page.goto(`${gallery.origin}/app/join/step1?package=4&prefill=x`);
    await expectPage(page.getByText("There's a new version, or the connection was lost.")).toBeVisible();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectPage(page.getByLabel('First name')).toBeVisible();
    await expectPage(page).toHaveURL(/step1\?package=4$/);
  });

  it('F10: keeps what is typed before its script loads, with the caret, and performs a click', async () => {
    const page = await gallery.open();
    const address = `${gallery.origin}/app/join/step1`;
    await page.route(address, async (route) => {
      const html = await (await route.fetch()).text();
      const form =
        '<form method="dialog"><input name="parent.firstName"><input name="parent.email" type="email">' +
        '<input type="radio" name="knowsCoParentEmail" value="yes"><button>Continue</button></form>';
      const listener =
        "addEventListener('submit', (event) => { event.preventDefault(); document.getElementById('root').dataset.submitted = ''; }, true)";
      const finished = `<script>${listener}</script><div id="root" data-prerendered="form"><main>${form}</main></div>`;
      await route.fulfill({ contentType: 'text/html', body: html.replace('<div id="root"></div>', finished) });
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/YourDetails-[\w-]+\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('[name="parent.email"]').fill('marta@example.com');
    await page.locator('[name="knowsCoParentEmail"]').check();
    await page.locator('[name="parent.firstName"]').fill('Marta');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('[name="parent.firstName"]').click();
    release();
    await expectPage(page.locator('#root[data-prerendered]')).toHaveCount(0);
    await expectPage(page.getByLabel('First name')).toHaveValue('Marta');
    await expectPage(page.getByLabel('Email', { exact: true })).toHaveValue('marta@example.com');
    // The press is handled: missing fields are listed, and filled ones are not.
    await expectPage(page.getByRole('link', { name: /last name/i })).toBeVisible();
    await expectPage(page.getByRole('link', { name: /your first name|your email/i })).toHaveCount(0);
    expect(await page.evaluate(() => location.search)).toBe('');
  });

  it('B9: Back leads to where a screen was left, and a new screen begins at its top', async () => {
    const page = await gallery.open();
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${gallery.origin}/app/join/signup`);
    // What is below the doors loads later, and moves the footer.
    await page.getByRole('heading', { name: 'Questions people ask first' }).waitFor();
    const next = page.getByRole('contentinfo').getByRole('link', { name: 'How to cancel' });
    await next.scrollIntoViewIfNeeded();
    const left = await scrolled();
    expect(left).toBeGreaterThan(200);
    await next.press('Enter');
    await expectPage(page).toHaveURL(/how-to-cancel/);
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expectPage(page).toHaveURL(/signup/);
    await expect.poll(scrolled).toBe(left);
  });

  it('REL8: reloads to the screen that could not be opened', async () => {
    const page = await gallery.open();
    await page.route(landingCode, (route) => route.abort());
    await page.getByRole('link', { name: /start page/ }).click();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await page.unroute(landingCode);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expectPage(page).toHaveURL(`${gallery.origin}/app/join/signup`);
  });

  it('says when the connection is gone, and when it is back', async () => {
    const page = await gallery.open();
    await page.context().setOffline(true);
    await expectPage(page.getByText(/^You're offline/)).toBeVisible();
    await page.context().setOffline(false);
    await expectPage(page.getByText(/^You're offline/)).toHaveCount(0);
  });

  it('moves the focus to the heading and names the tab on each new screen', async () => {
    const page = await gallery.open();
    await page.getByRole('link', { name: /start page/ }).click();
    await expectPage(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectPage(page).toHaveTitle('Sign up – Evenkeel');
  });

  it('SEC10, 2.1-8, 4.6-2: redirects a step opened too early to the first one, and old addresses to billing', async () => {
    const page = await gallery.open();
    await page.goto(`${gallery.origin}/app/join/payment`);
    await expectPage(page).toHaveURL(`${gallery.origin}/app/join/step1`);
    await page.goto(`${gallery.origin}/app/join/termsandconditions`);
    await expectPage(page).toHaveURL(`${gallery.origin}/app/account/billing`);
    await page.goto(`${gallery.origin}/app/join`);
    await expectPage(page).toHaveURL(`${gallery.origin}/app/join/signup`);
  });

  it('can be used by keyboard from the skip link to the support number', async () => {
    const page = await gallery.open();
    await page.goto(`${gallery.origin}/app/join/coparentstatus`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await expectPage(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectPage(page.getByText('Check your spam or junk folder too', { exact: false })).toBeVisible();
    await page.keyboard.press('Tab');
    await expectPage(page.getByRole('link', { name: '(800) 555-0142' })).toBeFocused();
  });

  it('can be left quickly while a dialog waits for an answer', async () => {
    const page = await gallery.openAnew();
    await page.getByRole('button', { name: 'Dialog' }).click();
    await expectPage(page.getByRole('dialog')).toBeVisible();
    await page.getByText('Leave quickly').click();
    await expectPage(page).toHaveURL('about:blank');
  });

  it('2.1-9: shows a not-found page for an unknown address', async () => {
    const page = await gallery.open();
    await page.goto(`${gallery.origin}/app/join/step9`);
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText("This page doesn't exist");
  });

  it('P9: asks a British visitor at the end of the page whether it may count them, and keeps and sends nothing until then', async () => {
    const page = await gallery.open();
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().includes('/api/v1/') && sent.push(request.url())));
    const address = `${gallery.origin}/app/join/signup`;
    const boot = {
      language: 'en',
      siteCountry: 'GB',
      countryCode: '+44',
      anonymousId: '',
      consent: 'ask',
      experiments: {},
      features: {},
    };
    await page.route(address, async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({
        contentType: 'text/html',
        body: html.replace(/\{"language":"\w\w"\}/, JSON.stringify(boot)),
      });
    });
    await page.goto(address);
    const question = page.getByRole('complementary', { name: 'Cookies and storage' });
    await expectPage(question.getByRole('button')).toHaveText(['Allow', "Don't allow"]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('analytics-events');
    await question.getByRole('button', { name: "Don't allow" }).click();
    await expectPage(question).toBeHidden();
    expect((await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual([
      'storage_consent=no',
    ]);
    await page.getByRole('link', { name: 'Cookies and storage' }).click();
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('What this site keeps on your device');
    await expectPage(page.getByText('This is off. Nothing of it is kept.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('4.4-11: reports an exposure where the experiment is shown, once per page, and nowhere else', async () => {
    const page = await gallery.open();
    const told: string[] = [];
    await page.route('**/api/v1/batch', async (route) => {
      const { batch } = route.request().postDataJSON() as {
        batch: { type: string; experiment?: string; state?: string }[];
      };
      told.push(
        ...batch.filter(({ type }) => type === 'exposure').map(({ experiment, state }) => `${experiment} ${state}`),
      );
      await route.fulfill({ json: { success: true } });
    });
    const anonymousId = '0190b1f2-7a3c-7e45-9f00-c0ffee000001';
    const experiments = { 'remove-co-parent-status': 'control', 'social-proof': 'treatment' };
    const boot = {
      language: 'en',
      siteCountry: 'US',
      countryCode: '+1',
      anonymousId,
      consent: 'not-needed',
      experiments,
      features: {},
    };
    await page.route(/\/app\/(?:login|join\/signup)$/, async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({
        contentType: 'text/html',
        body: html.replace(/\{"language":"\w\w"\}/, JSON.stringify(boot)),
      });
    });
    await page.goto(`${gallery.origin}/app/login`);
    await page.waitForRequest('**/api/v1/batch');
    expect(told).toEqual([]);
    await page.goto(`${gallery.origin}/app/join/signup`);
    await expectPage(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByLabel('Language').selectOption('es');
    await expect.poll(() => told, { timeout: 5_000 }).toEqual(['remove-co-parent-status control']);
  });
});
