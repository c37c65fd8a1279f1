import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Takes focus and sight to the part of the page that the address names, once that part is `there`. */
export function useHashTarget(there: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!there || hash === '') return;
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [there, hash]);
}
