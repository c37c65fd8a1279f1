import { normaliseEmail } from '#contract/typed-text.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { isDuplicate } from '../identity/user-repository.ts';
import { isEmailClaimed } from '../payments/payment-attempt-repository.ts';
import type { Registration } from './registration.ts';

/**
 * Whether the co-parent has got an account since step 2, or is paying for one: they could not use a plan that is paid
 * for them here. Never once it was confirmed that they are somebody else.
 */
export async function isCoParentKnown(
  db: DbOrTrx,
  { family, coParentDuplicateConfirmed }: Pick<Registration, 'family' | 'coParentDuplicateConfirmed'>,
): Promise<boolean> {
  if (!family || coParentDuplicateConfirmed) return false;
  const { coParent } = family;
  if (await isDuplicate(db, coParent)) return true;
  return coParent.email !== '' && (await isEmailClaimed(db, normaliseEmail(coParent.email)));
}
