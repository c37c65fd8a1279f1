import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * Code of a screen or of a part of one could not be fetched: the connection is gone, or a new release has replaced the
 * files this tab knows. The screen in sight stays as it is, with all that was typed, until the person tries again or
 * reloads.
 */
type LoadingError = {
  retry: () => void;
  /**
   * Asked for again by a person, it failed again: most browsers remember a script that once failed for as long as the
   * page lives, so that only the page loaded anew can go on.
   */
  failedAgain: boolean;
};

const store = createStore<LoadingError | null>(() => null);
export const subscribeToLoadingError = store.subscribe;
export const useLoadingError = (): LoadingError | null => useStore(store);

/** Loads until it works. After a failure it waits for "try again", or for the connection to come back. */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (cause) {
      if (typeof window === 'undefined') throw cause;
      await nextTry();
    }
  }
}

let waiting: (() => void)[] = [];
let askedByPerson = false;

/** Everything that is missing is asked for again at once: one press is enough. */
function retry() {
  window.removeEventListener('online', retry);
  const held = waiting;
  waiting = [];
  store.setState(null, true);
  for (const goOn of held) goOn();
}

function retryForPerson() {
  askedByPerson = true;
  retry();
}

function nextTry(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    window.addEventListener('online', retry);
    store.setState({ retry: retryForPerson, failedAgain: askedByPerson }, true);
    askedByPerson = false;
  });
}

/**
 * A part of a screen whose code comes when it is first shown. One that does not come leaves the rest of the screen as
 * it is.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPatiently(load));
}
