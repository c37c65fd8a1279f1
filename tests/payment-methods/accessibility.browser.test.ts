import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSandbox } from '#sandbox/app.ts';
import { noOrigins } from '#server/http/pages/content-security-policy.ts';
import { accessibilityProblems } from '../setup/browser/accessibility.ts';
import { freshPage, reusedPage } from '../setup/browser/reused-page.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Together they cover what can go wrong with texts, space and colour. */
const looks = [
  { colorScheme: 'light', language: 'en', width: 1280 },
  { colorScheme: 'dark', language: 'es', width: 320 },
] as const;

describe('payment methods for everyone', () => {
  it.each(looks)(
    'UX4, UX6: have no accessibility violation filled, wrong, blocked and waiting: $colorScheme, $language, $width px',
    async (look) => {
      const { colorScheme, language, width } = look;
      const page = await reusedPage({ colorScheme, viewport: { width, height: 900 } });
      await page.goto(await shop.pageUrl({ language }));
      const fieldAt = (place: number) => page.frameLocator(`iframe >> nth=${place}`).getByRole('textbox');
      await fieldAt(0).fill('4111111111111111');
      await fieldAt(1).fill('0420');
      await fieldAt(1).press('Tab');
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'PayPal' }).click(),
      ]);
      await popup.getByRole('radio').first().waitFor();
      const blocked = await page.context().newPage();
      await blocked.goto(await shop.pageUrl({ language, origins: noOrigins }));
      await blocked.getByRole('alert').waitFor();

      for (const each of [page, popup, blocked]) {
        expect(await accessibilityProblems(each)).toEqual([]);
        expect(
          await each.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        ).toBe(0);
      }
    },
  );

  it('the sandbox’s pages have no violation, fit a phone, and arm a fault by a click', async () => {
    const gateway = {
      merchantId: 'shop',
      publicKey: 'public',
      privateKey: 'private',
      settlementDelayMs: 60_000,
      lostAnswerMs: 1_000,
    };
    const common = { sms: { authToken: 'token' }, appOrigins: [shop.shopOrigin], dataDir: null, smtp: null };
    const sandbox = await buildSandbox({ gateway: { ...gateway, publicUrl: 'http://localhost' }, ...common });
    const url = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    const sale = {
      amount: '12.00',
      type: 'sale',
      payment_method_nonce: 'fake-valid-visa-nonce',
      options: { submit_for_settlement: true, store_in_vault: true },
    };
    const authorization = `Basic ${Buffer.from('public:private').toString('base64')}`;
    await sandbox.inject({
      method: 'POST',
      url: '/merchants/shop/transactions',
      headers: { authorization },
      payload: { transaction: sale },
    });
    const { entries } = (await sandbox.inject('/control/ledger')).json();
    const transactionId: string = entries[0].transactionId;
    await sandbox.inject({
      method: 'PUT',
      url: `/merchants/shop/transactions/${transactionId}/settle`,
      headers: { authorization },
      payload: {},
    });
    await sandbox.inject({ method: 'POST', url: '/control/disputes', payload: { transactionId } });
    try {
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1280, 'dark'],
      ] as const) {
        const page = await freshPage({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
        for (const path of ['/', '/inbox', '/inbox/faults', '/sms', '/control']) {
          await page.goto(`${url}${path}`);
          expect(await accessibilityProblems(page)).toEqual([]);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          ).toBe(0);
        }
        await page.getByLabel('How often').fill('2');
        await page.getByRole('button', { name: 'Refuse with 503' }).click();
        await page.getByRole('status').getByText('Fault set.').waitFor();
        await page
          .getByRole('button', { name: /^Settle now/ })
          .or(page.getByRole('button', { name: /^Refund/ }))
          .first()
          .click();
        await page.getByRole('status').getByText('The sale was').waitFor();
      }
      const { faults } = (await sandbox.inject('/control/faults')).json() as { faults: object[] };
      expect(faults).toMatchObject([
        { kind: '503', times: 2, matching: 'sale' },
        { kind: '503', times: 2, matching: 'sale' },
      ]);
    } finally {
      await sandbox.close();
    }
  });

  it('focus their field on a click on its label', async () => {
    const page = await reusedPage();
    await page.goto(await shop.pageUrl());
    const code = page
      .frameLocator('iframe[title="Security code (CVV)"]')
      .getByRole('textbox', { name: 'Security code (CVV)' });
    await code.waitFor();
    await page.getByText('Security code (CVV)', { exact: true }).click();
    await expect
      .poll(() => code.evaluate((input) => input === document.activeElement && document.hasFocus()))
      .toBe(true);
    await page.keyboard.type('123');
    expect(await code.inputValue()).toBe('123');
  });
});
