import { laterAddresses } from '#contract/later-addresses.ts';
import { type UserRole, userRoles } from '#contract/sign-in/home-redirect.ts';
import { onlyFor } from './auth-session/only-for.ts';
import { SessionCheck } from './auth-session/SessionCheck.tsx';
import * as accountOf from './features/account/screens.ts';
import * as professional from './features/professional/screens.ts';
import * as signUp from './features/sign-up/later-screens.ts';
import type { ScreenRoute } from './navigation/screen-route.ts';
import { open, type Row } from './route-rows.ts';
import { addresses } from './site/addresses.ts';

/** A screen for signed-in users of these roles; others log in first, or are refused. */
const only =
  (...roles: UserRole[]) =>
  (row: Row<string>): ScreenRoute => ({ ...open(row), guard: onlyFor(roles), Waiting: SessionCheck });

/**
 * Screens where no visit begins, in the frames of `routes.tsx`: a visitor of the landing page does not load even their
 * addresses.
 */
export const laterRoutes = {
  parents: [
    open(signUp.resume),
    open(signUp.feeWaiver),
    ...accountOf.linkedScreens.map(open),
    ...accountOf.parentScreens.map(only('PARENT_A', 'PARENT_B')),
    {
      guard: ({ pathname, hash }) =>
        pathname.endsWith(addresses.settings) ? (accountOf.movedSettings[hash] ?? null) : null,
      children: accountOf.signedInScreens.map(only(...userRoles)),
    },
    // The movable clock of development.
    open([laterAddresses.clock, () => import('./features/development/clock/Clock.tsx')]),
  ],
  professionals: professional.professionalScreens.map(only('PROFESSIONAL')),
} satisfies Record<string, ScreenRoute[]>;
