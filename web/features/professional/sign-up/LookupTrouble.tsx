import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';

/** Lists that could not be loaded, and another try. */
export function LookupTrouble({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error">
      <p>{m.pro_lookup_failed()}</p>
      <div>
        <Button look="quiet" onClick={onRetry}>
          {m.pro_try_again()}
        </Button>
      </div>
    </Notice>
  );
}
