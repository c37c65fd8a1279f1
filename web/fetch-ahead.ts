import type { Navigation } from './navigation/navigation.ts';

/** Files to prefetch by the current screen's path; written by `prerender-build.ts`. */
export type NextFiles = Record<string, string[]>;

const fetched = new Set<string>();
let nextFiles: Promise<NextFiles> | undefined;

/**
 * Prefetches the code of the screens that may come next. Fetched, not imported: a failed import stays failed for as
 * long as the page lives. Nothing is prefetched when the browser saves data. `table`: the URL of the table from the
 * build.
 */
export function prefetchNextScreens(navigation: Navigation, table: string): void {
  const fetchForCurrent = () => {
    if (navigation.state().pending === null && !isSavingData()) void prefetchAfter(location.pathname, table);
  };
  navigation.subscribe(fetchForCurrent);
  fetchForCurrent();
}

async function prefetchAfter(pathname: string, table: string): Promise<void> {
  try {
    nextFiles ??= fetchLowPriority(table).then(async (answer) => (await answer.json()) as NextFiles);
    const files = (await nextFiles)[pathname] ?? [];
    await Promise.all(files.filter(isMissing).map(fetchFile));
  } catch {
    nextFiles = undefined;
  }
}

const fetchLowPriority = (address: string) => fetch(address, { priority: 'low' });

async function fetchFile(address: string): Promise<void> {
  fetched.add(address);
  try {
    await (await fetchLowPriority(address)).arrayBuffer();
  } catch {
    fetched.delete(address);
  }
}

function isMissing(address: string): boolean {
  return !fetched.has(address) && performance.getEntriesByName(new URL(address, location.origin).href).length === 0;
}

function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
