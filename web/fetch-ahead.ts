import type { Navigation } from './navigation/navigation.ts';

/** File addresses by the path of the screen after which they are needed; `prerender-build.ts` writes it. */
export type NextFiles = Record<string, string[]>;

const fetched = new Set<string>();
let known: Promise<NextFiles> | undefined;

/**
 * Fetches the code of the screens that may come after the one in sight, so that a press finds it there. Fetched, not
 * imported: an import that fails stays failed for as long as the page lives, while this leaves no trace. Whoever asked
 * their browser to save data fetches each screen when it is opened. `table`: where the build put what comes after what.
 */
export function follow(navigation: Navigation, table: string): void {
  const look = () => {
    if (navigation.state().pending === null && !isSavingData()) void fetchAfter(location.pathname, table);
  };
  navigation.subscribe(look);
  look();
}

async function fetchAfter(pathname: string, table: string): Promise<void> {
  try {
    known ??= fetchQuietly(table).then(async (answer) => (await answer.json()) as NextFiles);
    const files = (await known)[pathname] ?? [];
    await Promise.all(files.filter(isMissing).map(fetchFile));
  } catch {
    known = undefined;
  }
}

const fetchQuietly = (address: string) => fetch(address, { priority: 'low' });

async function fetchFile(address: string): Promise<void> {
  fetched.add(address);
  try {
    await (await fetchQuietly(address)).arrayBuffer();
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
