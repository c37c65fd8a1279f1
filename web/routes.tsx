import { type RouteObject, redirect } from 'react-router';
import { type FlowPath, paths } from '#contract/sign-up-flow.ts';
import { goHomeIfSignedIn } from './auth-session/only-for.ts';
import { guardOf } from './join-session/guards.ts';
import { Layout, LayoutSkeleton, ProfessionalLayout, ProfessionalLayoutSkeleton } from './layouts.tsx';
import { NotFound } from './problems/pages.tsx';
import { RouteProblem } from './problems/RouteProblem.tsx';
import { open, type Row } from './route-rows.ts';
import { screen } from './screen.tsx';
import { addresses, joinAddress } from './site/addresses.ts';
import * as accountOf from './features/account/entrances.ts';
import * as invite from './features/invite/screens.ts';
import * as professional from './features/professional/entrances.ts';
import * as signUp from './features/sign-up/screens.ts';
import * as texts from './features/texts/screens.ts';

/** A screen of the sign-up that is open to everybody. */
const entrance = ([path, load]: Row<FlowPath>): RouteObject => open([joinAddress(path), load]);

/** A step of the sign-up: its guard runs before it. */
const step = ([path, load]: Row<FlowPath>): RouteObject => ({ loader: guardOf(path), ...entrance([path, load]) });

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
  ...texts.textAddresses.map((address) => open([address, texts.load])),
  open([addresses.storage, () => import('./chrome/storage/StorageNotice.tsx')]),
  ...retired.map(toBilling),
  ...mocks,
];

/** An address that is none: the frame shows its skeleton until `later-routes.ts` has been asked. */
const unknown: RouteObject = { path: '*', Component: NotFound, loader: () => null };

/**
 * The screens at which people arrive; `laterRoutes` are added to them by their frame's id when one is opened. Problems
 * show inside the page, so that header and footer stay.
 */
export const routes: RouteObject[] = [
  {
    Component: ProfessionalLayout,
    HydrateFallback: ProfessionalLayoutSkeleton,
    children: [{ id: 'professionals', ErrorBoundary: RouteProblem, children: [entrance(professional.signUp)] }],
  },
  {
    Component: Layout,
    HydrateFallback: LayoutSkeleton,
    children: [{ id: 'parents', ErrorBoundary: RouteProblem, children: [...parentScreens, unknown] }],
  },
];
