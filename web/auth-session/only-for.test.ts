import type { Location } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyFor, skipLoginIfSignedIn } from './only-for.ts';
import { forgetReturnTo, returnTo } from './return-to.ts';
import { refreshSession, sessionEnded, signedOut } from './signed-in.ts';

const forApp = '/oidc/interaction/3f9UHh3bqN0aB4PZvJt1C';

function stubSession(session: { role: string; userId?: string } | null) {
  vi.stubGlobal('fetch', async () => Response.json({ session }));
  vi.stubGlobal('document', {
    documentElement: { toggleAttribute: () => undefined },
    cookie: session ? 'signed_in=1' : '',
  });
}

beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
afterEach(() => {
  stubSession(null);
  signedOut();
  forgetReturnTo();
  vi.unstubAllGlobals();
});

describe('the login page', () => {
  it.each([
    { redirect: null, to: '/home' },
    { redirect: '/app/account/billing#payment-method', to: '/account/billing#payment-method' },
    { redirect: 'https://evil.example/', to: '/home' },
    // Otherwise the app would never get its user back.
    { redirect: forApp, to: null },
  ])('L1: opened with $redirect by somebody signed in, leads to $to', async ({ redirect, to }) => {
    stubSession({ role: 'PARENT_A' });
    const search = redirect === null ? '' : `?redirect=${encodeURIComponent(redirect)}`;
    expect(await skipLoginIfSignedIn({ search })).toBe(to);
  });
});

describe('a page for people who are signed in', () => {
  it('B6: is returned to after the login with its query and its fragment', async () => {
    stubSession(null);
    const page = { pathname: '/app/account/billing', search: '?from=mail', hash: '#payment-method' } as Location;
    expect(await onlyFor(['PARENT_A'])(page)).toBe('/login');
    expect(returnTo('one')).toBe('/app/account/billing?from=mail#payment-method');
  });

  it.each([
    ['marta', '/account/receipts/hers'],
    ['joe', '/home'],
  ])(
    'B8: that was open when the session of marta ended is where a login leads her alone: %s to %s',
    async (userId, to) => {
      stubSession({ role: 'PARENT_A', userId: 'marta' });
      await refreshSession();
      sessionEnded({ shouldNotify: false });
      stubSession(null);
      const page = { pathname: '/app/account/receipts/hers', search: '', hash: '' } as Location;
      expect(await onlyFor(['PARENT_A'])(page)).toBe('/login');
      stubSession({ role: 'PARENT_A', userId });
      expect(await skipLoginIfSignedIn({ search: '' })).toBe(to);
    },
  );
});
