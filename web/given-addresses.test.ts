import { createPath, matchRoutes, parsePath } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserRole } from '#contract/sign-in/home-redirect.ts';
import { writeMail } from '#server/mail-templates/render-mail.ts';
import { mailTemplates } from '#tests/setup/mail-templates.ts';
import { forgetReturnTo, returnTo } from './auth-session/return-to.ts';
import { signedOut } from './auth-session/signed-in.ts';
import { linkedScreens, parentScreens, signedInScreens } from './features/account/screens.ts';
import { professionalScreens } from './features/professional/screens.ts';
import { laterRoutes } from './later-routes.ts';
import { addRoutes, routes } from './routes.tsx';
import { base } from './site/addresses.ts';

addRoutes(laterRoutes);

function stubSession(role: UserRole | null) {
  vi.stubGlobal('fetch', async () => Response.json({ session: role && { role } }));
  vi.stubGlobal('document', {
    documentElement: { toggleAttribute: () => undefined },
    cookie: role ? 'signed_in=1' : '',
  });
}

/** Where an address leads by all guards, without the base; `refused` where a guard throws. */
async function ledTo(address: string): Promise<string> {
  const { pathname = '/', search = '', hash = '' } = parsePath(address);
  const requested = { pathname: base + pathname, search, hash, state: null, key: '' };
  for (const { route } of matchRoutes(routes, requested.pathname, base) ?? []) {
    try {
      const elsewhere = await route.guard?.(requested);
      if (elsewhere) return ledTo(elsewhere);
    } catch {
      return 'refused';
    }
  }
  return createPath({ pathname, search, hash });
}

async function as(role: UserRole | null, address: string): Promise<string> {
  stubSession(role);
  signedOut();
  return ledTo(address);
}

beforeEach(() => vi.stubGlobal('BroadcastChannel', undefined));
afterEach(() => {
  stubSession(null);
  signedOut();
  forgetReturnTo();
  vi.unstubAllGlobals();
});

const ofParents = [...parentScreens, ...signedInScreens].map(([path]) => path.replace(':orderId', 'one'));
const ofProfessionals = professionalScreens.map(([path]) => path);
const linked = linkedScreens.map(([path]) => path);

/** The addresses of all links in all mails that lead into the application. */
const mailed = [
  ...new Set(
    mailTemplates.flatMap((template) => {
      const order = { template, language: 'en', country: 'US', props: template.sample } as const;
      return writeMail(order).mail.blocks.flatMap((block) => ('url' in block ? block.url : []));
    }),
  ),
]
  .map((url) => url.replace(/^https:\/\/[^/]+/, ''))
  .filter((url) => url.startsWith(`${base}/`))
  .map((url) => url.slice(base.length))
  .filter((url) => url !== '/login');

describe('an address that a mail, an app or another page gives', () => {
  it.each([
    ...ofParents.map((path) => ({ path, role: 'PARENT_A' as const })),
    ...ofProfessionals.map((path) => ({ path, role: 'PROFESSIONAL' as const })),
  ])('L1, B6: $path is where a login leads that it asked for, in this tab or another', async ({ path, role }) => {
    const asked = `${path}?from=mail#part`;
    expect(await as(role, asked)).toBe(asked);
    expect(await as(null, asked)).toBe('/login');
    expect(returnTo('one')).toBe(base + asked);
    // Signed in meanwhile by another tab, and loaded again.
    expect(await as(role, '/login')).toBe(asked);
    expect(await as(role, `/login?redirect=${encodeURIComponent(base + asked)}`)).toBe(asked);
  });

  it.each(linked)('L3: %s opens for everybody, signed in or out, with what its link carries', async (path) => {
    for (const role of [null, 'PARENT_A', 'PARENT_B', 'PROFESSIONAL'] as const)
      expect(await as(role, `${path}#token=abc`)).toBe(`${path}#token=abc`);
  });

  it.each(mailed)('L3: %s of a mail leads to nothing but itself, at most by way of the login', async (address) => {
    for (const role of ['PARENT_A', 'PARENT_B', 'PROFESSIONAL'] as const)
      expect([address, 'refused']).toContain(await as(role, address));
    const led = await as(null, address);
    expect([address, '/login']).toContain(led);
    if (led === '/login') expect(returnTo('one')).toBe(base + address);
  });

  it('L1: of an app that wants a fresh login is answered with the form, whoever is signed in', async () => {
    const login = `/login?redirect=${encodeURIComponent('/oidc/interaction/3f9UHh3bqN0aB4PZvJt1C')}`;
    for (const role of [null, 'PARENT_A', 'PARENT_B', 'PROFESSIONAL'] as const)
      expect(await as(role, login)).toBe(login);
  });
});
