import { Suspense, useEffect } from 'react';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { ConfirmingPaymentProps } from './ConfirmingPayment.tsx';

const load = () => import('./ConfirmingPayment.tsx');
const ConfirmingPayment = lazyPart(async () => ({ default: (await load()).ConfirmingPayment }));

type Props = Omit<ConfirmingPaymentProps, 'polling'> & { polling: ConfirmingPaymentProps['polling'] | null };

/** Loads with the page, because the connection may be lost by the time there is something to confirm. */
export function LateConfirmingPayment({ polling, ...props }: Props) {
  useEffect(() => void load().catch(() => undefined), []);
  return (
    polling && (
      <Suspense fallback={null}>
        <ConfirmingPayment polling={polling} {...props} />
      </Suspense>
    )
  );
}
