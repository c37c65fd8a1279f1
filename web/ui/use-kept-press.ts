import { useEffect, useState } from 'react';

/**
 * A press that must wait for what still loads is kept, shown as waiting, and carried out or answered: it is never lost.
 * `mustWait` is asked again after each rendering, so it may look at values that effects have just filled in.
 */
export function useKeptPress({ mustWait, carryOut }: { mustWait: () => boolean; carryOut: () => void }) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isKept || mustWait()) return;
    // After the other effects of this rendering, which bring rules and values.
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
