import { sameEmail } from '#contract/fields/typed-text.ts';
import { correctEmail } from '../account/correct-email.ts';
import { lockDeletionsOf } from '../closing/deletion-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import type { DbOrTrx, Trx } from '../db/pool.ts';
import { sendAccessLink } from '../identity/answer-recovery.ts';
import { type Claim, lockClaim, waitingClaim } from '../identity/ownership/claim-repository.ts';
import { type Contest, findContest, type OwnershipHistory } from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import { byStaff } from '../identity/ownership/ownership-change.ts';
import { recordOwnershipChange } from '../identity/ownership/record-change.ts';
import { removeEveryFactor } from '../identity/second-factor/factors.ts';
import { lockUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { closeClaims, confirmContest, endAccess, undoContest } from './decide-claim.ts';
import { evidenceOf } from './evidence.ts';

/** Shown in the owner's list of changes. */
const device = 'Evenkeel';

export type ClaimForStaff = { claim: Claim; contest: Contest | null; history: OwnershipHistory };

/** A claim that nobody decided in time with a second proof. */
export async function claimForStaff(db: DbOrTrx, userId: string): Promise<ClaimForStaff | null> {
  const claim = await waitingClaim(db, userId);
  if (claim?.state !== 'STAFF') return null;
  const history = await readHistory(db, { userId, at: claim.expiresAt });
  return { claim, history, contest: findContest(history, evidenceOf(claim.evidence)) };
}

type Decision = { userId: string; claimId: string; at: Date };
type Refused = Refusal<'CONFLICT' | 'VALIDATION'>;

async function lockForStaff(trx: Trx, { userId, claimId }: Decision): Promise<(ClaimForStaff & { user: User }) | null> {
  await lockClaim(trx, claimId);
  await lockDeletionsOf(trx, userId);
  const user = await lockUser(trx, userId);
  const found = await claimForStaff(trx, userId);
  return user?.status === 'ACTIVE' && found?.claim.id === claimId ? { ...found, user } : null;
}

/** Confirms what is in dispute, as a claim with two proofs does: nobody can contest it any more, and the pause ends. */
export async function leaveWithHolder(trx: Trx, decision: Decision): Promise<Refused | null> {
  const found = await lockForStaff(trx, decision);
  if (!found) return refuse('CONFLICT');
  const { contest } = found;
  const { userId, claimId, at } = decision;
  await closeClaims(trx, { ids: [claimId], state: 'KEPT', userId, at });
  if (contest) await confirmContest({ ...found, trx, contest, device, backing: byStaff, at });
  await enqueue(trx, { name: 'send-ownership-notice', payload: { claimId, news: 'LEFT_BY_STAFF' } });
  return null;
}

type Giving = { email: string; makeToken: TokenMaker };

/**
 * Undoes what is in dispute, as a claim with two proofs does. `email`: an address that only the claimant reads, to
 * which the link that sets a new password is mailed.
 */
export async function giveToClaimant(trx: Trx, decision: Decision & Giving): Promise<Refused | null> {
  const found = await lockForStaff(trx, decision);
  if (!found) return refuse('CONFLICT');
  const { user, contest } = found;
  const { userId, claimId, at } = decision;
  await closeClaims(trx, { ids: [claimId], state: 'UNDONE', userId, at });
  if (contest) await undoContest({ ...found, trx, contest, device, backing: byStaff, at }, decision);
  const refused = contest ? await giveLink(trx, decision) : await giveBack(trx, { ...decision, user });
  if (refused) return refused;
  await enqueue(trx, { name: 'send-ownership-notice', payload: { claimId, news: 'UNDONE_BY_STAFF' } });
  return null;
}

/** Somebody who has paid and has no username yet gets the link that sets one. */
export const isGivenBack = ({ status, role, username }: Pick<User, 'status' | 'role' | 'username'>): boolean =>
  status === 'ACTIVE' ? username !== null : status === 'CREDENTIALS_NEEDED' && role !== 'PROFESSIONAL';

type Restoring = Giving & { userId: string; at: Date };

/**
 * Returns an account for which no claim was made: every second factor, session, password and link ends, and a link that
 * sets a new password is mailed to its new address.
 */
export async function giveAccountBack(trx: Trx, restoring: Restoring): Promise<Refused | null> {
  await lockDeletionsOf(trx, restoring.userId);
  const user = await lockUser(trx, restoring.userId);
  if (!user || !isGivenBack(user)) return refuse('CONFLICT');
  return user.username === null ? giveLink(trx, restoring) : giveBack(trx, { ...restoring, user });
}

async function giveBack(trx: Trx, { user, ...restoring }: Restoring & { user: User }): Promise<Refused | null> {
  const change = { userId: user.id, session: null, proofs: 'STAFF', device, at: restoring.at } as const;
  await recordOwnershipChange(trx, { ...change, kind: 'FACTOR_RESET_DONE' }, () => removeEveryFactor(trx, user.id));
  await recordOwnershipChange(trx, { ...change, kind: 'PASSWORD_CHANGED' }, () => endAccess(trx, change));
  return giveLink(trx, { ...restoring, userId: user.id });
}

async function giveLink(trx: Trx, { userId, email, at, makeToken }: Restoring): Promise<Refused | null> {
  const user = await lockUser(trx, userId);
  if (!user) return refuse('CONFLICT');
  if (!sameEmail(user.email, email)) {
    const change = { userId, email, oldIsTheirs: true, proofs: 'STAFF', decided: true, at, makeToken } as const;
    const refused = await correctEmail(trx, change);
    // Without a username it has mailed the link.
    if (refused || user.username === null) return refused;
  }
  await sendAccessLink({ trx, makeToken, at, decided: true }, user);
  return null;
}
