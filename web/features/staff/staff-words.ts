import type { UserRole } from '#contract/home-redirect.ts';

/** What somebody is to us, in a word. */
export const roleWords: Record<UserRole, string> = {
  PARENT_A: 'Parent A',
  PARENT_B: 'Parent B',
  PROFESSIONAL: 'Professional',
};
