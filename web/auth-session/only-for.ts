import { homeOf, type UserRole } from '#contract/home-redirect.ts';
import type { Guard } from '#web/navigation/screen-route.ts';
import { addresses, base } from '#web/site/addresses.ts';
import { maybeSignedIn, refreshSession, signedIn } from './signed-in.ts';
import { rememberReturnTo } from './return-to.ts';

/** The same page without the router's base. */
export function withoutBase(address: string): string {
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}

async function ask(): Promise<void> {
  if (signedIn().state === 'in') return;
  const problem = await refreshSession();
  if (problem) throw new Response(problem.message, { status: 503 });
}

/**
 * Runs before a screen for people who are signed in: others log in first and come back; another role's page is refused
 * (specification 2.1, permission-denied). The server decides again with every call.
 */
export function onlyFor(roles: readonly UserRole[]): Guard {
  return async ({ pathname, search }) => {
    await ask();
    const now = signedIn();
    if (now.state !== 'in') {
      rememberReturnTo(pathname + search);
      return addresses.login;
    }
    if (!roles.includes(now.session.role)) throw new Response(null, { status: 403 });
    return null;
  };
}

/** Runs before the login page: whoever is signed in already goes home. */
export async function goHomeIfSignedIn(): Promise<string | null> {
  if (!maybeSignedIn()) return null;
  await refreshSession();
  const now = signedIn();
  return now.state === 'in' ? withoutBase(homeOf[now.session.role]) : null;
}
