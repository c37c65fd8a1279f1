import { describe, expect, it, vi } from 'vitest';
import { createNavigation } from './navigation.ts';
import type { ScreenRoute } from './screen-route.ts';

/** A tab: its earlier addresses, and the current one. */
function tab(address: string) {
  const at = (to: string) => new URL(to, 'http://tab');
  const entries: string[] = [address];
  const page = {
    location: at(address) as Pick<URL, 'pathname' | 'search' | 'hash'>,
    history: {
      state: null as unknown,
      pushState: (state: unknown, _: string, to?: string | URL | null) => enter(state, String(to), entries.length),
      replaceState: (state: unknown, _: string, to?: string | URL | null) =>
        enter(state, String(to), entries.length - 1),
      go: () => undefined,
    },
  };
  function enter(state: unknown, to: string, index: number) {
    entries[index] = to;
    page.location = at(to);
    page.history.state = state;
  }
  return { page, entries, enter };
}

const Screen = () => null;
/** Lets all resolved promises run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const frame = () => ({ Component: Screen, Waiting: Screen });

async function opened(children: ScreenRoute[], { address = '/app/first', addRoutes = async () => undefined } = {}) {
  const { page, entries, enter } = tab(address);
  const routes: ScreenRoute[] = [{ ...frame(), children: [{ path: '/first', Component: Screen }, ...children] }];
  const navigation = createNavigation({ routes, base: '/app', page, addRoutes });
  await navigation.begin();
  return { navigation, routes, entries, enter, at: () => navigation.state().location.pathname };
}

describe('the address and the screen in sight', () => {
  it('change together, once the guard passes and the screen’s code is loaded', async () => {
    const code = Promise.withResolvers<typeof Screen>();
    const load = vi.fn<() => typeof code.promise>(() => code.promise);
    const { navigation, entries, at } = await opened([{ path: '/next', guard: () => null, load }]);
    const going = navigation.navigate('/next?packageId=1');
    expect(navigation.state().pending?.pathname).toBe('/app/next');
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    await settled();
    expect([at(), entries]).toEqual(['/app/first', ['/app/first']]);
    code.resolve(Screen);
    await going;
    expect([at(), entries]).toEqual(['/app/next', ['/app/first', '/app/next?packageId=1']]);
    expect(navigation.state().pending).toBeNull();
  });

  it('are those requested last, whichever loads first', async () => {
    const [slow, refused] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const asked = vi.fn<(guard: typeof slow) => Promise<null>>(({ promise }) => promise);
    const { navigation, entries } = await opened([
      { path: '/slow', Component: Screen, guard: () => asked(slow) },
      { path: '/refused', Component: Screen, guard: () => asked(refused) },
      { path: '/quick', Component: Screen },
    ]);
    const going = [navigation.navigate('/slow')];
    await settled();
    going.push(navigation.navigate('/refused'));
    await settled();
    going.push(navigation.navigate('/slow'));
    await navigation.navigate('/quick');
    slow.resolve(null);
    refused.reject(new Error('refused too late'));
    await Promise.all(going);
    expect([entries, navigation.state().failure]).toEqual([['/app/first', '/app/quick'], null]);
    expect(asked.mock.calls).toEqual([[slow], [refused]]);
  });

  it('stay at the place on the screen that was requested last', async () => {
    const slow = Promise.withResolvers<null>();
    const { navigation, entries } = await opened([{ path: '/slow', Component: Screen, guard: () => slow.promise }]);
    const going = navigation.navigate('/slow');
    await navigation.navigate('#rows');
    slow.resolve(null);
    await going;
    expect([entries, navigation.state().pending]).toEqual([['/app/first', '/app/first#rows'], null]);
  });

  it('follow a guard’s redirect, without loading the guarded screen’s code', async () => {
    const { navigation, entries } = await opened([
      { path: '/guarded', guard: () => '/open', load: () => Promise.withResolvers<typeof Screen>().promise },
      { path: '/open', Component: Screen },
    ]);
    await navigation.navigate('/guarded');
    expect(entries).toEqual(['/app/first', '/app/open']);
    await navigation.navigate('/guarded', { replace: true });
    expect(entries).toEqual(['/app/first', '/app/open']);
  });

  it('follow the outermost guard’s redirect', async () => {
    const inner = vi.fn<() => null>(() => null);
    const { navigation, at } = await opened([
      { ...frame(), guard: () => '/first', children: [{ path: '/inner', Component: Screen, guard: inner }] },
    ]);
    await navigation.navigate('/inner');
    expect(at()).toBe('/app/first');
    expect(inner).not.toHaveBeenCalled();
  });

  it('2.2-1: trap nobody who goes back to a screen that now redirects', async () => {
    const { navigation, entries, enter } = await opened([
      { path: '/paid', Component: Screen, guard: () => '/receipt' },
      { path: '/receipt', Component: Screen },
    ]);
    enter(null, '/app/paid', 1);
    await navigation.followHistory();
    expect(entries).toEqual(['/app/first', '/app/receipt']);
  });

  it('2.2-2: distinguish a loaded page from one returned to, and from a fragment', async () => {
    const { navigation, enter } = await opened([{ path: '/next', Component: Screen }]);
    const key = () => navigation.state().location.key;
    expect(key()).toBe('default');
    enter(null, '/app/first#rows', 1);
    await navigation.followHistory();
    expect(key()).toBe('default');
    await navigation.navigate('/next');
    enter(null, '/app/first', 0);
    await navigation.followHistory();
    expect(key()).toBe('loaded');
  });

  it('keep the screen for a place on it, a search and a state of its own', async () => {
    const guard = vi.fn<() => null>(() => null);
    const { navigation, entries } = await opened([{ path: '/plan', Component: Screen, guard }]);
    await navigation.navigate('/plan');
    await navigation.navigate({ search: '?receipt=1' }, { replace: true });
    await navigation.navigate('.', { state: { step: 2 } });
    expect(guard).toHaveBeenCalledTimes(3);
    expect(navigation.state().location.state).toEqual({ step: 2 });
    await navigation.navigate('#rows');
    expect(guard).toHaveBeenCalledTimes(3);
    expect(entries).toEqual(['/app/first', '/app/plan?receipt=1', '/app/plan', '/app/plan#rows']);
  });
});

describe('a screen that is not shown', () => {
  it('leaves the error of its guard to its frame, until the next one', async () => {
    const refused = new Error('refused');
    const { navigation } = await opened([
      { path: '/refused', Component: Screen, guard: () => Promise.reject(refused) },
    ]);
    await navigation.navigate('/refused');
    expect(navigation.state().failure).toEqual({ error: refused });
    await navigation.navigate('/first');
    expect(navigation.state().failure).toBeNull();
  });

  it('runs its guards again when the browser restores a cached page', async () => {
    let elsewhere: string | null = null;
    const { navigation, at } = await opened([{ path: '/plan', Component: Screen, guard: () => elsewhere }]);
    await navigation.navigate('/plan');
    elsewhere = '/first';
    await navigation.again();
    expect(at()).toBe('/app/first');
  });
});

describe('an address that no route matches', () => {
  it('requests the later rows once, and shows their waiting screen in the frame meanwhile', async () => {
    const Waiting = () => null;
    const guard = Promise.withResolvers<null>();
    const addRoutes = vi.fn<() => Promise<void>>(() => {
      routes[0]?.children?.push({ path: '/later', Component: Screen, Waiting, guard: () => guard.promise });
      return Promise.resolve();
    });
    const routes: ScreenRoute[] = [{ ...frame(), children: [{ path: '*', Component: Screen }] }];
    const navigation = createNavigation({ routes, base: '/app', page: tab('/app/later').page, addRoutes });
    const begun = navigation.begin();
    await vi.waitFor(() => expect(navigation.state().table[0]?.children?.[0]?.Component).toBe(Waiting));
    guard.resolve(null);
    await begun;
    await navigation.navigate('/nowhere');
    expect(navigation.state().table).toBe(routes);
    expect(addRoutes).toHaveBeenCalledTimes(1);
  });
});
