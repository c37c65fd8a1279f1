import { laterAddresses } from '#contract/later-addresses.ts';
import { paths } from '#contract/sign-up/sign-up-flow.ts';
import { joinAddress } from '#web/site/addresses.ts';

/** Courts hand out this address on paper, too. */
export const feeWaiver = [laterAddresses.feeWaiver, () => import('./fee-waiver/FeeWaiverEntrance.tsx')] as const;

/** Public: the target of a resume code or mailed link. */
export const resume = [joinAddress(paths.resume), () => import('./resume/Resume.tsx')] as const;
