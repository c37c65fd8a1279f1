import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { countPage } from '#web/analytics/use-exposure.ts';

/** Counts each page that is opened: its path, never what follows it. */
export function CountedPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    countPage(`/app${pathname}`);
  }, [pathname]);
  return null;
}
