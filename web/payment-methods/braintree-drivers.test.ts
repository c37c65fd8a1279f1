import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBraintreeHostedFields } from './card/braintree-hosted-fields.ts';
import { loadCardFields } from './card/load-card-fields.ts';
import { loadWallet } from './load-wallet.ts';
import type { CardField, CardFieldsListener, CardFieldsOptions } from './payment-method.ts';

type Handler = (state: unknown) => void;

const gatewayStub = vi.hoisted(() => ({
  loaded: [] as string[],
  handlers: new Map<string, (state: unknown) => void>(),
  create: vi.fn<(options: { styles: object; fields: Record<string, object> }) => Promise<object>>(),
  tokenize: vi.fn<(options: object) => Promise<object>>(),
  teardown: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  setMessage: vi.fn<(message: object) => void>(),
  setAttribute: vi.fn<(attribute: object) => void>(),
  collect: vi.fn<() => Promise<{ deviceData: string; teardown: () => Promise<void> }>>(),
}));

vi.mock('braintree-web/client', () => {
  gatewayStub.loaded.push('client');
  return { default: { create: () => Promise.resolve({ teardown: () => Promise.resolve() }) } };
});
vi.mock('braintree-web/hosted-fields', () => {
  gatewayStub.loaded.push('hosted-fields');
  return { default: { create: gatewayStub.create } };
});
vi.mock('braintree-web/data-collector', () => ({ default: { create: gatewayStub.collect } }));

const liveToken = btoa(
  JSON.stringify({ clientApiUrl: 'https://api.braintreegateway.com', authorizationFingerprint: 'print' }),
);
const sandboxToken = btoa(
  JSON.stringify({
    clientApiUrl: 'http://localhost:3001/merchants/m/client_api',
    authorizationFingerprint: 'print',
    sandbox: {
      cardFieldsUrl: 'http://localhost:3001/card-fields',
      walletsUrl: 'http://localhost:3001/wallets',
      threeDSecureUrl: 'http://localhost:3001/three-d-secure',
    },
  }),
);
const words = { label: 'Field', placeholder: null };
const options: CardFieldsOptions = {
  clientToken: liveToken,
  texts: { number: words, expirationDate: words, cvv: words },
  styles: { color: 'canvastext' },
  language: 'en',
  brands: ['visa', 'master-card', 'american-express'],
  withDeviceData: false,
};
const place = () => ({ replaceChildren: () => undefined, querySelector: () => null }) as unknown as HTMLElement;
const places = (): Record<CardField, HTMLElement> => ({ number: place(), expirationDate: place(), cvv: place() });
const error = (code: string, details?: object) => Object.assign(new Error(code), { code, details });

async function mounted(more: Partial<CardFieldsOptions> = {}) {
  const driver = await loadCardFields({ ...options, ...more });
  driver.mount(places());
  await vi.waitFor(() => expect(driver.state().status).not.toBe('loading'));
  return driver;
}

beforeEach(() => {
  gatewayStub.create.mockResolvedValue({
    on: (event: string, handler: Handler) => gatewayStub.handlers.set(event, handler),
    tokenize: gatewayStub.tokenize,
    teardown: gatewayStub.teardown,
    focus: () => undefined,
    setMessage: gatewayStub.setMessage,
    setAttribute: gatewayStub.setAttribute,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('the choice of driver', () => {
  it('never loads Braintree for a sandbox token, and does for a live one', async () => {
    await loadCardFields({ ...options, clientToken: sandboxToken });
    await loadWallet({ wallet: 'PAYPAL', clientToken: sandboxToken, language: () => 'en' });
    expect(gatewayStub.loaded).toEqual([]);
    await mounted();
    expect([...gatewayStub.loaded].sort()).toEqual(['client', 'hosted-fields']);
  });
});

describe('Braintree’s hosted fields', () => {
  it('are told which brands are accepted', async () => {
    await mounted();
    const fields = gatewayStub.create.mock.calls[0]?.[0].fields;
    const supported = { visa: true, mastercard: true, 'american-express': true };
    expect(fields?.['number']).toMatchObject({
      supportedCardBrands: { ...supported, discover: false, jcb: false, 'diners-club': false },
    });
    expect(fields?.['cvv']).toMatchObject({ iframeTitle: 'Field', internalLabel: 'Field' });
  });

  it('have the same state as the sandbox’s', async () => {
    const driver = await mounted();
    expect(driver.state()).toMatchObject({ status: 'ready', isValid: false });
    const heard = vi.fn<CardFieldsListener>();
    driver.onState(heard);
    const valid = { isFocused: false, isEmpty: false, isPotentiallyValid: true, isValid: true, container: {} };
    const cards = [{ type: 'visa', niceType: 'Visa', code: { name: 'CVV', size: 3 } }];
    gatewayStub.handlers.get('validityChange')?.({
      emittedBy: 'cvv',
      cards,
      fields: { number: valid, expirationDate: valid, cvv: valid },
    });
    const { container: _container, ...kept } = valid;
    expect(heard).toHaveBeenCalledWith(
      { status: 'ready', isValid: true, cards, fields: { number: kept, expirationDate: kept, cvv: kept } },
      { event: 'validityChange', emittedBy: 'cvv' },
    );
  });

  it('tokenise into a nonce and the same details', async () => {
    const details = {
      bin: '411111',
      cardType: 'Visa',
      lastFour: '1111',
      expirationMonth: '12',
      expirationYear: '2030',
    };
    gatewayStub.tokenize.mockResolvedValue({
      nonce: 'n',
      type: 'CreditCard',
      details: { ...details, lastTwo: '11' },
      binData: {},
    });
    const driver = await mounted();
    expect(await driver.tokenize({ cardholderName: 'Marta', billing: { postalCode: '55401' } })).toEqual({
      ok: true,
      nonce: 'n',
      type: 'CreditCard',
      details,
      deviceData: null,
    });
    expect(gatewayStub.collect).not.toHaveBeenCalled();
    expect(gatewayStub.tokenize).toHaveBeenCalledWith({
      cardholderName: 'Marta',
      billingAddress: { postalCode: '55401' },
    });
  });

  it('3.7-6: include device data where it is required, and pay without it when it does not load', async () => {
    gatewayStub.tokenize.mockResolvedValue({ nonce: 'n', type: 'CreditCard', details: {} });
    const { promise, resolve: arrive } = Promise.withResolvers<{ deviceData: string; teardown: () => Promise<void> }>();
    const deviceData = '{"correlation_id":"abc"}';
    gatewayStub.collect.mockReturnValueOnce(promise);
    const driver = await mounted({ withDeviceData: true });
    expect(await driver.tokenize({ cardholderName: null, billing: null })).toMatchObject({
      ok: true,
      deviceData: null,
    });
    arrive({ deviceData, teardown: gatewayStub.teardown });
    await promise;
    await vi.waitFor(async () =>
      expect(await driver.tokenize({ cardholderName: null, billing: null })).toMatchObject({ deviceData }),
    );
    driver.destroy();
    await vi.waitFor(() => expect(gatewayStub.teardown).toHaveBeenCalledTimes(2));
    gatewayStub.collect.mockRejectedValueOnce(error('DATA_COLLECTOR_REQUIRES_CREATE_OPTIONS'));
    const blocked = await mounted({ withDeviceData: true });
    expect(await blocked.tokenize({ cardholderName: null, billing: null })).toMatchObject({
      ok: true,
      deviceData: null,
    });
  });

  it.each([
    ['HOSTED_FIELDS_FIELDS_EMPTY', undefined, { ok: false, code: 'HOSTED_FIELDS_FIELDS_EMPTY' }],
    [
      'HOSTED_FIELDS_FIELDS_INVALID',
      { invalidFieldKeys: ['cvv'] },
      { ok: false, code: 'HOSTED_FIELDS_FIELDS_INVALID', invalidFieldKeys: ['cvv'] },
    ],
    [
      'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR',
      undefined,
      { ok: false, code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR' },
    ],
    ['SOMETHING_NEW', undefined, { ok: false, code: 'HOSTED_FIELDS_FAILED_TOKENIZATION' }],
  ])('return %s as a value', async (code, details, expected) => {
    gatewayStub.tokenize.mockRejectedValue(error(code, details));
    const driver = await mounted();
    expect(await driver.tokenize({ cardholderName: null, billing: null })).toEqual(expected);
  });

  it.each([
    ['CLIENT_GATEWAY_NETWORK', 'unavailable'],
    ['HOSTED_FIELDS_TIMEOUT', 'HOSTED_FIELDS_TIMEOUT'],
  ])('PAY11: that fail with %s are unavailable with %s', async (thrown, code) => {
    gatewayStub.create.mockRejectedValue(error(thrown));
    const driver = await mounted();
    expect(driver.state()).toMatchObject({ status: 'unavailable', code });
    expect(await driver.tokenize({ cardholderName: null, billing: null })).toEqual({ ok: false, code: 'NOT_READY' });
  });

  it('PAY11: are slow after 15 s and given up after 60 s; what comes later is torn down', async () => {
    vi.useFakeTimers();
    const { promise, resolve: arrive } = Promise.withResolvers<object>();
    gatewayStub.create.mockReturnValue(promise);
    const driver = createBraintreeHostedFields(options);
    driver.mount(places());
    await vi.advanceTimersByTimeAsync(15_000);
    expect(driver.state().status).toBe('slow');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(driver.state()).toMatchObject({ status: 'unavailable', code: 'HOSTED_FIELDS_TIMEOUT' });
    arrive({ on: () => undefined, teardown: gatewayStub.teardown });
    await vi.advanceTimersByTimeAsync(1);
    expect(gatewayStub.teardown).toHaveBeenCalledTimes(1);
    expect(driver.state().status).toBe('unavailable');
  });

  it('begin again with empty fields when the colours change, and are torn down in the end', async () => {
    const driver = await mounted();
    driver.setStyles({ color: 'canvas', 'background-color': 'canvas' });
    await vi.waitFor(() => expect(driver.state().status).toBe('ready'));
    expect(gatewayStub.teardown).toHaveBeenCalledTimes(1);
    expect(gatewayStub.create.mock.lastCall?.[0]).toHaveProperty('styles', { input: { color: 'canvas' } });
    driver.destroy();
    expect(gatewayStub.teardown).toHaveBeenCalledTimes(2);
  });
});
