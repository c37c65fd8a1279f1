import type { addCoParentEmail as addRoute } from '#contract/api/co-parent-email.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { normaliseEmail, sameEmail } from '#contract/fields.ts';
import { issueInvite } from '../accounts/invite-repository.ts';
import { readUser } from '../accounts/user-repository.ts';
import type { Clock } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { openRegistration, type RegistrationAccess } from './open-registration.ts';
import type { Registration } from './registration.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
type Request = { access: RegistrationAccess; email: string };

/**
 * Adds the e-mail of a co-parent who had none, and invites them in the same transaction. Once: an address that is known is
 * never replaced by this, so that a key that leaked cannot turn an invite to somebody else.
 */
export async function addCoParentEmail(
  dependencies: Dependencies,
  { access, email }: Request,
): Promise<AnswerOf<typeof addRoute> | Refusal> {
  const { db, clock, makeToken } = dependencies;
  const registration = await openRegistration(dependencies, access);
  if ('refused' in registration) return registration;
  const { userId, familyId } = registration;
  if (userId === null || familyId === null) return refuse('NOT_PAID');
  const parent = await readUser(db, userId);
  if (!parent) return refuse('NOT_FOUND');
  if (sameEmail(email, parent.email)) return refuseFields({ field: 'email', code: 'co_parent_email_same' });
  if (childHasEmail(registration, email)) return refuseFields({ field: 'email', code: 'child_email_matches_parent' });
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const coParent = await lockCoParent(trx, familyId);
    if (!coParent) return refuse('NOT_FOUND');
    if (coParent.email !== '') return sameEmail(coParent.email, email) ? { invited: true as const } : refuse('CONFLICT');
    await trx
      .updateTable('users')
      .set({ email, emailNormalised: normaliseEmail(email), updatedAt: at })
      .where('id', '=', coParent.id)
      .execute();
    const inviteId = await issueInvite(trx, { familyId, userId: coParent.id, inviterUserId: userId, at, makeToken });
    await enqueue(trx, { name: 'send-invite', payload: { inviteId }, key: `invite:${inviteId}` });
    return { invited: true as const };
  });
}

function childHasEmail({ family }: Registration, email: string): boolean {
  return (family?.children ?? []).some((child) => sameEmail(child.email, email));
}

/** Two presses at once wait for each other here; the second finds the address of the first. */
function lockCoParent(trx: Trx, familyId: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('familyId', '=', familyId)
    .where('role', '=', 'PARENT_B')
    .where('status', '=', 'INVITED')
    .forUpdate()
    .executeTakeFirst();
}
