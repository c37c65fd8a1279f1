import { paths } from '#contract/sign-up/sign-up-flow.ts';

/** Public: all three steps are on one screen. */
export const signUp = [paths.professional, () => import('./sign-up/ProfessionalSignUp.tsx')] as const;
