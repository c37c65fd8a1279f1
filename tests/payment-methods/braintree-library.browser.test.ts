import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reusedPage } from '../setup/reused-page.ts';
import { openShop, type Shop } from './shop.ts';

const api = 'https://api.braintreegateway.com';
const assets = 'https://assets.braintreegateway.com';
const clientApiUrl = `${api}/merchants/m/client_api`;

const configuration = {
  environment: 'production',
  clientApiUrl,
  assetsUrl: assets,
  merchantId: 'm',
  challenges: ['cvv'],
  creditCards: { supportedCardTypes: ['Visa', 'MasterCard'] },
  paypalEnabled: true,
  paypal: {
    displayName: 'Shop',
    clientId: 'c',
    assetsUrl: assets,
    environment: 'live',
    environmentNoNetwork: false,
    unvettedMerchant: false,
    braintreeClientId: 'b',
    billingAgreementsEnabled: true,
  },
};
const liveToken = btoa(
  JSON.stringify({
    version: 2,
    authorizationFingerprint: 'print',
    environment: 'production',
    merchantId: 'm',
    clientApiUrl,
    configUrl: `${clientApiUrl}/v1/configuration`,
    assetsUrl: assets,
  }),
);

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('Braintree’s own library, its servers played by the test', () => {
  it('is loaded for a live token, asks for its configuration and puts its frames in the three places', async () => {
    const page = await reusedPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.route(`${api}/**`, (route) =>
      route.fulfill({ json: configuration, headers: { 'access-control-allow-origin': '*' } }),
    );
    await page.route(`${assets}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Frame</title>' }),
    );
    await page.goto(await shop.pageUrl({ token: liveToken, frameSrc: assets, connectSrc: `'self' ${api}` }));
    for (const title of ['Card number', 'Expiration date (MM/YY)', 'Security code (CVV)']) {
      await expect
        .poll(() =>
          page
            .locator(`iframe[title="${title}"]`)
            .getAttribute('src')
            .catch(() => null),
        )
        .toContain(assets);
    }
    expect(asked.some((url) => url.startsWith(`${clientApiUrl}/v1/configuration`))).toBe(true);
    expect(asked.filter((url) => url.startsWith(shop.sandboxOrigin))).toEqual([]);
  });

  it('that cannot be reached leaves a message, and PayPal its own (PAY11)', async () => {
    const page = await reusedPage();
    await page.route(`${api}/**`, (route) => route.abort());
    await page.goto(await shop.pageUrl({ token: liveToken, frameSrc: assets, connectSrc: `'self' ${api}` }));
    await expect
      .poll(
        () =>
          page
            .getByRole('alert')
            .textContent()
            .catch(() => ''),
        { timeout: 20_000 },
      )
      .toContain('The card fields could not be loaded');
    await page.getByText('There was an error setting up PayPal. Please refresh the page or try again later.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay with Venmo' }).count()).toBe(0);
  });
});
