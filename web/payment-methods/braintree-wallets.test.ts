import { afterEach, describe, expect, it, vi } from 'vitest';
import { bootData, setBoot } from '#web/site/boot.ts';
import { loadWallet } from './load-wallet.ts';

type PayPalDone = (error: unknown, payload?: unknown) => void;

const { payPalCreate, venmoCreate, venmoSupported, teardown } = vi.hoisted(() => ({
  payPalCreate: vi.fn<() => Promise<object>>(),
  venmoCreate: vi.fn<() => Promise<object>>(),
  venmoSupported: vi.fn<() => boolean>(() => true),
  teardown: vi.fn<() => Promise<void>>(() => Promise.resolve()),
}));

vi.mock('braintree-web/client', () => ({ default: { create: () => Promise.resolve({ teardown }) } }));
vi.mock('braintree-web/paypal', () => ({ default: { create: payPalCreate } }));
vi.mock('braintree-web/venmo', () => ({ default: { create: venmoCreate, isBrowserSupported: venmoSupported } }));

const liveToken = btoa(
  JSON.stringify({ clientApiUrl: 'https://api.braintreegateway.com', authorizationFingerprint: 'print' }),
);
const error = (code: string) => Object.assign(new Error(code), { code });

afterEach(() => vi.clearAllMocks());

const order = { totalCents: 14_400, renewals: [{ amount: 15_900, date: '2027-11-23' as const }] };

describe('Braintree’s wallets', () => {
  const language = () => 'es' as const;

  async function authorizePayPal(answer: (done: PayPalDone) => void) {
    const tokenize = vi.fn<(options: unknown, done: PayPalDone) => object>((_options, done) => {
      answer(done);
      return { focus: () => undefined, close: () => undefined };
    });
    payPalCreate.mockResolvedValue({ tokenize, teardown: teardown });
    const setUp = await loadWallet({ wallet: 'PAYPAL', clientToken: liveToken, language });
    if (!setUp.ok) throw new Error(setUp.code);
    return { outcome: setUp.driver.authorize(order), tokenize, driver: setUp.driver };
  }

  it.each([
    ['PAYPAL_POPUP_CLOSED', 'cancelled'],
    ['PAYPAL_POPUP_OPEN_FAILED', 'popup_blocked'],
    ['PAYPAL_TOKENIZATION_REQUEST_ACTIVE', 'in_progress'],
    ['PAYPAL_ACCOUNT_TOKENIZATION_FAILED', 'failed'],
    ['PAYPAL_FLOW_FAILED', 'failed'],
  ])('PAY9: PayPal returns %s as %s', async (code, expected) => {
    const { outcome } = await authorizePayPal((done) => queueMicrotask(() => done(error(code))));
    expect(await outcome).toEqual({ ok: false, code: expected });
  });

  it('PayPal is asked to store the account, and returns its e-mail', async () => {
    const { outcome, tokenize } = await authorizePayPal((done) =>
      queueMicrotask(() => done(null, { nonce: 'n', details: { email: 'a@b.example' } })),
    );
    expect(await outcome).toEqual({ ok: true, nonce: 'n', details: { accountLabel: 'a@b.example' } });
    expect(tokenize.mock.calls[0]?.[0]).toEqual({ flow: 'vault', enableShippingAddress: false, locale: 'es_ES' });
  });

  it('O15: PayPal speaks the Spanish of Mexico there', async () => {
    const before = bootData();
    setBoot({ ...before, siteCountry: 'MX' });
    const { tokenize } = await authorizePayPal(() => undefined);
    expect(tokenize.mock.calls[0]?.[0]).toMatchObject({ locale: 'es_MX' });
    setBoot(before);
  });

  it('a second press brings the open PayPal window to the front', async () => {
    const { driver, tokenize } = await authorizePayPal(() => undefined);
    expect(await driver.authorize(order)).toEqual({ ok: false, code: 'in_progress' });
    expect(tokenize).toHaveBeenCalledTimes(1);
  });

  it('a merchant without PayPal has no button; a network failure is distinguishable', async () => {
    payPalCreate.mockRejectedValueOnce(error('PAYPAL_NOT_ENABLED'));
    expect(await loadWallet({ wallet: 'PAYPAL', clientToken: liveToken, language })).toEqual({
      ok: false,
      code: 'unsupported',
    });
    payPalCreate.mockRejectedValueOnce(error('CLIENT_REQUEST_TIMEOUT'));
    expect(await loadWallet({ wallet: 'PAYPAL', clientToken: liveToken, language })).toEqual({
      ok: false,
      code: 'setup_failed',
    });
  });

  it('Venmo is unsupported where its library says so, and when the merchant has none', async () => {
    venmoSupported.mockReturnValueOnce(false);
    expect(await loadWallet({ wallet: 'VENMO', clientToken: liveToken, language })).toEqual({
      ok: false,
      code: 'unsupported',
    });
    venmoCreate.mockRejectedValueOnce(error('VENMO_NOT_ENABLED'));
    expect(await loadWallet({ wallet: 'VENMO', clientToken: liveToken, language })).toEqual({
      ok: false,
      code: 'unsupported',
    });
  });

  it('Venmo returns the user name, also when the app brought the person back', async () => {
    const tokenize = vi.fn<() => Promise<object>>(() =>
      Promise.resolve({ nonce: 'v', details: { username: 'jordan' } }),
    );
    venmoCreate.mockResolvedValue({
      isBrowserSupported: () => true,
      hasTokenizationResult: () => true,
      tokenize,
      teardown: teardown,
    });
    const setUp = await loadWallet({ wallet: 'VENMO', clientToken: liveToken, language });
    if (!setUp.ok) throw new Error(setUp.code);
    const expected = { ok: true, nonce: 'v', details: { accountLabel: 'jordan' } };
    expect(await setUp.driver.resume()).toEqual(expected);
    expect(await setUp.driver.authorize(order)).toEqual(expected);
    tokenize.mockRejectedValueOnce(error('VENMO_DESKTOP_CANCELED'));
    expect(await setUp.driver.authorize(order)).toEqual({ ok: false, code: 'cancelled' });
  });
});
