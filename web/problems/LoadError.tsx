import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

type Props = {
  /** What failed to load; the whole page when left out. */
  what?: string;
  problem: Pick<CallProblem, 'code' | 'message'>;
  onRetry: () => void;
};

/** A loading error with its reason and a retry button; for an account that somebody else claims, the way on. */
export function LoadError({ what = m.account_failed(), problem, onRetry }: Props) {
  return (
    <div role="alert">
      <Notice tone="error">
        <p>
          <strong>{what}</strong>
        </p>
        <p>{problem.message}</p>
        <div>
          {problem.code === 'ACCOUNT_FROZEN' ? (
            <ButtonLink to={addresses.myAccount}>{m.ownership_title()}</ButtonLink>
          ) : (
            <Button variant="quiet" onClick={onRetry}>
              {m.ui_try_again()}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
