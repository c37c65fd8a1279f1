import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { paymentKeys as keys } from '#web/join-session/payment-keys.ts';
import {
  isSettled,
  type PayOutcome,
  type PayResult,
  pauseBefore,
  payOutcome,
  type ReadResult,
  readOutcome,
} from './pay-outcome.ts';

/**
 * `asking`: the charge may have happened, and paying again is blocked until the outcome is known. `lost`: the
 * connection broke first.
 */
export type Paying =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'asking'; because: 'confirming' | 'lost'; round: number };

export type PaidAnswer = { outcome: 'PAID' };
export type PaymentCalls<Body, P extends PaidAnswer> = {
  pay: (request: { key: string; body: Body }) => Promise<PayResult<P>>;
  /** By the key of the submission; null asks for the latest payment, whosever submission it was. */
  readPayment: (key: string | null) => Promise<ReadResult<P>>;
};

type Options<Body, P extends PaidAnswer> = {
  subjectId: string;
  calls: PaymentCalls<Body, P>;
  /** Called with every final outcome. `fresh`: it answers a submission of this page. */
  onOutcome: (outcome: PayOutcome<P>, about: { fresh: boolean }) => void;
  /** The page cannot pay: it reads the outcome from the start, and gets `none` too. */
  startAsking?: boolean;
};

/**
 * Submits a payment once, and reads its outcome, also after a reload or a lost connection (PAY1, PAY4, REL9).
 */
export function usePaying<Body, P extends PaidAnswer>({
  subjectId,
  calls,
  onOutcome,
  startAsking = false,
}: Options<Body, P>): { paying: Paying; submit: (body: Body) => Promise<void> } {
  const [paying, setPaying] = useState<Paying>(() =>
    startAsking || keys.pending(subjectId) !== null
      ? { state: 'asking', because: 'lost', round: 0 }
      : { state: 'idle' },
  );
  const busy = useRef(paying.state !== 'idle');
  const submittedHere = useRef(false);

  const take = (outcome: PayOutcome<P>) => {
    const fresh = submittedHere.current;
    // "None" keeps the key of a submission of this page: sent again, it is the same intention.
    if (isSettled(outcome) || (outcome.kind === 'none' && !fresh)) keys.settle(subjectId);
    if (outcome.kind === 'confirming' || outcome.kind === 'unknown') {
      busy.current = true;
      const because = outcome.kind === 'confirming' ? 'confirming' : 'lost';
      return setPaying((before) => ({
        state: 'asking',
        because,
        round: before.state === 'asking' ? before.round + 1 : 0,
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
    take(payOutcome(await calls.pay({ key, body })));
  };

  useFirstLook({ subjectId, calls, isBusy: () => busy.current, onFound: take });
  useAsking({ paying, ask: () => calls.readPayment(keys.pending(subjectId)), onAnswer: take });
  return { paying, submit };
}

type FirstLook<P extends PaidAnswer> = {
  subjectId: string;
  calls: Pick<PaymentCalls<never, P>, 'readPayment'>;
  isBusy: () => boolean;
  onFound: (outcome: PayOutcome<P>) => void;
};

/** Paid in another tab, or before this page was loaded: read once, in the background. */
function useFirstLook<P extends PaidAnswer>({ subjectId, calls, isBusy, onFound }: FirstLook<P>): void {
  const look = useEffectEvent(() => calls.readPayment(null));
  const found = useEffectEvent((outcome: PayOutcome<P>) => {
    if (!isBusy() && (outcome.kind === 'paid' || outcome.kind === 'confirming')) onFound(outcome);
  });
  useEffect(() => {
    if (keys.pending(subjectId) !== null) return;
    let gone = false;
    void look().then((result) => {
      if (!gone) found(readOutcome(result));
    });
    return () => {
      gone = true;
    };
  }, [subjectId]);
}

type Asking<P extends PaidAnswer> = {
  paying: Paying;
  ask: () => Promise<ReadResult<P>>;
  onAnswer: (outcome: PayOutcome<P>) => void;
};

/** Polls the outcome of the payment with growing pauses, and at once when the connection is back. */
function useAsking<P extends PaidAnswer>({ paying, ask, onAnswer }: Asking<P>): void {
  const round = paying.state === 'asking' ? paying.round : null;
  const immediate = paying.state === 'asking' && paying.because === 'lost' && paying.round === 0;
  const look = useEffectEvent(ask);
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (round === null) return;
    let gone = false;
    const askNow = () =>
      void look().then((result) => {
        if (!gone) answered(readOutcome(result));
      });
    const timer = setTimeout(askNow, immediate ? 0 : pauseBefore(round));
    const atOnce = () => {
      clearTimeout(timer);
      askNow();
    };
    window.addEventListener('online', atOnce, { once: true });
    return () => {
      gone = true;
      clearTimeout(timer);
      window.removeEventListener('online', atOnce);
    };
  }, [round, immediate]);
}
