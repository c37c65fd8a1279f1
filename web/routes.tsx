import { type RouteObject, redirect } from 'react-router';
import { type UserRole, userRoles } from '#contract/home-redirect.ts';
import { type FlowPath, paths } from '#contract/sign-up-flow.ts';
import { goHomeIfSignedIn, onlyFor } from './auth-session/only-for.ts';
import { addresses, joinAddress } from './site/addresses.ts';
import { Layout, LayoutSkeleton, ProfessionalLayout, ProfessionalLayoutSkeleton } from './chrome/Layout.tsx';
import { NotFound } from './problems/pages.tsx';
import { RouteProblem } from './problems/RouteProblem.tsx';
import { screen } from './screen.tsx';
import { guardOf } from './join-session/guards.ts';
import { SessionCheck } from './auth-session/SessionCheck.tsx';

type Load = Parameters<typeof screen>[0];

/** A step of the sign-up: its guard runs before it. */
const step = (path: FlowPath, load: Load): RouteObject => ({
  path: joinAddress(path),
  loader: guardOf(path),
  ...screen(load),
});

/** A screen open to everybody. */
const open = (path: string, load: Load): RouteObject => ({ path, ...screen(load) });

/** A screen for people who are signed in with one of these roles; others log in first, or are refused. */
const account = (path: string, roles: readonly UserRole[], load: Load): RouteObject => ({
  ...open(path, load),
  loader: onlyFor(roles),
  HydrateFallback: SessionCheck,
});

const parents = ['PARENT_A', 'PARENT_B'] as const satisfies readonly UserRole[];
const professionals = ['PROFESSIONAL'] as const satisfies readonly UserRole[];

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
        open('/join/mock/ui', () => import('./mock/gallery/Gallery.tsx')),
        { path: '/join/mock', lazy: () => import('./mock/StateList.tsx') },
        { path: '/join/mock/:screen/:state', lazy: () => import('./mock/StateScreen.tsx') },
      ]
    : [];

/** Parent A's steps, inside the frame that watches the sign-up's time-out. */
const steps: RouteObject = {
  ...screen(() => import('./join-session/JoinFrame.tsx')),
  children: [
    step(paths.yourDetails, () => import('./features/sign-up/your-details/YourDetails.tsx')),
    step(paths.coParent, () => import('./features/sign-up/co-parent/CoParent.tsx')),
    step(paths.packages, () => import('./features/sign-up/packages/Packages.tsx')),
    step(paths.buildYourOwn, () => import('./plans/build-your-own/BuildYourOwn.tsx')),
    step(paths.payment, () => import('./features/sign-up/payment/PaymentPage.tsx')),
    step(paths.credentials, () => import('./features/sign-up/credentials/CredentialsPage.tsx')),
    step(paths.receipt, () => import('./checkout/receipt/ReceiptPage.tsx')),
    step(paths.duplicate, () => import('./features/sign-up/duplicate/Duplicate.tsx')),
  ],
};

const parentScreens: RouteObject[] = [
  ...toLanding,
  open(joinAddress(paths.landing), () => import('./features/sign-up/landing/Landing.tsx')),
  open(joinAddress(paths.coParentStatus), () => import('./features/sign-up/co-parent-status/CoParentStatus.tsx')),
  steps,
  open(joinAddress(paths.invite), () => import('./features/invite/welcome/Welcome.tsx')),
  open(joinAddress(paths.inviteRequest), () => import('./features/invite/request/RequestInvite.tsx')),
  step(paths.inviteYourDetails, () => import('./features/invite/your-details/InvitedDetails.tsx')),
  step(paths.invitePackages, () => import('./features/invite/packages/InvitedPackages.tsx')),
  step(paths.inviteBuildYourOwn, () => import('./features/invite/build-your-own/InvitedBuildYourOwn.tsx')),
  step(paths.inviteBilling, () => import('./features/invite/billing/InvitedBilling.tsx')),
  step(paths.invitePayment, () => import('./features/invite/payment/InvitedPayment.tsx')),
  step(paths.inviteCredentials, () => import('./features/invite/credentials/InvitedCredentials.tsx')),
  step(paths.inviteReceipt, () => import('./features/invite/receipt/InvitedReceipt.tsx')),
  { ...open(addresses.login, () => import('./features/account/sign-in/SignIn.tsx')), loader: goHomeIfSignedIn },
  open(addresses.storage, () => import('./chrome/storage/StorageNotice.tsx')),
  open(addresses.forgotPassword, () => import('./features/account/forgot-password/ForgotPassword.tsx')),
  open(addresses.setPassword, () => import('./features/account/set-password/SetPassword.tsx')),
  open(addresses.forgotUsername, () => import('./features/account/forgot-username/ForgotUsername.tsx')),
  open(addresses.howToCancel, () => import('./features/account/how-to-cancel/HowToCancel.tsx')),
  account(addresses.security, userRoles, () => import('./features/account/security/Security.tsx')),
  account(addresses.home, parents, () => import('./features/account/home/Home.tsx')),
  account(addresses.billing, parents, () => import('./features/account/billing/Billing.tsx')),
  account(addresses.receipt, parents, () => import('./features/account/receipts/ReceiptPage.tsx')),
  account(addresses.settings, parents, () => import('./features/account/settings/Settings.tsx')),
  open(addresses.renewalLink, () => import('./features/account/renewal-link/RenewalLink.tsx')),
  account(addresses.upgrade, parents, () => import('./features/account/upgrade/Upgrade.tsx')),
  account(addresses.restart, parents, () => import('./features/account/restart/Restart.tsx')),
  open(addresses.clock, () => import('./features/development/clock/Clock.tsx')),
  ...retired.map(toBilling),
  ...mocks,
];

const professionalScreens: RouteObject[] = [
  open(joinAddress(paths.professional), () => import('./features/professional/sign-up/ProfessionalSignUp.tsx')),
  account(addresses.professionalCases, professionals, () => import('./features/professional/cases/Cases.tsx')),
  account(addresses.newCase, professionals, () => import('./features/professional/cases/NewCase.tsx')),
  account(addresses.oneCase, professionals, () => import('./features/professional/cases/OneCase.tsx')),
  account(addresses.casePlan, professionals, () => import('./features/professional/cases/CasePlan.tsx')),
  account(
    addresses.subscriptionCodes,
    professionals,
    () => import('./features/professional/codes/SubscriptionCodes.tsx'),
  ),
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
