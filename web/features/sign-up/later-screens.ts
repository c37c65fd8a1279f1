import { paths } from '#contract/sign-up-flow.ts';
import { joinAddress } from '#web/site/addresses.ts';

/** Where a code or a mailed link leads: open to everybody. */
export const resume = [joinAddress(paths.resume), () => import('./resume/Resume.tsx')] as const;
