import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveOrigins } from '#server/gateways/payment/braintree/browser-origins.ts';
import { freshPage, reusedPage } from '../setup/browser/reused-page.ts';
import { openShop, type Shop } from './shop.ts';

const api = 'https://api.braintreegateway.com';
const assets = 'https://assets.braintreegateway.com';
const clientApiUrl = `${api}/merchants/m/client_api`;

const origins = liveOrigins({ environment: 'production' });

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
  // In production the library requires an https page.
  environment: 'sandbox',
  threeDSecureEnabled: true,
  threeDSecure: { cardinalAuthenticationJWT: 'jwt', cardinalSongbirdUrl: `${songbird}/edge/v1/songbird.js` },
};
const shifted = { status: 'authenticate_successful', liabilityShifted: true, liabilityShiftPossible: true };
const refused = { status: 'authenticate_frictionless_failed', liabilityShifted: false, liabilityShiftPossible: false };
const challenged = {
  paymentMethod: { nonce: 'looked-up', type: 'CreditCard', details: {} },
  lookup: { acsUrl: 'https://bank.example/acs', pareq: 'p', transactionId: 't', threeDSecureVersion: '2.2.0' },
  threeDSecureInfo: { liabilityShifted: false, liabilityShiftPossible: true },
};
const frictionless = {
  paymentMethod: { nonce: 'refused', type: 'CreditCard', details: {}, threeDSecureInfo: refused },
  lookup: { acsUrl: null, transactionId: 't', threeDSecureVersion: '2.2.0' },
  threeDSecureInfo: refused,
};
const ended = {
  paymentMethod: { nonce: 'authenticated', type: 'CreditCard', details: {}, threeDSecureInfo: shifted },
  threeDSecureInfo: shifted,
};

/**
 * Runs in the page in place of the gateway's partner, with the parts of its script that the library calls. All
 * listeners of an event are called, `off` removes all of them, and a bank's page is opened by a form posted from the
 * page into its frame.
 */
function playSongbird(): void {
  type Hear = (...parts: unknown[]) => void;
  const heard = new Map<string, Hear[]>();
  const say = (event: string, ...parts: unknown[]) => {
    for (const hear of heard.get(event) ?? []) hear(...parts);
  };
  const postToBank = (address: string) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: address, target: 'bank' });
    document.body.append(form);
    form.submit();
  };
  const cardinal = {
    on: (event: string, hear: Hear) => heard.set(event, [...(heard.get(event) ?? []), hear]),
    off: (event: string) => heard.delete(event),
    configure: () => undefined,
    setup: () => setTimeout(() => say('payments.setupComplete', { sessionId: 'device' })),
    trigger: () => Promise.resolve({ Status: true }),
    continue: (_brand: string, { AcsUrl }: { AcsUrl: string }) =>
      say(
        'ui.inline.setup',
        '<iframe name="bank" title="Bank"></iframe>',
        { paymentType: 'CCA', data: { mode: 'static' } },
        () => postToBank(AcsUrl),
        () => undefined,
      ),
  };
  document.addEventListener('bank-answered', () =>
    say('payments.validated', { ActionCode: 'SUCCESS', Payment: {} }, 'signed by the partner'),
  );
  Object.assign(globalThis, { Cardinal: cardinal });
}

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('Braintree’s own library, with its servers stubbed', () => {
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
    await page.goto(await shop.pageUrl({ token: liveToken, origins }));
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

  /** Presses once for each of `lookUps`; the bank responds when asked. */
  async function authenticateWith(lookUps: object[]) {
    const page = await freshPage();
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const asked: { url: string; body: unknown }[] = [];
    const left = [...lookUps];
    await page.route(`${api}/**`, (route) => {
      const [url, method] = [route.request().url(), route.request().method()];
      if (method === 'OPTIONS') return route.fulfill({ status: 204, headers: cors });
      const isLookUp = url.endsWith('typed/three_d_secure/lookup');
      const isEnd = url.endsWith('looked-up/three_d_secure/authenticate_from_jwt');
      if (isLookUp || isEnd) asked.push({ url, body: route.request().postDataJSON() });
      return route.fulfill({ json: isLookUp ? left.shift() : isEnd ? ended : withThreeDSecure, headers: cors });
    });
    await page.route(`${songbird}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `(${playSongbird.toString()})()` }),
    );
    await page.route('https://bank.example/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bank</title><p>Is it you?</p>' })
        : route.fulfill({ status: 405 }),
    );
    await page.clock.install();
    await page.goto(await shop.pageUrl({ token: liveToken, origins }));
    return { page, asked, press: () => page.getByRole('button', { name: 'Authenticate' }).click() };
  }

  it('O11: authenticates with a card’s bank in our own window, under the policy of a payment page', async () => {
    const { page, asked, press } = await authenticateWith([challenged]);
    await press();
    const window = page.getByRole('dialog', { name: 'Confirm with your bank' });
    await window.frameLocator('iframe').getByText('Is it you?').waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event('bank-answered')));
    await page.getByText('{"ok":true,"nonce":"authenticated"}').waitFor();
    expect(await window.count()).toBe(0);
    expect(asked[0]?.body).toMatchObject({
      amount: '144.00',
      challengeRequested: true,
      bin: '400000',
      additionalInfo: {
        email: 'marta@example.com',
        billingGivenName: 'Maria Jose',
        billingSurname: 'Nunez',
        billingState: 'ENG',
      },
    });
    expect(asked[1]?.body).toMatchObject({ jwt: 'signed by the partner' });
  });

  it.each([
    ['was refused without a question', frictionless, '{"ok":false,"code":"failed"}'],
    ['was left', challenged, '{"ok":false,"code":"closed"}'],
    ['ran out of time', challenged, '{"ok":false,"code":"timed_out"}'],
  ])('O12: authenticates again in a second attempt after one that %s', async (how, first, outcome) => {
    const { page, press } = await authenticateWith([first, challenged]);
    await press();
    const window = page.getByRole('dialog', { name: 'Confirm with your bank' });
    if (first === challenged) await window.frameLocator('iframe').getByText('Is it you?').waitFor();
    if (how === 'was left') await window.getByRole('button', { name: 'Close' }).click();
    if (how === 'ran out of time') await page.clock.fastForward('11:00');
    await page.getByText(outcome).waitFor();
    await press();
    await window.frameLocator('iframe').getByText('Is it you?').waitFor({ timeout: 5000 });
    await page.evaluate(() => document.dispatchEvent(new Event('bank-answered')));
    await page.getByText('{"ok":true,"nonce":"authenticated"}').waitFor();
    expect(await window.count()).toBe(0);
  });

  it('PAY11, 8-8: that cannot be reached leaves a message, and PayPal its own', async () => {
    const page = await reusedPage();
    await page.route(`${api}/**`, (route) => route.abort());
    await page.goto(await shop.pageUrl({ token: liveToken, origins }));
    await expect
      .poll(
        () =>
          page
            .getByRole('alert')
            .textContent()
            .catch(() => ''),
        { timeout: 20_000 },
      )
      .toContain("The card fields couldn't be loaded");
    await page.getByText('There was an error setting up PayPal. Please refresh the page or try again later.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay with Venmo' }).count()).toBe(0);
  });
});
