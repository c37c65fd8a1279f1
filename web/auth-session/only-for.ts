import { createPath, type Path } from 'react-router';
import { homeOf, homeRedirect, isClientLogin, type UserRole } from '#contract/sign-in/home-redirect.ts';
import type { Guard } from '#web/navigation/screen-route.ts';
import { addresses, base } from '#web/site/addresses.ts';
import { forgetReturnTo, rememberReturnTo, returnTo } from './return-to.ts';
import { maybeSignedIn, refreshSession, signedIn } from './signed-in.ts';

/** Strips the router's base from an address. */
export function withoutBase(address: string): string {
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}

async function requireSessionState(): Promise<void> {
  if (signedIn().state === 'in') return;
  const problem = await refreshSession();
  if (problem) throw new Response(problem.message, { status: 503 });
}

/**
 * Guards a screen by role: others log in first and return; another role's page is refused (specification 2.1,
 * permission-denied). The server decides again with every call.
 */
export function onlyFor(roles: readonly UserRole[]): Guard {
  return async (requested) => {
    await requireSessionState();
    const now = signedIn();
    if (now.state !== 'in') {
      rememberReturnTo(createPath(requested));
      return addresses.login;
    }
    if (!roles.includes(now.session.role)) throw new Response(null, { status: 403 });
    return null;
  };
}

/**
 * Guards the login page: a signed-in user goes to the page that was asked for, by the address or before in this tab, or
 * to their start page. An app that sends a signed-in user here wants a new proof of who they are, so the form is shown.
 */
export async function skipLoginIfSignedIn({ search }: Pick<Path, 'search'>): Promise<string | null> {
  const redirect = homeRedirect(new URLSearchParams(search).get('redirect'));
  if (!maybeSignedIn() || (redirect !== null && isClientLogin(redirect))) return null;
  await refreshSession();
  const now = signedIn();
  if (now.state !== 'in') return null;
  const to = redirect ?? returnTo(now.session.userId) ?? homeOf[now.session.role];
  forgetReturnTo();
  return withoutBase(to);
}
