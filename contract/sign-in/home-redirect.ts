/** Pages for signed-in users: the only ones to which a login returns (specification 4.7). */
const homePage =
  /^\/app\/(?:home|account|pro\/(?:cases|codes|invoices|practice))(?:\/[A-Za-z0-9_-]+)*\/?(?:\?[A-Za-z0-9_=&%.,-]*)?(?:#[A-Za-z0-9_=&%.,-]*)?$/;

/** The way back to the app that requested our login. The server knows which; the address does not name it. */
const clientLogin = /^\/oidc\/interaction\/[A-Za-z0-9_-]{16,64}$/;

/** Whether an address is not one of our pages: a browser must load it. */
export const isClientLogin = (redirect: string): boolean => clientLogin.test(redirect);

/**
 * The requested redirect, if it leads to one of our own pages for signed-in users, or on to the app that sent them
 * here, otherwise null. What a browser could read as another site (`//evil`, `/\evil`, `https:evil`, `javascript:`)
 * does not match.
 */
export function homeRedirect(redirect: string | null | undefined): string | null {
  if (typeof redirect !== 'string' || redirect.length > 300) return null;
  return homePage.test(redirect) || clientLogin.test(redirect) ? redirect : null;
}

/** The start page of each role. */
export const homeOf = { PARENT_A: '/app/home', PARENT_B: '/app/home', PROFESSIONAL: '/app/pro/cases' } as const;
export type UserRole = keyof typeof homeOf;
export const userRoles = ['PARENT_A', 'PARENT_B', 'PROFESSIONAL'] as const satisfies readonly UserRole[];
