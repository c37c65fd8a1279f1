import { laterAddresses } from '#contract/later-addresses.ts';
import { addresses } from '#web/site/addresses.ts';

/** For signed-in professionals, in the order of use. */
export const professionalScreens = [
  [addresses.professionalCases, () => import('./cases/Cases.tsx')],
  [laterAddresses.newCase, () => import('./cases/NewCase.tsx')],
  [laterAddresses.importCases, () => import('./import/Import.tsx')],
  [laterAddresses.oneCase, () => import('./cases/OneCase.tsx')],
  [laterAddresses.casePlan, () => import('./cases/CasePlan.tsx')],
  [addresses.subscriptionCodes, () => import('./codes/SubscriptionCodes.tsx')],
  [addresses.professionalInvoices, () => import('./receipts/Receipts.tsx')],
  [addresses.practice, () => import('./practice/Practice.tsx')],
] as const;
