import { addresses } from '#web/site/addresses.ts';

/** Whoever is signed in already goes home instead. */
export const signIn = [addresses.login, () => import('./sign-in/SignIn.tsx')] as const;

/** Open to everybody: ways back to an account, and out of one. Their pages are made ahead. */
export const openScreens = [
  [addresses.forgotPassword, () => import('./forgot-password/ForgotPassword.tsx')],
  [addresses.forgotUsername, () => import('./forgot-username/ForgotUsername.tsx')],
  [addresses.howToCancel, () => import('./how-to-cancel/HowToCancel.tsx')],
] as const;
