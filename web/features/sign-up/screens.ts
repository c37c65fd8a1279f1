import { paths } from '#contract/sign-up/sign-up-flow.ts';

/** Public screens where a sign-up starts. */
export const entrances = [
  [paths.landing, () => import('./landing/Landing.tsx')],
  [paths.coParentStatus, () => import('./co-parent-status/CoParentStatus.tsx')],
] as const;

/** Parent A's steps in order. */
export const steps = [
  [paths.yourDetails, () => import('./your-details/YourDetails.tsx')],
  [paths.duplicate, () => import('./duplicate/Duplicate.tsx')],
  [paths.coParent, () => import('./co-parent/CoParent.tsx')],
  [paths.packages, () => import('./packages/Packages.tsx')],
  [paths.buildYourOwn, () => import('./build-your-own/BuildYourOwnStep.tsx')],
  [paths.payment, () => import('./payment/PaymentPage.tsx')],
  [paths.credentials, () => import('./credentials/CredentialsPage.tsx')],
  [paths.receipt, () => import('./receipt/ReceiptStep.tsx')],
] as const;
