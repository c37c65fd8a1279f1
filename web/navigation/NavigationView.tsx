import { createContext, lazy, memo, Suspense, startTransition, use, useLayoutEffect, useState } from 'react';
import { type Location, Router, useRoutes } from 'react-router';
import type { Navigation, NavigationState } from './navigation.ts';
import type { ScreenRoute } from './screen-route.ts';

const NavigationContext = createContext<Navigation | null>(null);
const PendingContext = createContext<Location | null>(null);
const FailureContext = createContext<NavigationState['failure']>(null);

/**
 * The current screen, rendered as a transition, so that a slow phone still handles input while the next one renders.
 */
export function NavigationView({ navigation }: { navigation: Navigation }) {
  const [{ location, action, table, failure, pending }, setState] = useState(navigation.state);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setState(navigation.state()));
    follow();
    return navigation.subscribe(follow);
  }, [navigation]);
  return (
    <NavigationContext value={navigation}>
      <PendingContext value={pending}>
        <FailureContext value={failure}>
          <Router basename={navigation.base} location={location} navigationType={action} navigator={navigation.links}>
            <Screens table={table} />
            <Suspense>
              <ScrollRestored navigation={navigation} />
            </Suspense>
          </Router>
        </FailureContext>
      </PendingContext>
    </NavigationContext>
  );
}

/** Needed only after a navigation: it loads after the first screen, and the page works without it. */
const ScrollRestored = lazy(() => import('./ScrollRestored.ts').catch(() => ({ default: () => null })));

const Screens = memo(({ table }: { table: ScreenRoute[] }) => useRoutes(table));

/** Navigates inside this application. The promise resolves once the screen is shown. */
export function useNavigate(): Navigation['navigate'] {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('useNavigate stands outside of NavigationView');
  return navigation.navigate;
}

/** The target of a navigation whose screen is still loading; its path includes the base. */
export const usePendingLocation = (): Location | null => use(PendingContext);

/** What a guard threw. */
export const useGuardFailure = (): NavigationState['failure'] => use(FailureContext);
