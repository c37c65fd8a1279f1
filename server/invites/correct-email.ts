import { sameEmail } from '#contract/fields/typed-text.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { sendTogether } from '../db/send-together.ts';
import { childrenOf } from '../identity/family-repository.ts';
import { type Invite, latestInvite } from '../identity/invite-repository.ts';
import { readTiming } from '../identity/invite-timing-repository.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { asInvited, familyMembers, lockUser } from '../identity/user-repository.ts';
import { changeKeptAddress, whoseAccountIs } from '../identity/whose-account.ts';
import { type Refusal, refuse, refuseFields } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { sendNewLink } from './request-invite.ts';

type EmailCorrection = { userId: string; email: string; at: Date; makeToken: TokenMaker };

/** The invite to resend to a corrected address; null if none was sent, or it is scheduled or withdrawn. */
export async function inviteToSendAgain(db: DbOrTrx, userId: string): Promise<Invite | null> {
  const latest = await latestInvite(db, userId);
  return latest && latest.state !== 'REVOKED' && (await readTiming(db, userId)) === null ? latest : null;
}

/**
 * Corrects the address of an invited parent who has not started, and invites them there, whoever invited them. The
 * wrong address, a stranger's, is not mailed again. A scheduled or withdrawn invite stays so.
 */
export async function correctInvitedEmail(
  trx: Trx,
  { userId, email, at, makeToken }: EmailCorrection,
): Promise<Refusal<'CONFLICT' | 'VALIDATION'> | null> {
  const user = await lockUser(trx, userId);
  if (!user || (await whoseAccountIs(trx, userId)) !== 'KEPT') return refuse('CONFLICT');
  if (sameEmail(user.email, email)) return refuseFields({ field: 'email', code: 'email_unchanged' });
  const [members, children] =
    user.familyId === null
      ? [[], []]
      : await sendTogether([familyMembers(trx, user.familyId), childrenOf(trx, user.familyId)]);
  if (members.some((other) => other.id !== userId && sameEmail(asInvited(other).email, email)))
    return refuseFields({ field: 'email', code: 'co_parent_email_same' });
  if (children.some((child) => sameEmail(child.email, email)))
    return refuseFields({ field: 'email', code: 'child_email_matches_parent' });
  for (const address of [user.email, email]) await liftBounces({ db: trx, makeToken }, { userId, email: address });
  await changeKeptAddress(trx, { userId, email, at });
  const latest = await inviteToSendAgain(trx, userId);
  if (latest) await sendNewLink(trx, { user, latest, at, makeToken });
  return null;
}
