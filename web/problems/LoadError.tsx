import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

type Props = {
  /** What failed to load; the whole page when left out. */
  what?: string;
  problem: Pick<CallProblem, 'message'>;
  onRetry: () => void;
};

/** A loading error with its reason and a retry button. */
export function LoadError({ what = m.account_failed(), problem, onRetry }: Props) {
  return (
    <div role="alert">
      <Notice tone="error">
        <p>
          <strong>{what}</strong>
        </p>
        <p>{problem.message}</p>
        <div>
          <Button variant="quiet" onClick={onRetry}>
            {m.ui_try_again()}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
