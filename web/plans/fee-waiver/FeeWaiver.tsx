import { Suspense, useState } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import { arrival, forgetArrival } from './arrival.ts';
import type { AskFeeWaiver } from './FeeWaiverForm.tsx';

const FeeWaiverDialog = lazyPart(() => import('./FeeWaiverForm.tsx'));

/** Near the plans: the quiet way to ask for a year without charge. It stands open for who came for it. */
export function FeeWaiver({ ask }: { ask: AskFeeWaiver }) {
  const [open, setOpen] = useState(() => arrival() !== null);
  const close = () => {
    forgetArrival();
    setOpen(false);
  };
  return (
    <>
      <Button variant="link" onClick={() => setOpen(true)}>
        {m.fee_waiver_open()}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FeeWaiverDialog ask={ask} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
