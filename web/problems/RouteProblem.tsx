import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useLanguage } from '#web/i18n/language.ts';
import { NotFound, PermissionDenied, UnexpectedProblem } from './pages.tsx';

/** Turns what a screen or its loader threw into a page: 403, 404, or a fault, which is logged once. */
export function RouteProblem() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  useLanguage();
  useEffect(() => {
    if (status >= 500) console.error(error);
  }, [error, status]);
  if (status === 403) return <PermissionDenied />;
  if (status === 404) return <NotFound />;
  return <UnexpectedProblem />;
}
