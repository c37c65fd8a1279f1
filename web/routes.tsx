import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { skipLoginIfSignedIn } from './auth-session/only-for.ts';
import * as accountOf from './features/account/entrances.ts';
import * as invite from './features/invite/screens.ts';
import * as professional from './features/professional/entrances.ts';
import * as signUp from './features/sign-up/screens.ts';
import * as texts from './features/texts/screens.ts';
import { guardOf } from './join-session/guards.ts';
import { Layout, LayoutSkeleton, ProfessionalLayout, ProfessionalLayoutSkeleton } from './layouts.tsx';
import type { ScreenRoute } from './navigation/screen-route.ts';
import { ProblemFrame } from './problems/ProblemFrame.tsx';
import { NotFound } from './problems/pages.tsx';
import { open, type Row } from './route-rows.ts';
import { screen } from './screen.tsx';
import { addresses, joinAddress } from './site/addresses.ts';

/** A public screen of the sign-up. */
const entrance = ([path, load]: Row<FlowPath>): ScreenRoute => open([joinAddress(path), load]);

/** A step of the sign-up with its guard. */
const step = ([path, load]: Row<FlowPath>): ScreenRoute => ({ guard: guardOf(path), ...entrance([path, load]) });

const toBilling = (path: string): ScreenRoute => ({ path: `/join${path}`, guard: () => addresses.billing });

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

const toLanding: ScreenRoute[] = ['/', '/join'].map((path) => ({
  path,
  guard: () => joinAddress(paths.landing),
}));

const mocks: ScreenRoute[] =
  import.meta.env.MODE === 'development'
    ? [
        open(['/join/mock/ui', () => import('./mock/gallery/Gallery.tsx')]),
        {
          ...open(['/join/mock', () => import('./mock/StateList.tsx')]),
          guard: async () => (await import('./mock/StateList.tsx')).listStates(),
        },
        {
          ...open(['/join/mock/:screen/:state', () => import('./mock/StateScreen.tsx')]),
          guard: async (requested) => (await import('./mock/StateScreen.tsx')).prepareState(requested),
        },
      ]
    : [];

const parentScreens: ScreenRoute[] = [
  ...toLanding,
  ...signUp.entrances.map(entrance),
  // Inside the frame that watches the sign-up's time-out.
  { ...screen(() => import('./join-session/JoinFrame.tsx')), children: signUp.steps.map(step) },
  ...invite.entrances.map(entrance),
  ...invite.steps.map(step),
  { ...open(accountOf.signIn), guard: skipLoginIfSignedIn },
  ...accountOf.openScreens.map(open),
  ...texts.textAddresses.map((address) => open([address, texts.load])),
  open([addresses.storage, () => import('./chrome/storage/StorageNotice.tsx')]),
  ...retired.map(toBilling),
  ...mocks,
];

/** The catch-all: `later-routes.ts` is loaded before it is shown. */
const unknown: ScreenRoute = { path: '*', Component: NotFound };

/** The children of a frame. Error pages render inside it, so that header and footer stay. */
const inFrame = (children: ScreenRoute[]): ScreenRoute => ({ Component: ProblemFrame, children });

const framed = {
  professionals: inFrame([entrance(professional.signUp)]),
  parents: inFrame([...parentScreens, unknown]),
};

/** The screens at which visits begin; `addRoutes` adds the others on demand. */
export const routes: ScreenRoute[] = [
  { Component: ProfessionalLayout, Waiting: ProfessionalLayoutSkeleton, children: [framed.professionals] },
  { Component: Layout, Waiting: LayoutSkeleton, children: [framed.parents] },
];

export function addRoutes(later: Record<keyof typeof framed, ScreenRoute[]>): void {
  framed.professionals.children?.push(...later.professionals);
  framed.parents.children?.push(...later.parents);
}
