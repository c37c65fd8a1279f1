import type { BodyOf } from '#contract/api/route.ts';
import type { updateFamily } from '#contract/api/registrations.ts';
import { familyIssues } from '#contract/sign-up/family.ts';
import { isDuplicate } from '../identity/duplicate-check.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import {
  newExpiry,
  lockForChange,
  type RegistrationAccess,
  type RegistrationView,
  type SignUpDependencies,
  viewRegistration,
} from './open-registration.ts';
import type { Registration } from './registration.ts';
import { changeRegistration } from './registration-repository.ts';

type Body = BodyOf<typeof updateFamily>;

/** Step 2: the co-parent and the children. The rules that need the parent's own contact are checked here again. */
export async function saveFamily(
  dependencies: SignUpDependencies,
  { access, body }: { access: RegistrationAccess; body: Body },
): Promise<
  | RegistrationView
  | Refusal<'CONFLICT' | 'REGISTRATION_EXPIRED' | 'VALIDATION' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS'>
> {
  const { db, clock } = dependencies;
  return db.transaction().execute(async (trx) => {
    // Saves of two tabs wait for each other, and the later one holds.
    const current = await lockForChange(trx, { access, clock });
    return 'refused' in current ? current : save(trx, { current, body, dependencies });
  });
}

async function save(
  db: Trx,
  { current, body, dependencies }: { current: Registration; body: Body; dependencies: SignUpDependencies },
): Promise<RegistrationView | Refusal<'CONFLICT' | 'VALIDATION'>> {
  const at = dependencies.clock.now();
  const issues = familyIssues(body, current.parent);
  if (issues.length > 0)
    return refuse('VALIDATION', { fields: issues.map(({ path, code }) => ({ field: path.join('.'), code })) });
  const { coParent, children, knowsCoParentEmail, coParentDuplicateConfirmed } = body;
  if (!coParentDuplicateConfirmed && (await isDuplicate(db, { ...coParent, at })))
    return refuseFields({ field: 'coParent.duplicate', code: 'co_parent_duplicate' });
  const expiresAt = newExpiry(dependencies);
  const change = {
    state: 'FAMILY',
    family: { coParent, children, knowsCoParentEmail },
    coParentDuplicateConfirmed,
    expiresAt,
  } as const;
  if (!(await changeRegistration(db, { current, change, at }))) return refuse('CONFLICT');
  return viewRegistration({ ...current, state: 'FAMILY', expiresAt });
}
