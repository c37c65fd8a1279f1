import type { Page } from '@playwright/test';
import { forgetFiles } from './reused-profiles.ts';

type Shift = { screen: string; value: number; moved: string[] };
type Entry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** The page's own font differs from its fallback by a fraction of a pixel. */
const unseen = 0.002;

/** A waiting button, and a list that is being searched. */
const waiting = '[data-waiting], search ~ [aria-busy="true"]';

/**
 * Records layout shifts on each screen from now on. A shift within half a second of input, or while the page shows that
 * it is waiting, is a response to it, and a new screen is no shift. Files load slowly, as on a first visit.
 */
export async function watchShifts(page: Page): Promise<{ moved: () => string[] }> {
  const shifts: Shift[] = [];
  await forgetFiles(page);
  await page.exposeFunction('noteShift', (shift: Shift) => shifts.push(shift));
  await page.addInitScript((isWaiting) => {
    const { noteShift } = window as unknown as { noteShift: (shift: Shift) => void };
    const changes: { from: number; until: number }[] = [];
    const began = () => changes[changes.push({ from: performance.now(), until: Infinity }) - 1];
    const drawn = (change: { until: number } | undefined) =>
      requestAnimationFrame(() => requestAnimationFrame(() => change && (change.until = performance.now())));
    let heading: string | undefined;
    let wait: ReturnType<typeof began>;
    new MutationObserver(() => {
      // Billing, payment and review are screens of one page, under one heading whose text changes.
      const [now, waits] = [document.querySelector('main h1')?.textContent, document.querySelector(isWaiting) !== null];
      if (now !== heading) drawn(began());
      heading = now;
      if (waits && !wait) wait = began();
      if (waits || !wait) return;
      drawn(wait);
      wait = undefined;
    }).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['data-waiting', 'aria-busy'],
    });
    addEventListener('resize', () => drawn(began()));
    // A test fills in without the keyboard, which the browser does not count as input.
    const typed = () => changes.push({ from: performance.now(), until: performance.now() + 500 });
    for (const type of ['input', 'change']) addEventListener(type, typed, true);
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
  }, waiting);
  const moved = () =>
    [...Map.groupBy(shifts, ({ screen }) => screen)]
      .map(([screen, all]) => ({ screen, all, sum: all.reduce((sum, { value }) => sum + value, 0) }))
      .filter(({ sum }) => sum > unseen)
      .map(({ screen, all, sum }) => `${screen} ${sum.toFixed(4)}: ${all.flatMap(({ moved }) => moved).join(', ')}`);
  return { moved };
}
