import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Counts each page that is opened: its path, never what follows it. The counting code comes after the page itself. */
export function CountedPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    void import('../analytics/track.ts').then(({ trackPage }) => trackPage(`/app${pathname}`));
  }, [pathname]);
  return null;
}
