import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import style from './staff.module.css';

/** What could not be had, and another try. */
export function Unavailable({ problem, onRetry }: { problem: CallProblem; onRetry: () => void }) {
  return (
    <div className={style.page}>
      <div role="alert">
        <Notice tone="error">
          <p>{problem.message}</p>
        </Notice>
      </div>
      <span>
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      </span>
    </div>
  );
}
