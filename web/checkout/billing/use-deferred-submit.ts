import { useEffect, useEffectEvent, useState } from 'react';

type Options = { awaited: boolean; submit: () => Promise<void> };

/**
 * Defers a submission until the lists of the country are known: they may fill in what is missing, and an error that
 * disappears a moment later looks like a lost submission.
 */
export function useDeferredSubmit({ awaited, submit }: Options): { deferred: boolean; defer: () => void } {
  const [deferred, setDeferred] = useState(false);
  const send = useEffectEvent(submit);
  useEffect(() => {
    if (deferred && !awaited) void send().finally(() => setDeferred(false));
  }, [deferred, awaited]);
  return { deferred, defer: () => setDeferred(true) };
}
