import { type RefObject, useEffect, useState } from 'react';

/** Whether the pointer is over an element or the focus is in it: what leaves by itself waits as long as this is so. */
export function useHoverOrFocus(ref: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => setHeld(true), { signal });
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => setHeld(false), { signal });
    return () => listening.abort();
  }, [ref]);
  return held;
}
