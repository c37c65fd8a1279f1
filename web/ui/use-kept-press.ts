import { useEffect, useState } from 'react';

/**
 * A press that must wait for loading data is kept, shown as waiting, and performed or rejected later: it is never lost.
 * `mustWait` is evaluated again after each rendering, so it may depend on values that effects have just filled in.
 */
export function useKeptPress({ mustWait, carryOut }: { mustWait: () => boolean; carryOut: () => void }) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isKept || mustWait()) return;
    // After the other effects of this rendering, which may set rules and values.
    let isOver = false;
    queueMicrotask(() => {
      if (isOver) return;
      setKept(false);
      carryOut();
    });
    return () => {
      isOver = true;
    };
  });
  return { isKept, press: () => (mustWait() ? setKept(true) : carryOut()) };
}
