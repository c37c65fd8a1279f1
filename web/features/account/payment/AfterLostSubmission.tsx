import { type ReactNode, Suspense, useState } from 'react';
import { paymentKeys } from '#web/join-session/payment-keys.ts';
import { lazyPart } from '#web/ui/loading-error.ts';
import { FormSkeleton } from '#web/ui/Skeleton.tsx';
import type { LostSubmissionProps } from './LostSubmission.tsx';

const LostSubmission = lazyPart(async () => ({ default: (await import('./LostSubmission.tsx')).LostSubmission }));

type Props = Omit<LostSubmissionProps, 'onUnpaid'> & { children: ReactNode };

/**
 * A page that waits for the outcome of a payment submission from before a reload: it may have changed the plan, so that
 * what the page says would be outdated.
 */
export function AfterLostSubmission({ children, ...submission }: Props) {
  const [isLost, setLost] = useState(() => paymentKeys.pending(submission.subjectId) !== null);
  if (!isLost) return children;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <LostSubmission {...submission} onUnpaid={() => setLost(false)} />
    </Suspense>
  );
}
