import { useEffect, useEffectEvent, useState } from 'react';

type Options = { waiting: boolean; submit: () => Promise<void> };

/**
 * Defers a submission until the country's lists have loaded: they may fill in missing fields, and an error that
 * disappears a moment later looks like a lost submission.
 */
export function useDeferredSubmit({ waiting, submit }: Options): { deferred: boolean; defer: () => void } {
  const [deferred, setDeferred] = useState(false);
  const send = useEffectEvent(submit);
  useEffect(() => {
    if (deferred && !waiting) void send().finally(() => setDeferred(false));
  }, [deferred, waiting]);
  return { deferred, defer: () => setDeferred(true) };
}
