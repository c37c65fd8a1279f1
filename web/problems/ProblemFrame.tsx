import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useLanguage } from '#web/i18n/language.ts';
import { useGuardFailure } from '#web/navigation/NavigationView.tsx';
import { CatchProblem } from './CatchProblem.tsx';
import { NotFound, PermissionDenied, UnexpectedProblem } from './pages.tsx';

/** The error boundary of a frame: what a screen or its guard threw becomes a page. */
export function ProblemFrame() {
  const failure = useGuardFailure();
  if (failure) return <ProblemOf error={failure.error} />;
  return (
    <CatchProblem Page={ProblemOf}>
      <Outlet />
    </CatchProblem>
  );
}

/** 403, 404, or an unexpected error, which is logged once. */
function ProblemOf({ error }: { error: unknown }) {
  const status = error instanceof Response ? error.status : 500;
  useLanguage();
  useEffect(() => {
    if (status >= 500) console.error(error);
  }, [error, status]);
  if (status === 403) return <PermissionDenied />;
  if (status === 404) return <NotFound />;
  return <UnexpectedProblem />;
}
