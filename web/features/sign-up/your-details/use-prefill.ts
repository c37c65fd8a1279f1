import { use } from 'react';
import type { JoinSession } from '#web/join-session/join-session.ts';
import { loadWithRetry } from '#web/ui/loading-error.ts';
import type { Prefill } from './prefill.ts';

const nothing: Prefill = {};
let read: { from: string; prefill: Promise<Prefill> } | undefined;

/**
 * What the sign-up's link prefills, unless something was saved since. With such a link the form is rendered once it has
 * been parsed; without one nothing is loaded.
 */
export function usePrefill({ prefill, stepOneValues }: Pick<JoinSession, 'prefill' | 'stepOneValues'>): Prefill {
  if (prefill === null || stepOneValues !== null) return nothing;
  if (read?.from !== prefill) read = { from: prefill, prefill: readPrefill(prefill) };
  return use(read.prefill);
}

async function readPrefill(encoded: string): Promise<Prefill> {
  return (await loadWithRetry(() => import('./prefill.ts'))).parsePrefill(encoded);
}
