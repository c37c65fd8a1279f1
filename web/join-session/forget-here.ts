import { paths } from '#contract/sign-up-flow.ts';
import { base, joinAddress } from '#web/site/addresses.ts';
import { freshSession } from './join-session.ts';
import { changeSession } from './session-store.ts';

/**
 * Empties this tab at once, and loads the first page anew: what stood in its memory goes too, and a way back shows
 * nothing.
 */
export function forgetHere(): void {
  changeSession(() => freshSession());
  try {
    window.sessionStorage.clear();
  } catch {
    // A browser that forbids it has stored nothing.
  }
  window.location.replace(`${base}${joinAddress(paths.landing)}`);
}
