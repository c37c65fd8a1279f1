import { paths } from '#contract/sign-up/sign-up-flow.ts';

/** Public screens: opening an invite, or requesting it again. */
export const entrances = [
  [paths.invite, () => import('./welcome/Welcome.tsx')],
  [paths.inviteRequest, () => import('./request/RequestInvite.tsx')],
] as const;

/** An invited parent's steps in order. */
export const steps = [
  [paths.inviteYourDetails, () => import('./your-details/InvitedDetails.tsx')],
  [paths.invitePackages, () => import('./packages/InvitedPackages.tsx')],
  [paths.inviteBuildYourOwn, () => import('./build-your-own/InvitedBuildYourOwn.tsx')],
  [paths.inviteBilling, () => import('./billing/InvitedBilling.tsx')],
  [paths.invitePayment, () => import('./payment/InvitedPayment.tsx')],
  [paths.inviteCredentials, () => import('./credentials/InvitedCredentials.tsx')],
  [paths.inviteReceipt, () => import('./receipt/InvitedReceipt.tsx')],
] as const;
