import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** A list that loads again after Back grows for a while. */
const restoreForMs = 5_000;
const ownScrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** After Back or Forward a page is scrolled to where it was left, until the person scrolls or acts. */
export default function ScrollRestored(): null {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const positions = useRef(new Map<string, number>());
  // The page that was loaded has another key when it is entered again.
  const entry = key === 'loaded' ? 'default' : key;
  // In the commit of the new page, so that none of its scroll events is taken for the previous page's.
  useLayoutEffect(() => {
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
    window.addEventListener('scroll', store, { signal, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      listening.abort();
    };
  }, [entry, isReturn]);
  return null;
}
