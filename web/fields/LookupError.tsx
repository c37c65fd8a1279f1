import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

/** Lists that failed to load, with a retry button. */
export function LookupError({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error">
      <p>{m.lookup_failed()}</p>
      <div>
        <Button variant="quiet" onClick={onRetry}>
          {m.ui_try_again()}
        </Button>
      </div>
    </Notice>
  );
}
