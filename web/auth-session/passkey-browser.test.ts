import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancelPasskeyRequest, signInByPasskey } from './passkey-browser.ts';

const choice = () => ({ remember: false });

/** A browser with passkey autofill, whose requests stay pending until they are cancelled. */
function browserWithPasskeys() {
  const asked: { inForm: boolean; signal: AbortSignal }[] = [];
  const get = ({ mediation, signal }: { mediation?: string; signal: AbortSignal }) =>
    new Promise((_, reject) => {
      asked.push({ inForm: mediation === 'conditional', signal });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const credential = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('PublicKeyCredential', credential);
  vi.stubGlobal('navigator', { onLine: true, credentials: { get } });
  vi.stubGlobal('document', { querySelectorAll: () => [{}] });
  return asked;
}

/** Requests for a challenge, each answered by its test. */
function challenges() {
  const calls: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal('fetch', () => {
    const call = Promise.withResolvers<Response>();
    calls.push(call);
    return call.promise;
  });
  const asked = (count: number) => vi.waitFor(() => expect(calls).toHaveLength(count));
  const answer = (index: number) => calls[index]?.resolve(Response.json({ options: { challenge: 'AAAA' } }));
  return { asked, answer };
}

describe('a passkey at the login', () => {
  afterEach(() => {
    cancelPasskeyRequest();
    vi.unstubAllGlobals();
  });

  it('is not cancelled, once its button is pressed, by a suggestion whose challenge arrives late', async () => {
    const asked = browserWithPasskeys();
    const { asked: called, answer } = challenges();
    const suggested = signInByPasskey({ choice, inForm: true });
    await called(1);
    const pressed = signInByPasskey({ choice });
    await called(2);
    answer(1);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    answer(0);
    expect(await suggested).toBeNull();
    expect(asked.map(({ inForm, signal }) => [inForm, signal.aborted])).toEqual([[false, false]]);
    cancelPasskeyRequest();
    expect(await pressed).toMatchObject({ ok: false, problem: { code: 'PASSKEY_FAILED' } });
  });

  it('is not suggested in a form that was left while its challenge was on the way', async () => {
    const asked = browserWithPasskeys();
    const { asked: called, answer } = challenges();
    const suggested = signInByPasskey({ choice, inForm: true });
    await called(1);
    cancelPasskeyRequest();
    answer(0);
    expect(await suggested).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is suggested until its button is pressed', async () => {
    const asked = browserWithPasskeys();
    const { asked: called, answer } = challenges();
    const suggested = signInByPasskey({ choice, inForm: true });
    await called(1);
    answer(0);
    await vi.waitFor(() => expect(asked).toMatchObject([{ inForm: true, signal: { aborted: false } }]));
    void signInByPasskey({ choice });
    await called(2);
    answer(1);
    expect(await suggested).toBeNull();
    expect(asked.map(({ inForm, signal }) => [inForm, signal.aborted])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
