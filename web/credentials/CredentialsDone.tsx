import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages/messages.js';
import { Actions, Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Card.tsx';
import layout from '#web/ui/layout.module.css';
import { PageHeading } from '#web/ui/PageHeading.tsx';

/** Specification 9. */
const redirectMs = 5_000;

/** "All set": continues after five seconds, or at once on a click. */
export function CredentialsDone({ onContinue }: { onContinue: () => void }) {
  const continueOnce = useEffectEvent(onContinue);
  useEffect(() => {
    const timer = setTimeout(() => continueOnce(), redirectMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`${layout.page} ${layout.narrow}`}>
      <PageHeading focusOnLoad>{m.receipt_heading()}</PageHeading>
      <div role="status">
        <Notice tone="success">
          <p>{m.credentials_done_text()}</p>
        </Notice>
      </div>
      <Actions>
        <Button onClick={onContinue}>{m.ui_continue()}</Button>
      </Actions>
    </div>
  );
}
