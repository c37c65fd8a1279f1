import { type RefObject, useEffect, useState } from 'react';

/** Whether the pointer or the focus is in an element: what disappears by itself waits for that long. */
export function useHoverOrFocus(ref: RefObject<HTMLElement | null>): boolean {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => setActive(true), { signal });
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, () => setActive(false), { signal });
    return () => listening.abort();
  }, [ref]);
  return active;
}
