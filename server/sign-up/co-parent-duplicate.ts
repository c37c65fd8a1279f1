import { normaliseEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { isDuplicate } from '../identity/duplicate-check.ts';
import { isEmailClaimed } from '../payments/payment-attempt-repository.ts';
import type { Registration } from './registration.ts';

/**
 * Whether the co-parent has got an account since step 2, or is paying for one: they could not use a plan paid for them
 * here. Never after it was confirmed that they are somebody else.
 */
export async function isCoParentKnown(
  db: DbOrTrx,
  {
    registration: { family, coParentDuplicateConfirmed },
    at,
  }: { registration: Pick<Registration, 'family' | 'coParentDuplicateConfirmed'>; at: Date },
): Promise<boolean> {
  if (!family || coParentDuplicateConfirmed) return false;
  const { coParent } = family;
  if (await isDuplicate(db, { ...coParent, at })) return true;
  return coParent.email !== '' && (await isEmailClaimed(db, normaliseEmail(coParent.email)));
}
