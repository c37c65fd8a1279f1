import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bootData, setBoot } from '#web/site/boot.ts';
import { loadWallet } from '../load-wallet.ts';
import type { WalletOrder } from '../payment-method.ts';

type Request = Record<string, unknown>;

const stub = vi.hoisted(() => ({
  environment: 'sandbox',
  googlePay: {
    createPaymentDataRequest: vi.fn<(request: Request) => Request>(),
    parseResponse: vi.fn<(response: Request) => Promise<object>>(),
  },
  teardown: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  create: vi.fn<(options: Request) => Promise<object>>(),
  isReadyToPay: vi.fn<(request: Request) => Promise<object>>(),
  loadPaymentData: vi.fn<(request: Request) => Promise<object>>(),
  payments: vi.fn<(options: Request) => void>(),
}));
const configuration = () => ({ gatewayConfiguration: { environment: stub.environment } });
vi.mock('braintree-web/client', () => ({
  default: { create: () => Promise.resolve({ getConfiguration: configuration }) },
}));
vi.mock('braintree-web/google-payment', () => ({ default: { create: stub.create } }));

const clientToken = btoa(
  JSON.stringify({ clientApiUrl: 'https://api.braintreegateway.com', authorizationFingerprint: 'print' }),
);
const order: WalletOrder = { totalCents: 14_400, renewals: [{ amount: 15_900, date: '2027-11-23' }] };
const stored: WalletOrder = { ...order, totalCents: 0 };
const error = (code: string) => Object.assign(new Error(code), { code });
const load = () => loadWallet({ wallet: 'GOOGLE_PAY', clientToken, language: () => 'en' });
async function loadedDriver() {
  const setUp = await load();
  if (!setUp.ok) throw new Error(setUp.code);
  return setUp.driver;
}

const deviceCard = {
  type: 'CARD',
  parameters: { allowedAuthMethods: ['CRYPTOGRAM_3DS'], allowedCardNetworks: ['VISA'] },
};

beforeEach(() => {
  stub.environment = 'sandbox';
  stub.googlePay.createPaymentDataRequest.mockImplementation((request) => ({
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: { allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'], allowedCardNetworks: ['VISA'] },
      },
      { type: 'PAYPAL', parameters: {} },
    ],
    ...request,
  }));
  stub.googlePay.parseResponse.mockResolvedValue({
    nonce: 'google-nonce',
    details: { cardType: 'Visa', lastFour: '1234' },
  });
  stub.create.mockResolvedValue({ ...stub.googlePay, teardown: stub.teardown });
  stub.isReadyToPay.mockResolvedValue({ result: true, paymentMethodPresent: true });
  stub.loadPaymentData.mockResolvedValue({ apiVersion: 2 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('Google Pay through Braintree', () => {
  /** A document whose scripts load, or are blocked. */
  function page({ blocked = false } = {}) {
    const scripts: string[] = [];
    const element = () => {
      const listeners: Record<string, () => void> = {};
      return {
        src: '',
        addEventListener: (name: string, run: () => void) => (listeners[name] = run),
        remove: () => undefined,
        listeners,
      };
    };
    vi.stubGlobal('document', {
      createElement: element,
      head: {
        append: (script: ReturnType<typeof element>) => {
          scripts.push(script.src);
          queueMicrotask(() => script.listeners[blocked ? 'error' : 'load']?.());
        },
      },
    });
    return scripts;
  }
  class PaymentsClient {
    isReadyToPay = stub.isReadyToPay;
    loadPaymentData = stub.loadPaymentData;
    constructor(options: Request) {
      stub.payments(options);
    }
  }
  beforeEach(() => vi.stubGlobal('google', { payments: { api: { PaymentsClient } } }));

  it('2.8-32: loads nothing of Google’s if disabled, reports being blocked, and may load afterwards', async () => {
    const blocked = page({ blocked: true });
    stub.create.mockRejectedValueOnce(error('GOOGLE_PAYMENT_NOT_ENABLED'));
    expect(await load()).toEqual({ ok: false, code: 'unsupported' });
    expect(blocked).toEqual([]);
    expect(await load()).toEqual({ ok: false, code: 'setup_failed' });
    const scripts = page();
    expect(await load()).toMatchObject({ ok: true });
    expect(await load()).toMatchObject({ ok: true });
    expect([...blocked, ...scripts]).toEqual(Array(2).fill('https://pay.google.com/gp/p/js/pay.js'));
    expect(stub.payments).toHaveBeenLastCalledWith({ environment: 'TEST' });
  });

  it('2.8-33: is offered with a card in it that the phone authenticates, and for real money with the merchant’s name at Google', async () => {
    page();
    stub.isReadyToPay.mockResolvedValueOnce({ result: true, paymentMethodPresent: false });
    expect(await load()).toEqual({ ok: false, code: 'unsupported' });
    expect(stub.isReadyToPay.mock.calls[0]?.[0]).toEqual({
      apiVersion: 2,
      apiVersionMinor: 0,
      allowedPaymentMethods: [deviceCard],
      existingPaymentMethodRequired: true,
    });
    stub.environment = 'production';
    expect(await load()).toEqual({ ok: false, code: 'unsupported' });
    const before = bootData();
    setBoot({ ...before, googleMerchantId: 'BCR2' });
    expect(await load()).toMatchObject({ ok: true });
    setBoot(before);
    expect(stub.create.mock.lastCall?.[0]).toMatchObject({
      googlePayVersion: 2,
      googleMerchantId: 'BCR2',
    });
    expect(stub.payments).toHaveBeenLastCalledWith({ environment: 'PRODUCTION' });
  });

  it('opens its sheet within the click, with total and renewal, and asks for no address or e-mail', async () => {
    page();
    const driver = await loadedDriver();
    const outcome = driver.authorize(order);
    expect(stub.loadPaymentData.mock.calls[0]?.[0]).toEqual({
      allowedPaymentMethods: [deviceCard],
      emailRequired: false,
      shippingAddressRequired: false,
      transactionInfo: {
        currencyCode: 'USD',
        totalPriceStatus: 'FINAL',
        totalPrice: '144.00',
        totalPriceLabel: 'Evenkeel',
        displayItems: [
          { label: 'Due today', type: 'LINE_ITEM', price: '144.00' },
          { label: 'Renews on November 23, 2027, then every year: US$159.00', type: 'LINE_ITEM', price: '0.00' },
        ],
      },
    });
    expect(await driver.authorize(order)).toEqual({ ok: false, code: 'in_progress' });
    expect(await outcome).toEqual({ ok: true, nonce: 'google-nonce', details: { accountLabel: 'Visa 1234' } });
    await driver.authorize(stored);
    expect(stub.loadPaymentData.mock.lastCall?.[0]).toMatchObject({
      transactionInfo: { currencyCode: 'USD', totalPriceStatus: 'NOT_CURRENTLY_KNOWN' },
    });
  });

  it('PAY9: closed is cancelled; what Google or the gateway refuse is a failure', async () => {
    page();
    const driver = await loadedDriver();
    const outcomes = [];
    for (const thrown of [{ statusCode: 'CANCELED' }, { statusCode: 'DEVELOPER_ERROR' }]) {
      stub.loadPaymentData.mockRejectedValueOnce(thrown);
      outcomes.push(await driver.authorize(order));
    }
    stub.googlePay.parseResponse.mockRejectedValueOnce(error('GOOGLE_PAYMENT_GATEWAY_ERROR'));
    outcomes.push(await driver.authorize(order));
    expect(outcomes).toEqual(['cancelled', 'failed', 'failed'].map((code) => ({ ok: false, code })));
  });
});
