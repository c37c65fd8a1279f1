import { Suspense, useEffect } from 'react';
import { lazyPart } from '#web/ui/loading-error.ts';
import type { ConfirmingPaymentProps } from './ConfirmingPayment.tsx';

const load = () => import('./ConfirmingPayment.tsx');
const ConfirmingPayment = lazyPart(async () => ({ default: (await load()).ConfirmingPayment }));

type Props = Omit<ConfirmingPaymentProps, 'polling'> & { polling: ConfirmingPaymentProps['polling'] | null };

/** Loads once the page is there: when there is something to confirm, the connection may be lost. */
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
