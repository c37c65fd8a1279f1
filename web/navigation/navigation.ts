import { createPath, type Location, matchRoutes, NavigationType, type Path, resolvePath, type To } from 'react-router';
import { createStore } from 'zustand/vanilla';
import { prepareScreen, type ScreenRoute, waitingTable } from './screen-route.ts';

export type NavigateOptions = { replace?: boolean; state?: unknown };

export type NavigationState = {
  /** The address of the current screen; its path includes the base. */
  location: Location;
  action: NavigationType;
  /** The routes, with placeholders until the first screen has loaded. */
  table: ScreenRoute[];
  /** What a guard threw; shown instead of the screen. */
  failure: { error: unknown } | null;
  /** The target that is loading. */
  pending: Location | null;
};

type Page = { location: Path; history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'> };
type Entry = { usr?: unknown; key?: string } | null;

type Options = {
  routes: ScreenRoute[];
  base: string;
  /** Adds the other routes; called once, for the first address that only the last row matches. */
  addRoutes?: () => Promise<void>;
  page: Page;
};

export type Navigation = ReturnType<typeof createNavigation>;

const endless = '*';

/**
 * Keeps the browser's address and the current screen together. A screen is shown, and its address enters the history,
 * once its guards have passed and its code has loaded; until then the previous screen stays. The latest navigation
 * wins.
 */
export function createNavigation({ routes, base, addRoutes, page }: Options) {
  const rowsAt = ({ pathname }: Path) => (matchRoutes(routes, pathname, base) ?? []).map(({ route }) => route);
  const first = locationOf(page);
  const store = createStore<NavigationState>(() => ({
    location: first,
    action: NavigationType.Pop,
    table: waitingTable(rowsAt(first)),
    failure: null,
    pending: null,
  }));
  let latest = 0;
  let added: Promise<void> | undefined;

  async function completeRowsAt(location: Location): Promise<ScreenRoute[]> {
    const rows = rowsAt(location);
    if (!addRoutes || rows.at(-1)?.path !== endless) return rows;
    await (added ??= addRoutes());
    return rowsAt(location);
  }

  async function load(requested: Location, how: NavigationType): Promise<void> {
    const mine = ++latest;
    store.setState({ pending: requested });
    try {
      const rows = await completeRowsAt(requested);
      if (mine !== latest) return;
      if (store.getState().table !== routes) store.setState({ table: waitingTable(rows) });
      const elsewhere = await prepareScreen(rows, requested);
      if (mine !== latest) return;
      // A history entry that redirects is replaced, so that Back cannot get stuck on it.
      if (elsewhere !== null)
        await load(newLocation(inBase(elsewhere)), how === NavigationType.Pop ? NavigationType.Replace : how);
      else show(requested, how, null);
    } catch (error) {
      if (mine === latest) show(requested, how, { error });
    }
  }

  function show(location: Location, how: NavigationType, failure: NavigationState['failure']): void {
    const entry: Entry = { usr: location.state, key: location.key };
    if (how === NavigationType.Push) page.history.pushState(entry, '', createPath(location));
    if (how === NavigationType.Replace) page.history.replaceState(entry, '', createPath(location));
    store.setState({ location, action: how, table: routes, failure, pending: null });
  }

  async function open(requested: Location, how: NavigationType): Promise<void> {
    const { location, table } = store.getState();
    if (table !== routes || !isOtherPlaceOnPage(location, requested)) return load(requested, how);
    latest += 1;
    show(requested, how, null);
  }

  /** An address or part of one, in the form the browser uses. */
  function inBase(to: To): Path {
    const { pathname } = store.getState().location;
    const path = resolvePath(to, pathname.slice(base.length) || '/');
    return { ...path, pathname: path.pathname === '/' ? base : base + path.pathname };
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    /** Resolves once the first screen is decided. */
    begin: () => load(locationOf(page), NavigationType.Pop),
    /** Runs the guards of the current screen again. */
    again: () => load(store.getState().location, NavigationType.Pop),
    /** Handles Back and Forward. */
    followHistory: () => open(enteredAgain(locationOf(page), store.getState().location), NavigationType.Pop),
    /** Resolves once the screen is shown, or replaced by a later navigation. */
    navigate: (to: To, { replace = false, state }: NavigateOptions = {}): Promise<void> =>
      open(newLocation(inBase(to), state), replace ? NavigationType.Replace : NavigationType.Push),
    /** For the router's own links; their addresses include the base. */
    links: {
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      go: (steps: number) => page.history.go(steps),
      push: (to: To, state: unknown) => void open(newLocation(resolvePath(to), state), NavigationType.Push),
      replace: (to: To, state: unknown) => void open(newLocation(resolvePath(to), state), NavigationType.Replace),
    },
    base,
  };
}

/** `default` is the key of an entry made by the browser: a page load, or a place on the page. */
function locationOf({ location: { pathname, search, hash }, history }: Page): Location {
  const entry = history.state as Entry;
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' } as Location;
}

function newLocation(path: Path, state: unknown = null): Location {
  return { ...path, state, key: Math.random().toString(36).slice(2, 10) } as Location;
}

/** After Back to the page that was loaded its heading takes the focus, as on any other screen. */
function enteredAgain(to: Location, from: Location): Location {
  return to.key === 'default' && !isSameScreen(from, to) ? { ...to, key: 'loaded' } : to;
}

function isSameScreen(from: Path, to: Path): boolean {
  return from.pathname === to.pathname && from.search === to.search;
}

function isOtherPlaceOnPage(from: Path, to: Path): boolean {
  return isSameScreen(from, to) && to.hash !== '';
}
