import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { paymentKeys as keys } from '#web/join-session/payment-keys.ts';
import {
  isSettled,
  type PayOutcome,
  type PayResult,
  payOutcome,
  pollDelayMs,
  type ReadResult,
  readOutcome,
} from './pay-outcome.ts';

/**
 * `polling`: the charge may have happened, and paying again is blocked until the outcome is known. `lost`: the
 * connection broke before the response.
 */
export type PaymentProgress =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'polling'; reason: 'confirming' | 'lost'; polls: number };

export type PaidAnswer = { outcome: 'PAID' };
export type PaymentCalls<Body, P extends PaidAnswer> = {
  pay: (request: { key: string; body: Body }) => Promise<PayResult<P>>;
  /** By the submission's key; null reads the latest payment, of any tab or device. */
  readPayment: (key: string | null) => Promise<ReadResult<P>>;
};

type Options<Body, P extends PaidAnswer> = {
  subjectId: string;
  calls: PaymentCalls<Body, P>;
  /** Called with every final outcome. `fresh`: of a submission made on this page. */
  onOutcome: (outcome: PayOutcome<P>, context: { fresh: boolean }) => void;
  /** For a page that cannot pay: polls from the start, and reports `none` too. */
  startPolling?: boolean;
};

/** Submits a payment once, and reads its outcome, also after a reload or a lost connection (PAY1, PAY4, REL9). */
export function usePaying<Body, P extends PaidAnswer>({
  subjectId,
  calls,
  onOutcome,
  startPolling = false,
}: Options<Body, P>): { paying: PaymentProgress; submit: (body: Body) => Promise<void> } {
  const [paying, setPaying] = useState<PaymentProgress>(() =>
    startPolling || keys.pending(subjectId) !== null
      ? { state: 'polling', reason: 'lost', polls: 0 }
      : { state: 'idle' },
  );
  const busy = useRef(paying.state !== 'idle');
  const submittedHere = useRef(false);

  const handleOutcome = (outcome: PayOutcome<P>) => {
    const fresh = submittedHere.current;
    // "None" keeps the key of this page's submission: a retry is the same intention to pay.
    if (isSettled(outcome) || (outcome.kind === 'none' && !fresh)) keys.settle(subjectId);
    if (outcome.kind === 'confirming' || outcome.kind === 'unknown') {
      busy.current = true;
      const reason = outcome.kind === 'confirming' ? 'confirming' : 'lost';
      return setPaying((before) => ({
        state: 'polling',
        reason,
        polls: before.state === 'polling' ? before.polls + 1 : 0,
      }));
    }
    busy.current = false;
    setPaying({ state: 'idle' });
    onOutcome(outcome, { fresh });
  };

  const submit = async (body: Body) => {
    if (busy.current) return;
    busy.current = true;
    submittedHere.current = true;
    setPaying({ state: 'sending' });
    const key = keys.keyFor({ subjectId, body });
    handleOutcome(payOutcome(await calls.pay({ key, body })));
  };

  useInitialRead({ subjectId, calls, isBusy: () => busy.current, onOutcome: handleOutcome });
  usePollOutcome({ paying, read: () => calls.readPayment(keys.pending(subjectId)), onOutcome: handleOutcome });
  return { paying, submit };
}

type InitialRead<P extends PaidAnswer> = {
  subjectId: string;
  calls: Pick<PaymentCalls<never, P>, 'readPayment'>;
  isBusy: () => boolean;
  onOutcome: (outcome: PayOutcome<P>) => void;
};

/** Reads once in the background whether another tab, or this page before a reload, has paid. */
function useInitialRead<P extends PaidAnswer>({ subjectId, calls, isBusy, onOutcome }: InitialRead<P>): void {
  const read = useEffectEvent(() => calls.readPayment(null));
  const handleFound = useEffectEvent((outcome: PayOutcome<P>) => {
    if (!isBusy() && (outcome.kind === 'paid' || outcome.kind === 'confirming')) onOutcome(outcome);
  });
  useEffect(() => {
    if (keys.pending(subjectId) !== null) return;
    let cancelled = false;
    void read().then((result) => {
      if (!cancelled) handleFound(readOutcome(result));
    });
    return () => {
      cancelled = true;
    };
  }, [subjectId]);
}

type PollOptions<P extends PaidAnswer> = {
  paying: PaymentProgress;
  read: () => Promise<ReadResult<P>>;
  onOutcome: (outcome: PayOutcome<P>) => void;
};

/** Polls the outcome with growing delays, and at once when the connection is back. */
function usePollOutcome<P extends PaidAnswer>({ paying, read, onOutcome }: PollOptions<P>): void {
  const polls = paying.state === 'polling' ? paying.polls : null;
  const immediate = paying.state === 'polling' && paying.reason === 'lost' && paying.polls === 0;
  const readLatest = useEffectEvent(read);
  const handleOutcome = useEffectEvent(onOutcome);
  useEffect(() => {
    if (polls === null) return;
    let cancelled = false;
    const pollNow = () =>
      void readLatest().then((result) => {
        if (!cancelled) handleOutcome(readOutcome(result));
      });
    const timer = setTimeout(pollNow, immediate ? 0 : pollDelayMs(polls));
    const pollImmediately = () => {
      clearTimeout(timer);
      pollNow();
    };
    window.addEventListener('online', pollImmediately, { once: true });
    return () => {
      cancelled = true;
      clearTimeout(timer);
      window.removeEventListener('online', pollImmediately);
    };
  }, [polls, immediate]);
}
