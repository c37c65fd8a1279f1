import { addresses } from '#web/site/addresses.ts';

/** Signed-in users are redirected to their start page. */
export const signIn = [addresses.login, () => import('./sign-in/SignIn.tsx')] as const;

/** Public pages for recovering an account or cancelling a renewal; prerendered. */
export const openScreens = [
  [addresses.forgotPassword, () => import('./forgot-password/ForgotPassword.tsx')],
  [addresses.forgotUsername, () => import('./forgot-username/ForgotUsername.tsx')],
  [addresses.howToCancel, () => import('./how-to-cancel/HowToCancel.tsx')],
] as const;
