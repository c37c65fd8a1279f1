import type { Page } from '@playwright/test';

type Shift = { screen: string; value: number; moved: string[] };
type Entry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Letters of the page's own font differ from those before it by a fraction of a pixel. */
const unseen = 0.001;

/**
 * Notes what moves by itself on each screen from now on. What follows a press within half a second answers it, and in
 * the frame in which another screen comes nothing moves: it is another.
 */
export async function watchShifts(page: Page): Promise<{ moved: () => string[] }> {
  const shifts: Shift[] = [];
  await page.exposeFunction('noteShift', (shift: Shift) => shifts.push(shift));
  await page.addInitScript(() => {
    const { noteShift } = window as unknown as { noteShift: (shift: Shift) => void };
    const changes: { from: number; until: number }[] = [];
    let heading: Element | null = null;
    new MutationObserver(() => {
      const now = document.querySelector('main h1');
      if (now === heading) return;
      heading = now;
      const change = { from: performance.now(), until: Infinity };
      changes.push(change);
      requestAnimationFrame(() => requestAnimationFrame(() => (change.until = performance.now())));
    }).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(
          ({ node, previousRect: was, currentRect: is }) =>
            `${node?.nodeName.toLowerCase()} ${node?.className ?? ''} from ${was.x},${was.y} to ${is.x},${is.y}`,
        );
        const isChange = changes.some(({ from, until }) => from <= startTime && startTime <= until);
        if (!hadRecentInput && !isChange) noteShift({ screen: location.pathname, value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const moved = () =>
    [...Map.groupBy(shifts, ({ screen }) => screen)]
      .map(([screen, all]) => ({ screen, all, sum: all.reduce((sum, { value }) => sum + value, 0) }))
      .filter(({ sum }) => sum > unseen)
      .map(({ screen, all, sum }) => `${screen} ${sum.toFixed(4)}: ${all.flatMap(({ moved }) => moved).join(', ')}`);
  return { moved };
}
