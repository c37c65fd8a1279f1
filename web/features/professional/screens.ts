import { paths } from '#contract/sign-up-flow.ts';
import { addresses } from '#web/site/addresses.ts';

/** Open to everybody: all three steps stand on one screen. */
export const signUp = [paths.professional, () => import('./sign-up/ProfessionalSignUp.tsx')] as const;

/** For professionals who are signed in, in the order in which they are met. */
export const professionalScreens = [
  [addresses.professionalCases, () => import('./cases/Cases.tsx')],
  [addresses.newCase, () => import('./cases/NewCase.tsx')],
  [addresses.oneCase, () => import('./cases/OneCase.tsx')],
  [addresses.casePlan, () => import('./cases/CasePlan.tsx')],
  [addresses.subscriptionCodes, () => import('./codes/SubscriptionCodes.tsx')],
  [addresses.professionalInvoices, () => import('./invoices/Invoices.tsx')],
] as const;
