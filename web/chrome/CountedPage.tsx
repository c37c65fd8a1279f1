import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { countPage } from '#web/analytics/use-exposure.ts';

/** Counts each opened page by its path, without query or fragment. */
export function CountedPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    countPage(`/app${pathname}`);
  }, [pathname]);
  return null;
}
