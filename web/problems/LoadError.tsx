import { m } from '#messages/messages.js';
import type { CallProblem } from '#web/api/problem.ts';
import { addresses } from '#web/site/addresses.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

type Props = {
  /** What failed to load; the whole page when left out. */
  what?: string;
  problem: Pick<CallProblem, 'message'> & { code?: CallProblem['code'] };
  onRetry: () => void;
};

/** A loading error with its reason and a retry button; for a paused account, with a link to where that is decided. */
export function LoadError({ what = m.account_failed(), problem, onRetry }: Props) {
  if (problem.code === 'ACCOUNT_FROZEN')
    return (
      <div role="alert">
        <Notice>
          <p>{problem.message}</p>
          <div>
            <ButtonLink to={addresses.myAccount}>{m.ownership_title()}</ButtonLink>
          </div>
        </Notice>
      </div>
    );
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
