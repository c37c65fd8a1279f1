import { type RouteObject, redirect } from 'react-router';
import { type UserRole, userRoles } from '#contract/home-redirect.ts';
import { type FlowPath, paths } from '#contract/sign-up-flow.ts';
import { goHomeIfSignedIn, onlyFor } from './auth-session/only-for.ts';
import { SessionCheck } from './auth-session/SessionCheck.tsx';
import { guardOf } from './join-session/guards.ts';
import { Layout, LayoutSkeleton, ProfessionalLayout, ProfessionalLayoutSkeleton } from './layouts.tsx';
import { NotFound } from './problems/pages.tsx';
import { RouteProblem } from './problems/RouteProblem.tsx';
import { screen } from './screen.tsx';
import { addresses, joinAddress } from './site/addresses.ts';
import * as accountOf from './features/account/screens.ts';
import * as invite from './features/invite/screens.ts';
import * as professional from './features/professional/screens.ts';
import * as signUp from './features/sign-up/screens.ts';

type Load = Parameters<typeof screen>[0];
/** A row of a feature's `screens.ts`. */
type Row<Address extends string> = readonly [Address, Load];

/** A screen open to everybody. */
const open = ([path, load]: Row<string>): RouteObject => ({ path, ...screen(load) });

/** A screen of the sign-up that is open to everybody. */
const entrance = ([path, load]: Row<FlowPath>): RouteObject => open([joinAddress(path), load]);

/** A step of the sign-up: its guard runs before it. */
const step = ([path, load]: Row<FlowPath>): RouteObject => ({ loader: guardOf(path), ...entrance([path, load]) });

/** A screen for people who are signed in with one of these roles; others log in first, or are refused. */
const only =
  (...roles: UserRole[]) =>
  (row: Row<string>): RouteObject => ({ ...open(row), loader: onlyFor(roles), HydrateFallback: SessionCheck });

const toBilling = (path: string): RouteObject => ({ path: `/join${path}`, loader: () => redirect(addresses.billing) });

/** Addresses of an older sign-up (specification 2.1). */
const retired = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
];

const toLanding: RouteObject[] = ['/', '/join'].map((path) => ({
  path,
  loader: () => redirect(joinAddress(paths.landing)),
}));

const mocks: RouteObject[] =
  import.meta.env.MODE === 'development'
    ? [
        open(['/join/mock/ui', () => import('./mock/gallery/Gallery.tsx')]),
        { path: '/join/mock', lazy: () => import('./mock/StateList.tsx') },
        { path: '/join/mock/:screen/:state', lazy: () => import('./mock/StateScreen.tsx') },
      ]
    : [];

const parentScreens: RouteObject[] = [
  ...toLanding,
  ...signUp.entrances.map(entrance),
  // Inside the frame that watches the sign-up's time-out.
  { ...screen(() => import('./join-session/JoinFrame.tsx')), children: signUp.steps.map(step) },
  ...invite.entrances.map(entrance),
  ...invite.steps.map(step),
  { ...open(accountOf.signIn), loader: goHomeIfSignedIn },
  ...accountOf.openScreens.map(open),
  ...accountOf.parentScreens.map(only('PARENT_A', 'PARENT_B')),
  only(...userRoles)(accountOf.security),
  open([addresses.storage, () => import('./chrome/storage/StorageNotice.tsx')]),
  open([addresses.clock, () => import('./features/development/clock/Clock.tsx')]),
  ...retired.map(toBilling),
  ...mocks,
];

const professionalScreens: RouteObject[] = [
  entrance(professional.signUp),
  ...professional.professionalScreens.map(only('PROFESSIONAL')),
];

/** Every screen of the site. Problems show inside the page, so that header and footer stay. */
export const routes: RouteObject[] = [
  {
    Component: ProfessionalLayout,
    HydrateFallback: ProfessionalLayoutSkeleton,
    children: [{ ErrorBoundary: RouteProblem, children: professionalScreens }],
  },
  {
    Component: Layout,
    HydrateFallback: LayoutSkeleton,
    children: [{ ErrorBoundary: RouteProblem, children: [...parentScreens, { path: '*', Component: NotFound }] }],
  },
];
