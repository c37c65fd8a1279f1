import { Suspense, useState } from 'react';
import { m } from '#messages/messages.js';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/loading-error.ts';
import style from '../packages/packages.module.css';
import { forgetArrival, storedArrival } from './arrival.ts';
import type { RequestFeeWaiver } from './FeeWaiverForm.tsx';

const FeeWaiverDialog = lazyPart(() => import('./FeeWaiverForm.tsx'));

/** A sentence below the plans: requests a year without charge. Expanded for visitors of a fee-waiver link. */
export function FeeWaiver({ requestFeeWaiver }: { requestFeeWaiver: RequestFeeWaiver }) {
  const [open, setOpen] = useState(() => storedArrival() !== null);
  const close = () => {
    forgetArrival();
    setOpen(false);
  };
  return (
    <>
      <p className={style.waiver}>
        {m.fee_waiver_unable()}{' '}
        <Button variant="link" onClick={() => setOpen(true)}>
          {m.fee_waiver_open()}
        </Button>
      </p>
      {open && (
        <Suspense fallback={null}>
          <FeeWaiverDialog requestFeeWaiver={requestFeeWaiver} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
