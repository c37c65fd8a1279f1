import { createContext, memo, startTransition, use, useLayoutEffect, useState } from 'react';
import { type Location, Router, useRoutes } from 'react-router';
import type { Navigation, NavigationState } from './navigation.ts';
import type { ScreenRoute } from './screen-route.ts';

const NavigationContext = createContext<Navigation | null>(null);
const PendingContext = createContext<Location | null>(null);
const FailureContext = createContext<NavigationState['failure']>(null);

/** The screen in sight, drawn in slices: a slow phone goes on hearing presses while the next one is drawn. */
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
          </Router>
        </FailureContext>
      </PendingContext>
    </NavigationContext>
  );
}

const Screens = memo(({ table }: { table: ScreenRoute[] }) => useRoutes(table));

/** Goes to an address of this application. The promise ends once its screen is in sight. */
export function useNavigate(): Navigation['navigate'] {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('useNavigate stands outside of NavigationView');
  return navigation.navigate;
}

/** Where a press leads whose screen is on its way; its path begins with the base. */
export const usePendingLocation = (): Location | null => use(PendingContext);

/** What a guard threw instead of letting the screen pass. */
export const useGuardFailure = (): NavigationState['failure'] => use(FailureContext);
