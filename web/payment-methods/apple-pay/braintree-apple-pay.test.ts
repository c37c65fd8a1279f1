import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWallet } from '../load-wallet.ts';
import type { WalletOrder } from '../payment-method.ts';

type Request = Record<string, unknown>;

const { applePay, teardown, create } = vi.hoisted(() => ({
  applePay: {
    createPaymentRequest: vi.fn<(request: Request) => Request>(),
    performValidation: vi.fn<(options: Request) => Promise<object>>(),
    tokenize: vi.fn<(options: Request) => Promise<object>>(),
  },
  teardown: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  create: vi.fn<() => Promise<object>>(),
}));
vi.mock('braintree-web/client', () => ({ default: { create: () => Promise.resolve({}) } }));
vi.mock('braintree-web/apple-pay', () => ({ default: { create } }));

const clientToken = btoa(
  JSON.stringify({ clientApiUrl: 'https://api.braintreegateway.com', authorizationFingerprint: 'print' }),
);
const order: WalletOrder = { totalCents: 14_400, renewals: [{ amount: 15_900, date: '2027-11-23' }] };
const error = (code: string) => Object.assign(new Error(code), { code });
const load = () => loadWallet({ wallet: 'APPLE_PAY', clientToken, language: () => 'en' });
async function loadedDriver() {
  const setUp = await load();
  if (!setUp.ok) throw new Error(setUp.code);
  return setUp.driver;
}

/** A stub of Safari's session; `newest` is the sheet on the screen. */
class Session {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static newest: Session;
  static versions = [3, 14];
  static canPay: () => boolean = () => true;
  static supportsVersion = (version: number) => Session.versions.includes(version);
  static canMakePayments = () => Session.canPay();
  readonly log: unknown[] = [];
  readonly version: number;
  readonly request: Request;
  readonly listeners: Record<string, (event: object) => void> = {};
  constructor(version: number, request: Request) {
    this.version = version;
    this.request = request;
    Session.newest = this;
  }
  addEventListener = (name: string, listener: (event: object) => void) => void (this.listeners[name] = listener);
  say = (name: string, event = {}) => this.listeners[name]?.(event);
  begin = () => void this.log.push('begin');
  abort = () => void this.log.push('abort');
  completeMerchantValidation = (session: unknown) => void this.log.push(session);
  completePayment = (status: number) => void this.log.push(status);
}

const token = { paymentMethod: { displayName: 'Visa 1234' }, paymentData: {} };
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  Session.versions = [3, 14];
  Session.canPay = () => true;
  vi.stubGlobal('ApplePaySession', Session);
  vi.stubGlobal('location', { origin: 'https://www.evenkeel.example' });
  applePay.createPaymentRequest.mockImplementation((request) => ({ countryCode: 'US', ...request }));
  applePay.performValidation.mockResolvedValue({ merchantSession: true });
  applePay.tokenize.mockResolvedValue({ nonce: 'apple-nonce' });
  create.mockResolvedValue({ ...applePay, teardown });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('Apple Pay through Braintree', () => {
  it('2.8-30: opens its sheet within the click, with total and renewal, and asks for no address or e-mail', async () => {
    const driver = await loadedDriver();
    const outcome = driver.authorize(order);
    const sheet = Session.newest;
    expect(sheet.log).toEqual(['begin']);
    const renewal = {
      amount: '159.00',
      paymentTiming: 'recurring',
      recurringPaymentStartDate: new Date('2027-11-23T12:00:00Z'),
      recurringPaymentIntervalUnit: 'year',
      recurringPaymentIntervalCount: 1,
    };
    expect(sheet.request).toMatchObject({
      countryCode: 'US',
      currencyCode: 'USD',
      total: { label: 'Evenkeel', amount: '144.00' },
      lineItems: [{ label: 'Due today', amount: '144.00' }, renewal],
      recurringPaymentRequest: {
        regularBilling: renewal,
        managementURL: 'https://www.evenkeel.example/app/account/billing',
      },
    });
    expect(Object.keys(sheet.request).filter((key) => key.startsWith('required'))).toEqual([]);
    expect(await driver.authorize(order)).toEqual({ ok: false, code: 'in_progress' });

    sheet.say('validatemerchant', { validationURL: 'https://apple.example/start' });
    await settled();
    sheet.say('paymentauthorized', { payment: { token } });
    expect(await outcome).toEqual({ ok: true, nonce: 'apple-nonce', details: { accountLabel: 'Visa 1234' } });
    expect(sheet.log).toEqual(['begin', { merchantSession: true }, Session.STATUS_SUCCESS]);
    expect(applePay.performValidation).toHaveBeenCalledWith({
      validationURL: 'https://apple.example/start',
      displayName: 'Evenkeel',
    });
  });

  it('shows nothing due for a method that is only stored, and works before sheets knew renewals', async () => {
    Session.versions = [3];
    const driver = await loadedDriver();
    void driver.authorize({ totalCents: 0, renewals: [] });
    expect(Session.newest).toMatchObject({ version: 3, request: { total: { amount: '0.00' } } });
    expect(Session.newest.request).not.toHaveProperty('recurringPaymentRequest');
    driver.destroy();
    expect(Session.newest.log).toEqual(['begin', 'abort']);
  });

  it('PAY9, 2.8-34: closed is cancelled; a refused domain and a refused card are failures', async () => {
    const driver = await loadedDriver();
    const left = driver.authorize(order);
    Session.newest.say('cancel');
    expect(await left).toEqual({ ok: false, code: 'cancelled' });

    applePay.performValidation.mockRejectedValueOnce(error('APPLE_PAY_MERCHANT_VALIDATION_FAILED'));
    const refused = driver.authorize(order);
    Session.newest.say('validatemerchant', { validationURL: 'https://apple.example/start' });
    expect(await refused).toEqual({ ok: false, code: 'failed' });
    expect(Session.newest.log).toContain('abort');

    applePay.tokenize.mockRejectedValueOnce(error('APPLE_PAY_TOKENIZATION'));
    const failed = driver.authorize(order);
    Session.newest.say('paymentauthorized', { payment: { token } });
    await settled();
    expect(Session.newest.log).toContain(Session.STATUS_FAILURE);
    Session.newest.say('cancel');
    expect(await failed).toEqual({ ok: false, code: 'failed' });

    applePay.createPaymentRequest.mockImplementationOnce(() => {
      throw error('METHOD_CALLED_AFTER_TEARDOWN');
    });
    expect(await driver.authorize(order)).toEqual({ ok: false, code: 'failed' });
  });

  it('2.8-31: has no button where device, browser or merchant have none, and says where it cannot be reached', async () => {
    const unsupported = { ok: false, code: 'unsupported' };
    create.mockRejectedValueOnce(error('APPLE_PAY_NOT_ENABLED'));
    expect(await load()).toEqual(unsupported);
    create.mockRejectedValueOnce(error('CLIENT_REQUEST_TIMEOUT'));
    expect(await load()).toEqual({ ok: false, code: 'setup_failed' });
    Session.canPay = () => false;
    expect(await load()).toEqual(unsupported);
    Session.canPay = () => {
      throw new Error('InvalidAccessError');
    };
    expect(await load()).toEqual(unsupported);
    vi.stubGlobal('ApplePaySession', undefined);
    expect(await load()).toEqual(unsupported);
    expect(create).toHaveBeenCalledTimes(2);
  });
});
