import { expect as expectPage } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { galleryInParts as gallery } from '#web/mock/gallery/open-gallery.ts';
import { pressListener } from '#web/prerender-document.ts';

const landingCode = /Landing-[\w-]+\.js/;

describe('a prerendered page', () => {
  it.each([
    { press: 'a language', at: 1, expected: 'Dos hogares, un solo lugar tranquilo para organizarse.' },
    { press: 'the button to log out', at: 2, expected: 'Log in' },
  ])('B3: carries out $press pressed before its script loads', async ({ at, expected }) => {
    const page = await gallery.openAnew();
    const address = `${gallery.origin}/app/join/signup`;
    const signedOut = page.waitForRequest((request) => request.method() === 'DELETE', { timeout: 20_000 });
    signedOut.catch(() => undefined);
    await page.route(address, async (route) => {
      const html = await (await route.fetch()).text();
      // The banner's button comes first.
      const header =
        '<button type="button" hidden>Dismiss</button><select aria-label="Language"><option value="en">English</option><option value="es">Español</option></select>' +
        '<button type="button">Log out</button>';
      const finished = `<script>${pressListener}</script><div id="root" data-prerendered="form">${header}</div>`;
      await route.fulfill({ contentType: 'text/html', body: html.replace('<div id="root"></div>', finished) });
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(landingCode, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    if (at === 1) await page.getByLabel('Language').selectOption('es');
    else await page.getByRole('button', { name: 'Log out' }).click();
    release();
    if (at === 1) await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(expected);
    else expect((await signedOut).url()).toContain('/sessions/current');
  });
});
