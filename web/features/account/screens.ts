import { addresses } from '#web/site/addresses.ts';

/** Whoever is signed in already goes home instead. */
export const signIn = [addresses.login, () => import('./sign-in/SignIn.tsx')] as const;

/** Open to everybody: ways back to an account, and out of one. */
export const openScreens = [
  [addresses.forgotPassword, () => import('./forgot-password/ForgotPassword.tsx')],
  [addresses.setPassword, () => import('./set-password/SetPassword.tsx')],
  [addresses.forgotUsername, () => import('./forgot-username/ForgotUsername.tsx')],
  [addresses.howToCancel, () => import('./how-to-cancel/HowToCancel.tsx')],
  [addresses.renewalLink, () => import('./renewal-link/RenewalLink.tsx')],
] as const;

/** For parents who are signed in, in the order of their navigation. */
export const parentScreens = [
  [addresses.home, () => import('./home/Home.tsx')],
  [addresses.billing, () => import('./billing/Billing.tsx')],
  [addresses.receipt, () => import('./receipts/ReceiptPage.tsx')],
  [addresses.upgrade, () => import('./upgrade/Upgrade.tsx')],
  [addresses.restart, () => import('./restart/Restart.tsx')],
  [addresses.settings, () => import('./settings/Settings.tsx')],
] as const;

/** For everybody who is signed in. */
export const security = [addresses.security, () => import('./security/Security.tsx')] as const;
