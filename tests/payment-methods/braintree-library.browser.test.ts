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

const songbird = 'https://songbird.cardinalcommerce.com';
const withThreeDSecure = {
  ...configuration,
  // In production the library wants a page of https.
  environment: 'sandbox',
  threeDSecureEnabled: true,
  threeDSecure: { cardinalAuthenticationJWT: 'jwt', cardinalSongbirdUrl: `${songbird}/edge/v1/songbird.js` },
};
const shifted = { status: 'authenticate_successful', liabilityShifted: true, liabilityShiftPossible: true };
const threeDSecureAnswers: Record<string, object> = {
  'typed/three_d_secure/lookup': {
    paymentMethod: { nonce: 'looked-up', type: 'CreditCard', details: {} },
    lookup: { acsUrl: 'https://bank.example/acs', pareq: 'p', transactionId: 't', threeDSecureVersion: '2.2.0' },
    threeDSecureInfo: { liabilityShifted: false, liabilityShiftPossible: true },
  },
  'looked-up/three_d_secure/authenticate_from_jwt': {
    paymentMethod: { nonce: 'authenticated', type: 'CreditCard', details: {}, threeDSecureInfo: shifted },
    threeDSecureInfo: shifted,
  },
};

/** In the page, in place of the gateway's partner: the parts of its script that the library calls. */
function playSongbird(): void {
  type Hear = (...parts: unknown[]) => void;
  const heard = new Map<string, Hear>();
  const cardinal = {
    on: (event: string, hear: Hear) => heard.set(event, hear),
    off: (event: string) => heard.delete(event),
    configure: () => undefined,
    setup: () => setTimeout(() => heard.get('payments.setupComplete')?.({ sessionId: 'device' })),
    trigger: () => Promise.resolve({ Status: true }),
    continue: () =>
      heard.get('ui.inline.setup')?.(
        '<iframe src="https://bank.example/acs" title="Bank"></iframe>',
        { paymentType: 'CCA', data: { mode: 'static' } },
        () => undefined,
        () => undefined,
      ),
  };
  document.addEventListener('bank-answered', () =>
    heard.get('payments.validated')?.({ ActionCode: 'SUCCESS', Payment: {} }, 'signed by the partner'),
  );
  Object.assign(globalThis, { Cardinal: cardinal });
}

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

  it('asks a card’s bank in our own window, under the policy of a payment page', async () => {
    const page = await reusedPage();
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const asked: { url: string; body: unknown }[] = [];
    await page.route(`${api}/**`, (route) => {
      const [url, method] = [route.request().url(), route.request().method()];
      if (method === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
      const step = Object.keys(threeDSecureAnswers).find((name) => url.endsWith(name));
      if (step) asked.push({ url, body: route.request().postDataJSON() });
      return route.fulfill({ json: step ? threeDSecureAnswers[step] : withThreeDSecure, headers: cors });
    });
    await page.route(`${songbird}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `(${playSongbird.toString()})()` }),
    );
    await page.route('https://bank.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bank</title><p>Is it you?</p>' }),
    );
    const connectSrc = `'self' ${api}`;
    await page.goto(await shop.pageUrl({ token: liveToken, frameSrc: 'https:', connectSrc, scriptSrc: songbird }));
    await page.getByRole('button', { name: 'Authenticate' }).click();
    const window = page.getByRole('dialog', { name: 'Confirm with your bank' });
    await window.frameLocator('iframe').getByText('Is it you?').waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event('bank-answered')));
    await page.getByText('{"ok":true,"nonce":"authenticated"}').waitFor();
    expect(await window.count()).toBe(0);
    expect(asked[0]?.body).toMatchObject({
      amount: '144.00',
      challengeRequested: true,
      bin: '400000',
      additionalInfo: { email: 'marta@example.com' },
    });
    expect(asked[1]?.body).toMatchObject({ jwt: 'signed by the partner' });
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
