import type { BodyOf } from '#contract/api/route.ts';
import type { updateFamily } from '#contract/api/sign-up/registrations.ts';
import { familyIssues } from '#contract/sign-up/family.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { isDuplicate } from '../identity/duplicate-check.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import {
  newExpiry,
  type RegistrationAccess,
  type RegistrationView,
  type SignUpDependencies,
  saveOpened,
  viewRegistration,
} from './open-registration.ts';
import type { Registration } from './registration.ts';
import type { RegistrationChange } from './registration-repository.ts';

type Body = BodyOf<typeof updateFamily>;

/** Step 2: the co-parent and the children. The rules that need the parent's own contact are checked here again. */
export async function saveFamily(
  dependencies: SignUpDependencies,
  { access, body }: { access: RegistrationAccess; body: Body },
): Promise<
  | RegistrationView
  | Refusal<'CONFLICT' | 'REGISTRATION_EXPIRED' | 'VALIDATION' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>
> {
  const saved = await saveOpened(dependencies, {
    access,
    decide: (current, db) => decide(db, { current, body, dependencies }),
  });
  return 'refused' in saved ? saved : viewRegistration(saved);
}

async function decide(
  db: DbOrTrx,
  { current, body, dependencies }: { current: Registration; body: Body; dependencies: SignUpDependencies },
): Promise<RegistrationChange | Refusal<'VALIDATION'>> {
  const issues = familyIssues(body, current.parent);
  if (issues.length > 0)
    return refuse('VALIDATION', { fields: issues.map(({ path, code }) => ({ field: path.join('.'), code })) });
  const { coParent, children, knowsCoParentEmail, coParentDuplicateConfirmed } = body;
  if (!coParentDuplicateConfirmed && (await isDuplicate(db, { ...coParent, at: dependencies.clock.now() })))
    return refuseFields({ field: 'coParent.duplicate', code: 'co_parent_duplicate' });
  const family = { coParent, children, knowsCoParentEmail };
  return { state: 'FAMILY', family, coParentDuplicateConfirmed, expiresAt: newExpiry(dependencies) };
}
