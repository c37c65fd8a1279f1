import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Takes focus and sight to the part of the page that the address names, once that part is `there` and seen: what
 * stands below a part whose code is still on its way is hidden until it has come.
 */
export function useHashTarget(there: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const target = there && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (!target) return undefined;
    const whenSeen = new ResizeObserver(() => {
      if (target.getClientRects().length === 0) return;
      whenSeen.disconnect();
      target.scrollIntoView({ block: 'start' });
      target.focus({ preventScroll: true });
    });
    whenSeen.observe(target);
    return () => whenSeen.disconnect();
  }, [there, hash]);
}
