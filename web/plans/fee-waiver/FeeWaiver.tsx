import { Suspense, useState } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { AskFeeWaiver } from './FeeWaiverDialog.tsx';

const FeeWaiverDialog = lazyPart(() => import('./FeeWaiverDialog.tsx'));

/** Near the plans: the quiet way to ask for a year without charge. */
export function FeeWaiver({ ask }: { ask: AskFeeWaiver }) {
  const [open, setOpen] = useState(false);
  return (
    <p>
      <Button variant="link" onClick={() => setOpen(true)}>
        {m.fee_waiver_open()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FeeWaiverDialog ask={ask} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
