import { contestDays } from '#contract/account/ownership.ts';
import { sameEmail } from '#contract/fields/typed-text.ts';
import { days } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import { sendTogether } from '../db/send-together.ts';
import { sendAccessLink } from '../identity/answer-recovery.ts';
import { isTaken, lockEmail } from '../identity/duplicate-check.ts';
import { childrenOf } from '../identity/family-repository.ts';
import { saveOwn } from '../identity/own-details.ts';
import { contestableUntil } from '../identity/ownership/decide-claim.ts';
import type { DatedProof } from '../identity/ownership/ownership-change.ts';
import { recordOwnershipChange } from '../identity/ownership/record-change.ts';
import type { SessionProofs } from '../identity/ownership/session-proofs.ts';
import { readReach } from '../identity/reach.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { endEveryToken, issueToken } from '../identity/single-use-token.ts';
import { asInvited, familyMembers, lockUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';

/** Why an address cannot be this user's, as far as they already know. */
export async function refusedEmail(trx: Trx, { user, email }: { user: User; email: string }) {
  if (sameEmail(user.email, email)) return refuseFields({ field: 'email', code: 'email_unchanged' });
  if (user.familyId === null) return null;
  const [members, children] = await sendTogether([familyMembers(trx, user.familyId), childrenOf(trx, user.familyId)]);
  // Other roles have never typed that address, so a refusal would confirm a guess.
  const typed = user.role === 'PARENT_A' ? members.filter((other) => other.createdByProfessionalId === null) : [];
  if (typed.some((other) => other.id !== user.id && sameEmail(asInvited(other).email, email)))
    return refuseFields({ field: 'email', code: 'co_parent_email_same' });
  return children.some((child) => sameEmail(child.email, email))
    ? refuseFields({ field: 'email', code: 'child_email_matches_parent' })
    : null;
}

/** `isProven`: a link was followed; accounts that never proved the address then lose it. */
type NewEmail = { user: User; email: string; isProven: boolean; at: Date; makeToken: TokenMaker };

/** Replaces an address and invalidates what was mailed to the previous one; false if another account has it. */
export async function replaceEmail(trx: Trx, { user, email, isProven, at, makeToken }: NewEmail): Promise<boolean> {
  await lockEmail(trx, email);
  if (await isTaken(trx, { email, exceptUserId: user.id, isProven, at })) return false;
  await liftBounces({ db: trx, makeToken }, { userId: user.id, email: user.email });
  await saveOwn(trx, { user, at, email });
  await endEveryToken(trx, { userId: user.id, at });
  return true;
}

/** `oldIsTheirs`: the previous address is notified and can undo the change, except where staff were shown proofs. */
type EmailCorrection = Pick<OldAddressNotice, 'at' | 'makeToken'> & Corrected;
type Corrected = {
  userId: string;
  email: string;
  oldIsTheirs: boolean;
  proofs?: SessionProofs | 'STAFF';
  /** Two staff members were shown proofs: the link for somebody without a username needs no other. */
  decided?: boolean;
};

/**
 * Changes the address of a user who cannot do so: after a typing mistake, or a lost mailbox. Every session ends. A user
 * without a username is mailed the credentials link.
 */
export async function correctEmail(
  trx: Trx,
  { userId, email, oldIsTheirs, proofs = {}, decided = false, at, makeToken }: EmailCorrection,
): Promise<Refusal<'CONFLICT' | 'VALIDATION'> | null> {
  const user = await lockUser(trx, userId);
  if (user?.status !== 'ACTIVE' && user?.status !== 'CREDENTIALS_NEEDED') return refuse('CONFLICT');
  const refused = await refusedEmail(trx, { user, email });
  if (refused) return refused;
  await liftBounces({ db: trx, makeToken }, { userId, email });
  const replace = async (counted: DatedProof[]) => {
    if (!(await replaceEmail(trx, { user, email, isProven: false, at, makeToken })))
      return refuseFields({ field: 'email', code: 'email_in_use' });
    await closeSessions(trx, { userId });
    if (user.username !== null && oldIsTheirs)
      await notifyOldAddress(trx, { user, at, makeToken, contestable: contestableUntil({ at, proofs: counted }, at) });
    return null;
  };
  const change = { userId, session: null, kind: 'EMAIL_CHANGED', proofs, device: 'Evenkeel', at } as const;
  if (user.username !== null) return recordOwnershipChange(trx, change, replace);
  const refusal = await replace([]);
  if (refusal === null) await sendAccessLink({ trx, makeToken, at, decided }, user);
  return refusal;
}

/** Sent by the preferences of this moment: turning mails off afterwards suppresses the notice for nobody. */
type OldAddressNotice = { user: User; at: Date; makeToken: TokenMaker; contestable: Date | null };

export async function notifyOldAddress(
  trx: Trx,
  { user, at, makeToken, contestable }: OldAddressNotice,
): Promise<void> {
  const { id } = await issueToken(trx, {
    purpose: 'OWNERSHIP_CLAIM',
    userId: user.id,
    lifeMs: contestable === null ? 0 : days(contestDays),
    at,
    makeToken,
    data: { email: user.email, reach: await readReach(trx, user.id) },
  });
  await enqueue(trx, { name: 'send-email-changed', payload: { tokenId: id } });
}
