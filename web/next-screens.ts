import { type FlowPath, paths } from '#contract/sign-up/sign-up-flow.ts';
import { addresses, joinAddress } from './site/addresses.ts';

const checkoutViews = [
  'checkout/methods/PaymentView.tsx',
  'checkout/review/ReviewView.tsx',
  'checkout/paying/prepare-payment.ts',
];
const step1 = ['join-session/JoinFrame.tsx', 'features/sign-up/your-details/YourDetails.tsx'];

const inJoin: Partial<Record<FlowPath, readonly string[]>> = {
  [paths.landing]: ['features/sign-up/co-parent-status/CoParentStatus.tsx', ...step1],
  [paths.coParentStatus]: step1,
  [paths.yourDetails]: ['features/sign-up/co-parent/CoParent.tsx'],
  [paths.coParent]: ['features/sign-up/packages/Packages.tsx'],
  [paths.packages]: [
    'features/sign-up/payment/PaymentPage.tsx',
    'features/sign-up/build-your-own/BuildYourOwnStep.tsx',
  ],
  [paths.buildYourOwn]: ['features/sign-up/payment/PaymentPage.tsx'],
  [paths.payment]: [...checkoutViews, 'features/sign-up/credentials/CredentialsPage.tsx'],
  [paths.credentials]: ['features/sign-up/receipt/ReceiptStep.tsx'],
  [paths.invite]: ['features/invite/your-details/InvitedDetails.tsx'],
  [paths.inviteYourDetails]: [
    'features/invite/packages/InvitedPackages.tsx',
    'features/invite/billing/InvitedBilling.tsx',
  ],
  [paths.invitePackages]: [
    'features/invite/payment/InvitedPayment.tsx',
    'features/invite/build-your-own/InvitedBuildYourOwn.tsx',
  ],
  [paths.inviteBuildYourOwn]: ['features/invite/payment/InvitedPayment.tsx'],
  [paths.inviteBilling]: ['features/invite/credentials/InvitedCredentials.tsx'],
  [paths.invitePayment]: [...checkoutViews, 'features/invite/credentials/InvitedCredentials.tsx'],
  [paths.inviteCredentials]: ['features/invite/receipt/InvitedReceipt.tsx'],
};

/**
 * What may come after a screen: modules of this folder to prefetch while the screen is read (`fetch-ahead.ts`). The
 * build rejects unknown names.
 */
export const nextScreens: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.values(paths).map((path) => [joinAddress(path), inJoin[path] ?? []] as const),
  [addresses.login, ['later-routes.ts', 'features/account/home/Home.tsx']],
]);
