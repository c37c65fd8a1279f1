import { addresses } from '#web/site/addresses.ts';

/** For signed-in professionals, in the order of use. */
export const professionalScreens = [
  [addresses.professionalCases, () => import('./cases/Cases.tsx')],
  [addresses.newCase, () => import('./cases/NewCase.tsx')],
  [addresses.importCases, () => import('./import/Import.tsx')],
  [addresses.oneCase, () => import('./cases/OneCase.tsx')],
  [addresses.casePlan, () => import('./cases/CasePlan.tsx')],
  [addresses.subscriptionCodes, () => import('./codes/SubscriptionCodes.tsx')],
  [addresses.professionalInvoices, () => import('./receipts/Receipts.tsx')],
  [addresses.practice, () => import('./practice/Practice.tsx')],
] as const;
