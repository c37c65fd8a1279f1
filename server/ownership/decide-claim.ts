import { claimWaitHours, finalStrength, type ProofKind } from '#contract/account/ownership.ts';
import { after, type Clock, hours } from '../clock.ts';
import { openClosing } from '../closing/close-account.ts';
import { lockDeletionsOf, withdrawDeletion } from '../closing/deletion-repository.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { recordActivity } from '../identity/activity.ts';
import { passwordResetLifeMs } from '../identity/answer-recovery.ts';
import { savePassword } from '../identity/credentials-repository.ts';
import { forgetDevices } from '../identity/known-device.ts';
import { saveOwn } from '../identity/own-details.ts';
import { type Claim, changeClaim, lockClaim, lockClaimsOf } from '../identity/ownership/claim-repository.ts';
import {
  awaitsPassword,
  type Contest,
  findContest,
  type OwnershipHistory,
  provedBy,
  showsHeld,
  strengthToDecide,
} from '../identity/ownership/decide-claim.ts';
import { confirmChanges, markUndone, readHistory } from '../identity/ownership/history.ts';
import type { DatedProof, OwnershipPart } from '../identity/ownership/ownership-change.ts';
import { restorePart } from '../identity/ownership/parts.ts';
import { provedNow } from '../identity/ownership/session-proofs.ts';
import { proveEmail } from '../identity/proven-email.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { openReset, stopOpenReset } from '../identity/second-factor/factor-reset.ts';
import { endSecondSteps } from '../identity/second-factor/second-step.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { endEveryToken, endTokens, issueToken } from '../identity/single-use-token.ts';
import { lockUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { evidenceOf } from './evidence.ts';
import { isOpen } from './open-claim.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
/** `claims`: all of the account, including this one. */
type ClaimTrx = {
  trx: Trx;
  claim: Claim;
  claims: Claim[];
  user: User;
  contest: Contest;
  history: OwnershipHistory;
  at: Date;
};
/** `backing`: the proofs behind the decision. */
type Settling = Omit<ClaimTrx, 'claim' | 'claims'> & { device: string; backing: DatedProof[] };

type FoundClaim = Omit<ClaimTrx, 'contest'> & { contest: Contest | null };

/**
 * What a claim contests, with its account locked. Only changes of the last 30 days can be in dispute, and only proofs
 * as they stood before them count.
 */
async function withClaim<Result>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { id, userId }: Claim,
  work: (call: FoundClaim) => Promise<Result>,
): Promise<Result | Refusal<'TOKEN_INVALID'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    if (userId === null) return refuse('TOKEN_INVALID');
    // Including the others: somebody adding a proof to one holds it, and waits for the account.
    const claims = await lockClaimsOf(trx, userId);
    const claim = claims.find((one) => one.id === id);
    await lockDeletionsOf(trx, userId);
    const user = await lockUser(trx, userId);
    if (!claim || !isOpen(claim) || user?.status !== 'ACTIVE') return refuse('TOKEN_INVALID');
    const history = await readHistory(trx, { userId: user.id, at });
    const contest = findContest(history, evidenceOf(claim.evidence));
    return work({ trx, claim, claims, user, contest, history, at });
  });
}

/**
 * One proof against one is undecided: the account shows and changes nothing for 72 hours, every former and current
 * address and phone is notified, and whoever adds a second proof decides. No second wait begins during an open one: it
 * belongs to the claimant who has shown a phone or factor.
 */
export function startClaimWait(
  dependencies: Dependencies,
  claim: Claim,
): Promise<{ until: Date } | Refusal<'TOKEN_INVALID' | 'CONFLICT'>> {
  return withClaim(dependencies, claim, async ({ trx, claims, user, contest, history, at }) => {
    const waiting = claims.find(({ state }) => state === 'WAITING' || state === 'STAFF');
    if (!contest || (!waiting && !contest.pauses)) return refuse('CONFLICT');
    const until = waiting?.expiresAt ?? after(at, hours(claimWaitHours));
    if (
      waiting &&
      (!showsHeld(contest.proofs) || strengthToDecide(history, evidenceOf(waiting.evidence)) === finalStrength)
    )
      return { until };
    if (waiting) await changeClaim(trx, waiting.id, { state: 'OPEN' });
    await changeClaim(trx, claim.id, { state: waiting?.state ?? 'WAITING', expiresAt: until });
    await enqueue(trx, {
      name: 'end-ownership-wait',
      payload: { claimId: claim.id },
      runAt: until,
      key: `ownership-wait:${claim.id}`,
    });
    if (waiting) return { until };
    await trx.updateTable('users').set({ frozenAt: at, updatedAt: at }).where('id', '=', user.id).execute();
    await enqueue(trx, { name: 'send-ownership-notice', payload: { claimId: claim.id, news: 'WAITING' } });
    return { until };
  });
}

/** Nobody added a second proof in time: two staff members decide, and the account stays frozen until then. */
export async function endClaimWait({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, claimId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (claim?.state === 'WAITING' && claim.expiresAt <= clock.now())
      await changeClaim(trx, claimId, { state: 'STAFF' });
  });
}

export type ClaimDecision = { undone: boolean; passwordToken: string | null };

/**
 * With two proofs as they stood before: undoes what is in dispute and whatever followed it with fewer, or confirms it.
 * Undoing ends every session, link, factor and claim since then, and requires a new password at once: what another
 * claim has proved may have been set by what is undone. If that password was never set, the link comes again.
 */
export function decideClaim(
  dependencies: Dependencies,
  { claim, keep }: { claim: Claim; keep: boolean },
): Promise<ClaimDecision | Refusal<'TOKEN_INVALID' | 'CONFLICT'>> {
  return withClaim(dependencies, claim, async (call) => {
    const { trx, claims, user, contest, at } = call;
    if (!contest) return keep ? refuse('CONFLICT') : linkAgain(dependencies, call);
    const waiting = claims.find(({ state }) => state === 'WAITING' || state === 'STAFF') ?? null;
    if (contest.strength < strengthToDecide(call.history, waiting && evidenceOf(waiting.evidence)))
      return refuse('CONFLICT');
    const decided = claims.filter((one) => isOpen(one) && (!keep || one.id === claim.id || one.state !== 'OPEN'));
    const ids = decided.map(({ id }) => id);
    await closeClaims(trx, { ids, state: keep ? 'KEPT' : 'UNDONE', userId: user.id, at });
    const settling = { ...call, contest, device: claim.device, backing: contest.backing };
    await (keep ? confirmContest(settling) : undoContest(settling, dependencies));
    await enqueue(trx, {
      name: 'send-ownership-notice',
      payload: { claimId: claim.id, news: keep ? 'KEPT' : 'UNDONE' },
    });
    return { undone: !keep, passwordToken: keep ? null : await passwordLink(dependencies, call, contest.proofs) };
  });
}

async function linkAgain(dependencies: Dependencies, call: FoundClaim): Promise<ClaimDecision | Refusal<'CONFLICT'>> {
  const evidence = evidenceOf(call.claim.evidence);
  if (call.user.frozenAt !== null || awaitsPassword(call.history, evidence) !== 'ready') return refuse('CONFLICT');
  const proofs = provedBy(call.history, { evidence, contest: null });
  return { undone: true, passwordToken: await passwordLink(dependencies, call, proofs) };
}

type ClosedClaims = { ids: Iterable<string>; state: 'KEPT' | 'UNDONE'; userId: string; at: Date };

/** A decision deletes the proofs, and ends the pause. */
export async function closeClaims(trx: Trx, { ids, state, userId, at }: ClosedClaims): Promise<void> {
  for (const id of ids) await changeClaim(trx, id, { state, decidedAt: at, evidence: [], typed: null });
  await trx.updateTable('users').set({ frozenAt: null, updatedAt: at }).where('id', '=', userId).execute();
}

/** What is confirmed is final; a removal of lost factors that became due meanwhile is carried out. */
export async function confirmContest({ trx, user, contest, backing, at }: Settling): Promise<void> {
  await confirmChanges(trx, { ids: contest.undone, proofs: backing });
  const reset = await openReset(trx, user.id);
  if (reset && reset.dueAt <= at)
    await enqueue(trx, {
      name: 'complete-factor-reset',
      payload: { resetId: reset.id },
      key: `factor-reset:${reset.id}`,
    });
}

/** Restores what a contest undoes, and ends all access to the account. */
export async function undoContest(
  { trx, user, contest, history, backing, device, at }: Settling,
  { makeToken }: Pick<Dependencies, 'makeToken'>,
): Promise<void> {
  for (const { part, value } of contest.restored) {
    await recordRestored(trx, { userId: user.id, part, backing, before: history.current[part], device, at });
    await restore(trx, { user, part, value, at, makeToken });
  }
  if (contest.proofs.includes('MAILBOX')) await proveEmail(trx, { userId: user.id, at });
  await markUndone(trx, { ids: contest.undone, at });
  if (!contest.restored.some(({ part }) => part === 'PASSWORD'))
    await recordRestored(trx, {
      userId: user.id,
      part: 'PASSWORD',
      backing,
      before: history.current.PASSWORD,
      device,
      at,
    });
  await endAccess(trx, { userId: user.id, device, at });
}

/** Whoever made the changes may also know every earlier password. */
export async function endAccess(
  trx: Trx,
  { userId, device, at }: { userId: string; device: string; at: Date },
): Promise<void> {
  await savePassword(trx, { userId, passwordHash: null, at });
  await closeSessions(trx, { userId });
  await forgetDevices(trx, userId);
  await endSecondSteps(trx, userId);
  await stopOpenReset(trx, { userId, device, at });
  await endEveryToken(trx, { userId, at });
  await endTokens(trx, { userId, purpose: 'OWNERSHIP_CLAIM', at });
}

async function passwordLink(
  { makeToken }: Dependencies,
  { trx, user, at }: Pick<FoundClaim, 'trx' | 'user' | 'at'>,
  proofs: readonly ProofKind[],
): Promise<string> {
  const reset = await issueToken(trx, {
    purpose: 'PASSWORD_RESET',
    userId: user.id,
    lifeMs: passwordResetLifeMs,
    at,
    makeToken,
    data: { proved: provedNow(proofs, at) },
  });
  return reset.secret;
}

async function recordRestored(
  trx: Trx,
  {
    part,
    before,
    backing,
    ...activity
  }: { userId: string; part: OwnershipPart; before: unknown; backing: DatedProof[]; device: string; at: Date },
): Promise<void> {
  const ownership = { part, proofs: backing, before };
  await recordActivity(trx, { ...activity, kind: 'CHANGE_UNDONE', ownership });
}

async function restore(
  trx: Trx,
  {
    user,
    part,
    value,
    at,
    makeToken,
  }: { user: User; part: OwnershipPart; value: unknown; at: Date; makeToken: TokenMaker },
): Promise<void> {
  const of = value as Record<string, string>;
  if (part === 'EMAIL') {
    await liftBounces({ db: trx, makeToken }, { userId: user.id, email: user.email });
    await saveOwn(trx, { user, at, email: of['email'] ?? user.email });
    if (of['email_proven_at']) await proveEmail(trx, { userId: user.id, at });
    return;
  }
  if (part === 'PHONE')
    return saveOwn(trx, {
      user,
      at,
      phoneCountryCode: of['phone_country_code'] ?? '',
      phoneNumber: of['phone_number'] ?? '',
    });
  if (part === 'NAME')
    return saveOwn(trx, { user, at, firstName: of['first_name'] ?? '', lastName: of['last_name'] ?? '' });
  if (part === 'CLOSING') return restoreClosing(trx, { userId: user.id, value, at });
  await restorePart(trx, { userId: user.id, part, value, at });
}

/** A closing that somebody else requested is cancelled; one that somebody else cancelled is requested again. */
async function restoreClosing(
  trx: Trx,
  { userId, value, at }: { userId: string; value: unknown; at: Date },
): Promise<void> {
  const { deletion_requests: requests = [] } = value as { deletion_requests?: Record<string, unknown>[] };
  const wasOpen = requests.some((one) => one['withdrawn_at'] === null && one['closed_at'] === null);
  if (wasOpen) await openClosing(trx, { userId, at });
  else await withdrawDeletion(trx, { userId, at });
}
