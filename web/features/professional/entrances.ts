import { paths } from '#contract/sign-up/sign-up-flow.ts';

/** Open to everybody: all three steps stand on one screen. */
export const signUp = [paths.professional, () => import('./sign-up/ProfessionalSignUp.tsx')] as const;
