import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WalletType } from '#contract/sign-up/payment-types.ts';
import { clickLast } from '../setup/browser/click-last.ts';
import { freshPage, reusedPage } from '../setup/browser/reused-page.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
let page: Page;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function openPage(options: { language?: 'en' | 'es'; before?: () => void } = {}) {
  const viewport = { width: 1280, height: 1000 };
  page = await (options.before ? freshPage({ viewport }) : reusedPage({ viewport }));
  if (options.before) await page.addInitScript(options.before);
  await page.goto(await shop.pageUrl({ language: options.language ?? 'en' }));
}

async function openWindow(name: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()]);
  return popup;
}

/** What the page received for a wallet. */
async function nonceOf(wallet: WalletType): Promise<string | undefined> {
  const approvals = JSON.parse((await page.locator('output[data-nonces]').getAttribute('data-nonces')) ?? '{}');
  return approvals[wallet]?.nonce;
}

async function useNonce(nonce: string) {
  const answer = await shop.sandbox.inject({
    url: `/merchants/shop/payment_method_nonces/${nonce}`,
    headers: { authorization: `Basic ${Buffer.from('public:private').toString('base64')}`, accept: 'application/xml' },
  });
  return { status: answer.statusCode, body: answer.body };
}

describe('wallets in a browser', () => {
  it.each([
    { name: 'PayPal', type: 'PAYPAL', account: 'jordan.rivera@paypal.example' },
    { name: 'Venmo', type: 'VENMO', account: 'jordan-rivera' },
  ] as const)(
    '$name: approving returns a nonce that the gateway knows, and names the account',
    async ({ name, type, account }) => {
      await openPage();
      const popup = await openWindow(`Pay with ${name}`);
      await popup.getByRole('heading', { name: `Approve with ${name}` }).waitFor();
      await clickLast(popup, 'Approve');
      await page.getByText(`Your ${name} payment has already been authorized.`).waitFor();
      expect(await page.getByText(`Account: ${account}`).isVisible()).toBe(true);
      expect(popup.isClosed()).toBe(true);
      expect(await useNonce((await nonceOf(type)) ?? '')).toMatchObject({
        status: 200,
        body: expect.stringContaining(account),
      });
    },
  );

  it.each([
    { name: 'Apple Pay', type: 'APPLE_PAY', card: 'Visa 1881', brand: 'Visa' },
    { name: 'Google Pay', type: 'GOOGLE_PAY', card: 'American Express 0005', brand: 'American Express' },
  ] as const)(
    '2.8-28: $name: its sheet shows total and renewal; approving names the card, another total revokes it',
    async ({ name, type, card, brand }) => {
      await openPage();
      const sheet = await openWindow(`Pay with ${name}`);
      await sheet.getByText('Due today').waitFor();
      const lines = await sheet.locator('#lines > div').allInnerTexts();
      expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
        'Due today US$144.00',
        'Renews on November 23, 2027, then every year US$144.00',
      ]);
      await clickLast(sheet, 'Approve');
      await page.getByText(`Your ${name} payment has already been authorized.`).waitFor();
      expect(await page.getByText(`Card: ${card}`).isVisible()).toBe(true);
      const stored = await useNonce((await nonceOf(type)) ?? '');
      expect(stored).toMatchObject({ status: 200, body: expect.stringContaining(brand) });
      expect(await page.getByRole('button', { name: `Use another card with ${name}` }).isVisible()).toBe(true);

      await page.getByRole('button', { name: 'Another total' }).click();
      await page.getByText('The total has changed since you approved it. Nothing was charged.').waitFor();
      expect(await page.getByText('has already been authorized').count()).toBe(0);
      const again = await openWindow(`Pay with ${name}`);
      await again.getByText('US$288.00').waitFor();
      await again.getByRole('radio', { name: 'An approval that fails' }).check();
      await clickLast(again, 'Approve');
      await page.getByText(`${name} could not approve the payment. Nothing was charged.`).waitFor();
      await (await openWindow(`Pay with ${name}`)).close();
      await page.getByText(`You left ${name} before approving. Nothing was charged.`).waitFor();
    },
  );

  it('2.8-29: have buttons in the colours of their brands, with its mark, of one width and height', async () => {
    await openPage();
    const looks = await Promise.all(
      ['PayPal', 'Venmo', 'Apple Pay', 'Google Pay'].map((name) =>
        page.getByRole('button', { name: `Pay with ${name}` }).evaluate((button) => {
          const { width, height } = button.getBoundingClientRect();
          const mark = button.querySelector('svg')?.getBoundingClientRect().width;
          return {
            width,
            height,
            mark,
            room: button.parentElement?.clientWidth,
            colour: getComputedStyle(button).backgroundColor,
          };
        }),
      ),
    );
    const [payPal, venmo, ...phones] = looks;
    expect(payPal).toMatchObject({ height: 50, mark: 24, width: payPal?.room, colour: 'rgb(255, 196, 57)' });
    expect(venmo).toEqual({ ...payPal, colour: 'rgb(0, 116, 222)' });
    const black = { ...payPal, mark: 20, colour: 'rgb(0, 0, 0)' };
    expect(phones).toEqual([black, black]);
  });

  it('2.8-26: opens on a click that blurs a card field, whose message waits for the click to end', async () => {
    await openPage();
    const code = page.frameLocator('iframe[title="Security code (CVV)"]').getByRole('textbox');
    const isFocused = () => code.evaluate((input) => document.hasFocus() && document.activeElement === input);
    await code.focus();
    await expect.poll(isFocused).toBe(true);
    const box = await page.getByRole('button', { name: 'PayPal' }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 2);
    await page.mouse.down();
    await expect.poll(isFocused).toBe(false);
    await page.waitForTimeout(200);
    const message = page.getByText('Enter a valid security code');
    expect(await message.count()).toBe(0);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.mouse.up()]);
    await popup.getByRole('radio').first().waitFor();
    await message.waitFor();
  });

  it('PAY9: cancelled in the window: says so, keeps the step, and can be tried again', async () => {
    await openPage();
    const popup = await openWindow('Pay with PayPal');
    await clickLast(popup, 'Cancel');
    await page.getByText('You left PayPal before approving. Nothing was charged.').waitFor();
    const again = await openWindow('Pay with PayPal');
    await clickLast(again, 'Approve');
    await page.getByText('Your PayPal payment has already been authorized.').waitFor();
    expect(await page.getByText('You left PayPal').count()).toBe(0);
  });

  it('PAY9: closed by its own button counts as cancelled', async () => {
    await openPage();
    const popup = await openWindow('Pay with Venmo');
    await popup.close();
    await page.getByText('You left Venmo before approving.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay with Venmo' }).getAttribute('aria-disabled')).toBe(null);
  });

  it('PAY9, 2.8-17: an approval counts even if its window closes before its message arrives', async () => {
    await openPage({
      before: () => {
        window.open = (address) => {
          const { origin, searchParams } = new URL(String(address));
          const data = {
            kind: 'wallet/approved',
            request: searchParams.get('request'),
            nonce: 'fake-nonce',
            accountLabel: '',
          };
          let looks = 0;
          const gone = {
            get closed() {
              looks += 1;
              if (looks === 2)
                setTimeout(() => dispatchEvent(new MessageEvent('message', { source: null, origin, data })));
              return looks > 1;
            },
            close: () => undefined,
          };
          return gone as unknown as Window;
        };
      },
    });
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await page.getByText('Your PayPal payment has already been authorized.').waitFor();
    expect(await page.getByText('You left PayPal').count()).toBe(0);
  });

  it('PAY9: blocked pop-up: says how to allow it', async () => {
    await openPage({
      before: () => {
        window.open = () => null;
      },
    });
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await page.getByText('Your browser blocked the PayPal window.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay with PayPal' }).getAttribute('aria-disabled')).toBe(null);
  });

  it('a failing approval and an unreachable gateway are each reported', async () => {
    await openPage();
    const popup = await openWindow('Pay with PayPal');
    await popup.getByRole('radio', { name: 'An approval that fails' }).check();
    await clickLast(popup, 'Approve');
    await page.getByText('PayPal could not approve the payment. Nothing was charged.').waitFor();

    const second = await openWindow('Pay with PayPal');
    const approve = second.getByRole('button', { name: 'Approve', exact: true });
    // A window that is still loading loses what is set for its requests.
    await approve.waitFor();
    await second.route('**/client_api/**', (route) => route.abort());
    await approve.click();
    await second.getByText('The approval did not go through. Nothing was charged.').waitFor();
    await second.unroute('**/client_api/**');
    await clickLast(second, 'Approve');
    await page.getByText('Your PayPal payment has already been authorized.').waitFor();
    expect(await nonceOf('PAYPAL')).not.toBe('');
  });

  it('a second wallet while a window is open waits its turn', async () => {
    await openPage();
    const popup = await openWindow('Pay with PayPal');
    await page.getByRole('button', { name: 'Pay with Venmo' }).click();
    await page.getByText('Another payment window is already open.').waitFor();
    expect(await page.getByRole('button', { name: 'Show the PayPal window' }).isVisible()).toBe(true);
    await clickLast(popup, 'Approve');
    await page.getByText('Your PayPal payment has already been authorized.').waitFor();
  });

  it('an account that cannot be kept, and one whose payments fail, are approved as such', async () => {
    await openPage();
    for (const choice of [
      'An account that allows one payment and cannot be kept for renewals',
      'An account whose payments are declined',
    ]) {
      const sent = page
        .context()
        .waitForEvent('request', (request) => request.url().endsWith('/payment_methods/paypal_accounts'));
      const popup = await openWindow(choice.includes('one payment') ? 'Pay with PayPal' : 'Use another PayPal account');
      await popup.getByRole('radio', { name: choice }).check();
      await clickLast(popup, 'Approve');
      const account = JSON.parse((await sent).postData() ?? '').paypalAccount;
      expect(account).toMatchObject(choice.includes('one payment') ? { oneTime: true } : { declines: true });
      await page.getByText('already been authorized').waitFor();
    }
  });

  it('speak Spanish, page and window', async () => {
    await openPage({ language: 'es' });
    const popup = await openWindow('Pagar con PayPal');
    await popup.getByRole('heading', { name: 'Aprobar con PayPal' }).waitFor();
    expect(await popup.evaluate(() => document.documentElement.lang)).toBe('es');
    await clickLast(popup, 'Cancelar');
    await page.getByText('Salió de PayPal antes de aprobar.').waitFor();
  });

  it('ignore messages of other windows and origins', async () => {
    await openPage();
    const popup = await openWindow('Pay with PayPal');
    const request = new URL(popup.url()).searchParams.get('request');
    const forged = { kind: 'wallet/approved', request, nonce: 'forged', accountLabel: 'nobody' };
    await page.evaluate((message) => window.postMessage(message, '*'), forged);
    await popup.goto(shop.strangerOrigin);
    await popup.evaluate((message) => window.opener?.postMessage(message, '*'), forged);
    await page.waitForTimeout(300);
    expect(await nonceOf('PAYPAL')).toBeUndefined();
    await popup.close();
    await page.getByText('You left PayPal before approving.').waitFor();
  });

  it('windows open for origins on the list only, are never framed, and say what to do when opened alone', async () => {
    await openPage();
    const refused = await shop.sandbox.inject(
      `/wallets/paypal?request=a&origin=${encodeURIComponent(shop.strangerOrigin)}`,
    );
    expect(refused.statusCode).toBe(403);
    const address = `/wallets/paypal?request=a&origin=${encodeURIComponent(shop.shopOrigin)}`;
    const served = await shop.sandbox.inject(address);
    expect(served.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect((await shop.sandbox.inject(`${address}%22`)).statusCode).toBe(403);
    expect(
      (await shop.sandbox.inject(`/wallets/paypal?request=a%22%3E&origin=${encodeURIComponent(shop.shopOrigin)}`))
        .statusCode,
    ).toBe(400);
    await page.goto(`${shop.sandboxOrigin}${address}`);
    await page.getByText('This window was not opened from the payment page.', { exact: false }).waitFor();
  });
});
