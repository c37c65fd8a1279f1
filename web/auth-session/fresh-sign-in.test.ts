import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callFresh } from './fresh-sign-in.ts';
import { refreshSession, sessionEnded, signedOut } from './signed-in.ts';
import { signedInHere } from './signed-in-here.ts';

const closeAccount = () => callFresh('POST /v2/account/deletion', { body: { cancelRenewals: true } });
const refusal = { code: 'FRESH_SIGN_IN_NEEDED', message: 'Confirm your password first.' };

/** A server with this user's session, whose last proof is too old. */
function serverOf(first: string) {
  let user = first;
  let closures = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/sessions/current')) return Response.json({ session: { userId: user } });
    closures += 1;
    return Response.json(refusal, { status: 403 });
  });
  const signIn = (next: string) => {
    user = next;
    return signedInHere(next);
  };
  return { signIn, closures: () => closures };
}

describe('a request that needs a fresh proof', () => {
  beforeEach(() => {
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('document', { documentElement: { toggleAttribute: () => undefined } });
  });
  afterEach(() => {
    signedOut();
    vi.unstubAllGlobals();
  });

  /** Ana's request, once the dialog asks for her proof. */
  async function asked() {
    const server = serverOf('ana');
    await refreshSession();
    let answered = false;
    const result = closeAccount().finally(() => (answered = true));
    await vi.waitFor(() => expect(server.closures()).toBe(1));
    await new Promise((resolve) => setTimeout(resolve));
    expect(answered).toBe(false);
    return { ...server, result, isAnswered: () => answered };
  }

  it('is dropped once its user has left, and never repeated for the next person', async () => {
    const { signIn, result, closures } = await asked();
    sessionEnded({ shouldNotify: false });
    signedOut();
    await signIn('ben');
    expect(await result).toMatchObject({ ok: false, problem: refusal });
    expect(closures()).toBe(1);
  });

  it('is dropped once somebody else logs in over the ended session', async () => {
    const { signIn, result, closures } = await asked();
    sessionEnded({ shouldNotify: false });
    await signIn('ben');
    expect(await result).toMatchObject({ ok: false, problem: refusal });
    expect(closures()).toBe(1);
  });

  it('keeps waiting while its user logs in again', async () => {
    const { signIn, isAnswered } = await asked();
    sessionEnded({ shouldNotify: false });
    await signIn('ana');
    expect(isAnswered()).toBe(false);
  });

  it('asks nobody for a proof if its user left before it was refused', async () => {
    serverOf('ana');
    await refreshSession();
    const result = closeAccount();
    signedOut();
    expect(await result).toMatchObject({ ok: false, problem: refusal });
  });
});
