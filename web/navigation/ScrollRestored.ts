import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Navigation, NavigationState } from './navigation.ts';

/** A list that loads again after Back grows for a while. */
const restoreForMs = 5_000;
const ownScrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** After Back or Forward a page is scrolled to where it was left, until the person scrolls or acts. */
export default function ScrollRestored({ navigation }: { navigation: Navigation }): null {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const positions = useRef(new Map<string, number>());
  // In the commit of the new page, so that none of its scroll events is taken for the previous page's.
  useLayoutEffect(() => {
    // The page that was loaded has another key when it is entered again.
    const entry = key === 'loaded' ? 'default' : key;
    const top = isReturn ? (positions.current.get(entry) ?? 0) : 0;
    let until = top > 0 ? performance.now() + restoreForMs : 0;
    const isRestoring = () => performance.now() < until;
    let frame = 0;
    const restore = () => {
      if (!isRestoring()) return;
      if (window.scrollY !== top) window.scrollTo(0, top);
      frame = requestAnimationFrame(restore);
    };
    restore();
    const listening = new AbortController();
    const { signal } = listening;
    const stop = () => {
      until = 0;
    };
    for (const event of ownScrolling) window.addEventListener(event, stop, { signal, passive: true });
    const store = () => {
      if (!isRestoring()) positions.current.set(entry, window.scrollY);
    };
    store();
    // Once the page is being left, the browser's own restoration scrolls it to where the next one was.
    const isLeft = (now: NavigationState) => now.pending !== null || now.location.key !== key;
    const storeWhileHere = () => isLeft(navigation.state()) || store();
    window.addEventListener('scroll', storeWhileHere, { signal, passive: true });
    // The event of a scroll comes up to a frame after it.
    const storeOnLeaving = (now: NavigationState, before: NavigationState) => isLeft(now) && !isLeft(before) && store();
    const unsubscribe = navigation.subscribe(storeOnLeaving);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
      listening.abort();
    };
  }, [key, isReturn, navigation]);
  return null;
}
