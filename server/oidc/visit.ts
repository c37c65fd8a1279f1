import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '#contract/fields/languages.ts';

/** `provedMsAgo`: milliseconds since its owner last proved their identity. */
export type VisitSession = {
  id: string;
  userId: string;
  remembered: boolean;
  expiresAt: Date;
  provedMsAgo: number;
};

/**
 * The requesting browser's context for the provider's callbacks. `session`: ours, active, of a user who may sign in to
 * apps; null without one, and for calls not made by a browser.
 */
export type Visit = {
  session: VisitSession | null;
  language: Language;
  /** CSP nonce of the styles and scripts of the response's page. */
  nonce: string;
  /** Ends our session; resolves to the `Set-Cookie` lines that clear its cookies. */
  signOut: () => Promise<string[]>;
};

/** Whether the provider accepts the signed-in user: with a new login, as before, or not at all. */
export type LoginUse = 'begin' | 'keep' | 'none';

export const visits = new AsyncLocalStorage<Visit>();
