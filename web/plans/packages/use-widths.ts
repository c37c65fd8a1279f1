import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels. */
export type Widths = { windowWidth: number; columnWidth: number };

/**
 * Width of the window and of an element, as they change; null before they were measured. While it is hidden it keeps
 * the last one.
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
      const isSame = (known: Widths | null) => known?.windowWidth === windowWidth && known.columnWidth === columnWidth;
      if (columnWidth > 0) setWidths((known) => (isSame(known) ? known : { windowWidth, columnWidth }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The column stops growing before the window does.
    for (const watched of [element, document.documentElement]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [column, widths];
}
