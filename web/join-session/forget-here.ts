import { paths } from '#contract/sign-up-flow.ts';
import { base, joinAddress } from '#web/site/addresses.ts';
import { freshSession } from './join-session.ts';
import { changeSession } from './session-store.ts';

/** Clears this tab and loads the first page, so that memory is cleared too and Back shows nothing. */
export function forgetHere(): void {
  changeSession(() => freshSession());
  try {
    window.sessionStorage.clear();
  } catch {
    // A browser that forbids the storage has stored nothing.
  }
  window.location.replace(`${base}${joinAddress(paths.landing)}`);
}
