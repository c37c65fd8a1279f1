import { useEffect, useEffectEvent, useState } from 'react';

type Options = { awaited: boolean; submit: () => Promise<void> };

/**
 * A press that comes before the country's lists waits for them: they may settle by themselves what is still missing,
 * and a complaint that mends itself a moment later looks like a press that was lost.
 */
export function usePressWhenKnown({ awaited, submit }: Options): { held: boolean; hold: () => void } {
  const [held, setHeld] = useState(false);
  const send = useEffectEvent(submit);
  useEffect(() => {
    if (held && !awaited) void send().finally(() => setHeld(false));
  }, [held, awaited]);
  return { held, hold: () => setHeld(true) };
}
