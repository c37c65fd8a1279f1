import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './staff.module.css';

/** `heading`: if nothing else of the page can be shown. */
type Props = { heading?: string; problem: CallProblem; onRetry: () => void };

/** A loading error with a retry. If the session has ended, the sign-in is shown in place. */
export function Unavailable({ heading, problem, onRetry }: Props) {
  const isSignedOut = problem.code === 'NOT_SIGNED_IN';
  return (
    <div className={style.page}>
      {heading !== undefined && <PageHeading>{heading}</PageHeading>}
      <div role="alert">
        <Notice tone="error">
          <p>{problem.message}</p>
        </Notice>
      </div>
      <span>
        <Button variant="quiet" onClick={isSignedOut ? () => window.location.reload() : onRetry}>
          {isSignedOut ? 'Log in' : 'Try again'}
        </Button>
      </span>
    </div>
  );
}
