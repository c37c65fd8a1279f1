import { feeWaiverAddress } from '#web/plans/fee-waiver/addresses.ts';
import { paths } from '#contract/sign-up-flow.ts';
import { joinAddress } from '#web/site/addresses.ts';

/** What a court hands out, too. */
export const feeWaiver = [feeWaiverAddress, () => import('./fee-waiver/FeeWaiverDoor.tsx')] as const;

/** Where a code or a mailed link leads: open to everybody. */
export const resume = [joinAddress(paths.resume), () => import('./resume/Resume.tsx')] as const;
