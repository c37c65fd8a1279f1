import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels. */
export type Widths = { windowWidth: number; columnWidth: number };

/**
 * The current widths of the window and an element; null before the first measurement. Hidden, it keeps the last one.
 */
export function useWidths<Element extends HTMLElement>(): [RefObject<Element | null>, Widths | null] {
  const column = useRef<Element>(null);
  const [widths, setWidths] = useState<Widths | null>(null);
  useLayoutEffect(() => {
    const element = column.current;
    if (!element) return;
    const measure = () => {
      const columnWidth = element.getBoundingClientRect().width;
      const windowWidth = window.innerWidth;
      const isSame = (current: Widths | null) =>
        current?.windowWidth === windowWidth && current.columnWidth === columnWidth;
      if (columnWidth > 0) setWidths((current) => (isSame(current) ? current : { windowWidth, columnWidth }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The column stops growing before the window does.
    for (const watched of [element, document.documentElement]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [column, widths];
}
