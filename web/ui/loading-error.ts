import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * The code of a screen or part failed to load: the connection is lost, or a new release has replaced this tab's files.
 * The current screen stays with its input until the person retries or reloads.
 */
type LoadingError = {
  retry: () => void;
  /**
   * A retry by the person failed again: most browsers cache a failed script import for as long as the page lives, so
   * that only a reload helps.
   */
  failedAgain: boolean;
};

const store = createStore<LoadingError | null>(() => null);
export const subscribeToLoadingError = store.subscribe;
export const useLoadingError = (): LoadingError | null => useStore(store);

/** Retries until it works: after a failure when the person asks for it, or when the connection is back. */
export async function loadWithRetry<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (cause) {
      if (typeof window === 'undefined') throw cause;
      await untilRetried();
    }
  }
}

let waitingLoads: (() => void)[] = [];
let retriedByPerson = false;

/** Retries every failed load at once. */
function retry() {
  window.removeEventListener('online', retry);
  const resumes = waitingLoads;
  waitingLoads = [];
  store.setState(null, true);
  for (const resume of resumes) resume();
}

function retryForPerson() {
  retriedByPerson = true;
  retry();
}

function untilRetried(): Promise<void> {
  return new Promise((resolve) => {
    waitingLoads.push(resolve);
    window.addEventListener('online', retry);
    store.setState({ retry: retryForPerson, failedAgain: retriedByPerson }, true);
    retriedByPerson = false;
  });
}

/** A part of a screen whose code loads when it is first shown. If it fails, the rest of the screen stays. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadWithRetry(load));
}
