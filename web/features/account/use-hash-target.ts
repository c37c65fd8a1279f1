import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to and focuses the section of the page named by the address' hash, once it is `there` and visible: a section
 * below one whose code is loading is hidden until then. The same link selected again leads there again.
 */
export function useHashTarget(there: boolean): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const target = there && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (!target) return undefined;
    const observer = new ResizeObserver(() => {
      if (target.getClientRects().length === 0) return;
      observer.disconnect();
      target.scrollIntoView({ block: 'start' });
      target.focus({ preventScroll: true });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [there, location]);
}
