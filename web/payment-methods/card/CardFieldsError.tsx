import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import style from './CardFields.module.css';

/** Blocked, timed out or no token: what to do. Other payment methods still work. */
export function CardFieldsUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={style.shownError} role="alert">
      <p className={style.errorTitle}>{m.payment_methods_card_unavailable_title()}</p>
      <p>{m.payment_methods_card_unavailable()}</p>
      <Button variant="quiet" onClick={onRetry}>
        {m.ui_try_again()}
      </Button>
    </div>
  );
}

/** The live region must exist before its text. */
export function CardFieldsSlow({ status }: { status: 'loading' | 'slow' | 'ready' | 'unavailable' }) {
  return (
    <div role="status" className={style.slow}>
      {status === 'loading' && <VisuallyHidden>{m.payment_methods_card_loading()}</VisuallyHidden>}
      {status === 'slow' && <p>{m.payment_methods_card_slow()}</p>}
    </div>
  );
}
