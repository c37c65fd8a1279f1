import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { base, joinAddress } from '#web/site/addresses.ts';
import { tabStorage } from '#web/site/tab-storage.ts';
import { freshSession } from './join-session.ts';
import { changeSession } from './session-store.ts';

/** Clears this tab and loads the first page, or another one, so that memory is cleared too and Back shows nothing. */
export function forgetHere(address = joinAddress(paths.landing)): void {
  changeSession(() => freshSession());
  tabStorage().clear();
  window.location.replace(`${base}${address}`);
}
