import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '#contract/languages.ts';

/** `provedMsAgo`: since its owner last proved to be who they are. */
export type VisitSession = {
  id: string;
  userId: string;
  remembered: boolean;
  expiresAt: Date;
  provedMsAgo: number;
};

/**
 * What the provider's callbacks need to know of the browser that is asking. `session`: ours, live, of somebody who may
 * sign in to apps; null where nobody is signed in, and for calls that no browser makes.
 */
export type Visit = {
  session: VisitSession | null;
  language: Language;
  /** Allows styles and scripts of the answer's page. */
  nonce: string;
  /** Ends our session; the lines of `Set-Cookie` by which the browser forgets it. */
  signOut: () => Promise<string[]>;
};

/** Whether the provider takes whoever is signed in as they are: anew, as it did before, or not at all. */
export type LoginUse = 'begin' | 'keep' | 'none';

export const visits = new AsyncLocalStorage<Visit>();
