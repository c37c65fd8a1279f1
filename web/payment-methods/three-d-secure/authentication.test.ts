import { afterEach, describe, expect, it, vi } from 'vitest';
import { authenticateCard } from './authenticate-card.ts';
import { authenticationOutcome, bankBilling, type Challenge, decimalAmount } from './authentication.ts';
import { authenticateAtBraintree } from './braintree-three-d-secure.ts';

const stub = vi.hoisted(() => ({
  create: vi.fn<(options: object) => Promise<object>>(),
  verifyCard: vi.fn<(options: object) => Promise<object>>(),
  cancelVerifyCard: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  heard: new Map<string, (...parts: unknown[]) => void>(),
}));
const authenticateMock = vi.hoisted(() => vi.fn<(request: object) => Promise<object>>(async () => ({ ok: true })));
vi.mock('./authenticate.ts', () => ({ authenticate: authenticateMock }));
vi.mock('braintree-web/client', () => ({ default: { create: () => Promise.resolve({}) } }));
vi.mock('braintree-web/three-d-secure', () => ({ default: { create: stub.create } }));
stub.create.mockImplementation(() =>
  Promise.resolve({
    on: (event: string, hear: () => void) => stub.heard.set(event, hear),
    verifyCard: stub.verifyCard,
    cancelVerifyCard: stub.cancelVerifyCard,
    teardown: () => Promise.resolve(),
  }),
);
afterEach(() => stub.verifyCard.mockReset());

const request = {
  nonce: 'typed',
  bin: '400000',
  amountCents: 17_400,
  email: 'marta@example.com',
  holder: { firstName: 'María José', lastName: 'Świątek' },
  billing: { postalCode: 'SW1A 1AA', region: 'Greater London' },
  challenge: false,
  isStored: false,
};
const shown = vi.fn<() => void>();
const put = vi.fn<(element: object) => void>();
let leave: () => void = () => undefined;
const challenge: Challenge = {
  place: { replaceChildren: put } as unknown as HTMLElement,
  show: shown,
  onClosed: (given) => {
    leave = given;
  },
};
const authenticate = () => authenticateAtBraintree(request, { clientToken: 'token', challenge });
const error = (code: string) => Object.assign(new Error(code), { code });
const answer = (status: string, liabilityShifted = false) => ({
  nonce: 'authenticated',
  threeDSecureInfo: { status, liabilityShifted },
});

describe('3-D Secure', () => {
  it.each([
    ['authenticate_successful', true, { ok: true, nonce: 'authenticated' }],
    ['authenticate_attempt_successful', true, { ok: true, nonce: 'authenticated' }],
    ['authenticate_frictionless_failed', false, { ok: false, code: 'failed' }],
    ['authenticate_rejected', false, { ok: false, code: 'failed' }],
    ['authenticate_failed', false, { ok: false, code: 'failed' }],
    ['challenge_required', false, { ok: false, code: 'closed' }],
    ['authenticate_unable_to_authenticate', false, { ok: false, code: 'unavailable' }],
    ['lookup_error', false, { ok: false, code: 'unavailable' }],
    ['lookup_bypassed', false, { ok: false, code: 'unavailable' }],
  ])('that ends as %s (liability shifted: %s)', async (status, liabilityShifted, outcome) => {
    expect(authenticationOutcome({ nonce: 'authenticated', info: { status, liabilityShifted } })).toEqual(outcome);
    stub.verifyCard.mockResolvedValue(answer(status, liabilityShifted));
    expect(await authenticate()).toEqual(outcome);
  });

  it.each([
    ['THREEDS_CARDINAL_SDK_CANCELED', 'closed'],
    ['THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT', 'closed'],
    ['THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT', 'timed_out'],
    ['THREEDS_LOOKUP_ERROR', 'unavailable'],
    ['THREEDS_NOT_ENABLED', 'unavailable'],
  ])('that fails with %s is %s', async (code, told) => {
    stub.verifyCard.mockRejectedValue(error(code));
    expect(await authenticate()).toEqual({ ok: false, code: told });
  });

  it('sends the issuer the amount and the address, as far as the gateway accepts it', async () => {
    stub.verifyCard.mockResolvedValue(answer('authenticate_successful', true));
    await authenticate();
    expect(stub.create).toHaveBeenCalledWith(expect.objectContaining({ version: '2-inline-iframe' }));
    expect(stub.verifyCard).toHaveBeenCalledWith(
      expect.objectContaining({
        nonce: 'typed',
        bin: '400000',
        amount: '174.00',
        email: 'marta@example.com',
        billingAddress: { givenName: 'Maria Jose', surname: 'Swiatek', postalCode: 'SW1A 1AA' },
        challengeRequested: false,
      }),
    );
    expect([0, 5, 14_400].map(decimalAmount)).toEqual(['0.00', '0.05', '144.00']);
  });

  it('O15: sends the holder’s name in ASCII and regions of up to three letters, and leaves out what does not fit', () => {
    const sent = (firstName: string, region: string) =>
      bankBilling({ holder: { firstName, lastName: 'Núñez' }, billing: { region } });
    expect(sent('José', 'ENG')).toEqual({ givenName: 'Jose', surname: 'Nunez', region: 'ENG' });
    expect(sent('花子', 'ENG')).toEqual({ surname: 'Nunez', region: 'ENG' });
    expect(sent('x'.repeat(60), 'Greater London')).toEqual({ givenName: 'x'.repeat(50), surname: 'Nunez' });
    expect(bankBilling({ holder: null, billing: null })).toEqual({});
  });

  it('O14: asks for a challenge where authentication is required and the card is stored for renewals', async () => {
    const asked = async (isStored: boolean, authentication: 'required' | 'if_asked') => {
      authenticateMock.mockClear();
      const clientToken = { status: 'ready', clientToken: 'token', authentication } as const;
      await authenticateCard({ ...request, isStored, billing: async () => null }, { clientToken, language: 'en' });
      return authenticateMock.mock.calls[0]?.[0];
    };
    expect(await asked(true, 'required')).toMatchObject({ challenge: true });
    expect(await asked(false, 'required')).toMatchObject({ challenge: false });
    expect(await asked(true, 'if_asked')).toBeUndefined();
  });

  it('shows the issuer’s page in our own window, which can be left', async () => {
    let end: (error: Error) => void = () => undefined;
    stub.verifyCard.mockReturnValue(new Promise((_resolve, reject) => (end = reject)));
    const outcome = authenticate();
    await vi.waitFor(() => expect(stub.verifyCard).toHaveBeenCalled());
    const [element, next] = [{}, vi.fn<() => void>()];
    stub.heard.get('authentication-iframe-available')?.({ element }, next);
    expect(put).toHaveBeenCalledWith(element);
    expect(shown).toHaveBeenCalled();
    expect(next).toHaveBeenCalled();
    leave();
    expect(stub.cancelVerifyCard).toHaveBeenCalled();
    end(error('THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT'));
    expect(await outcome).toEqual({ ok: false, code: 'closed' });
  });

  it('is skipped where neither the country nor the issuer asks for it', async () => {
    const ready = { status: 'ready', clientToken: 'token' } as const;
    const options = { clientToken: { ...ready, authentication: 'if_asked' as const }, language: 'en' as const };
    const billing = vi.fn<() => Promise<typeof request.billing>>(() => Promise.resolve(request.billing));
    expect(await authenticateCard({ ...request, billing }, options)).toEqual({ ok: true, nonce: 'typed' });
    expect(billing).not.toHaveBeenCalled();
    expect(
      await authenticateCard({ ...request, billing }, { clientToken: { status: 'failed' }, language: 'en' }),
    ).toEqual({
      ok: false,
      code: 'unavailable',
    });
  });
});
