import { claimWaitHours } from '#contract/ownership.ts';
import { openClosing } from '../account/close-account.ts';
import { lockDeletionsOf, withdrawDeletion } from '../account/deletion-repository.ts';
import { after, type Clock, hours } from '../clock.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Db, Trx } from '../db/pool.ts';
import { recordActivity } from '../identity/activity.ts';
import { passwordResetLifeMs } from '../identity/answer-recovery.ts';
import { savePassword } from '../identity/credentials-repository.ts';
import { forgetDevices } from '../identity/known-device.ts';
import { saveOwn } from '../identity/own-details.ts';
import { type Claim, changeClaim, lockClaim, waitingClaim } from '../identity/ownership/claim-repository.ts';
import { type Contest, findContest, type OwnershipHistory } from '../identity/ownership/decide-claim.ts';
import type { OwnershipPart } from '../identity/ownership/ownership-change.ts';
import { confirmChanges, markUndone, readHistory } from '../identity/ownership/history.ts';
import { restorePart } from '../identity/ownership/parts.ts';
import { provedNow } from '../identity/ownership/session-proofs.ts';
import { openReset, stopOpenReset } from '../identity/second-factor/factor-reset.ts';
import { endSecondSteps } from '../identity/second-factor/second-step.ts';
import { liftBounces } from '../identity/returned-mail.ts';
import { closeSessions } from '../identity/session-repository.ts';
import { endEveryToken, endTokens, issueToken } from '../identity/single-use-token.ts';
import { lockUser, type User } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { evidenceOf } from './evidence.ts';
import { isOpen } from './open-claim.ts';

type Dependencies = { db: Db; clock: Clock; makeToken: TokenMaker };
type ClaimTrx = { trx: Trx; claim: Claim; user: User; contest: Contest; history: OwnershipHistory; at: Date };

/**
 * What a claim contests, its account locked. Only changes of the last 30 days can be in dispute, and only proofs as
 * they stood before them count.
 */
async function withContest<Result>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { id }: Claim,
  work: (call: ClaimTrx) => Promise<Result>,
): Promise<Result | Refusal<'TOKEN_INVALID' | 'CONFLICT'>> {
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, id);
    if (claim?.userId) await lockDeletionsOf(trx, claim.userId);
    const user = claim?.userId ? await lockUser(trx, claim.userId) : null;
    if (!claim || !isOpen(claim) || user?.status !== 'ACTIVE') return refuse('TOKEN_INVALID');
    const history = await readHistory(trx, { userId: user.id, at });
    const contest = findContest(history, evidenceOf(claim.evidence));
    return contest ? work({ trx, claim, user, contest, history, at }) : refuse('CONFLICT');
  });
}

/**
 * One proof against one is nobody's win: the account shows and changes nothing for 72 hours, every address and phone
 * of then and now is told, and whoever brings a second proof decides. Beside a wait that is open no second one begins.
 */
export function startClaimWait(
  dependencies: Dependencies,
  claim: Claim,
): Promise<{ until: Date } | Refusal<'TOKEN_INVALID' | 'CONFLICT'>> {
  return withContest(dependencies, claim, async ({ trx, user, at }) => {
    const waiting = await waitingClaim(trx, user.id);
    if (waiting) return { until: waiting.expiresAt };
    const until = after(at, hours(claimWaitHours));
    await changeClaim(trx, claim.id, { state: 'WAITING', expiresAt: until });
    await trx.updateTable('users').set({ frozenAt: at, updatedAt: at }).where('id', '=', user.id).execute();
    await enqueue(trx, { name: 'send-ownership-notice', payload: { claimId: claim.id, news: 'WAITING' } });
    await enqueue(trx, {
      name: 'end-ownership-wait',
      payload: { claimId: claim.id },
      runAt: until,
      key: `ownership-wait:${claim.id}`,
    });
    return { until };
  });
}

/** Nobody brought a second proof in time: staff decide, by two people, and the account stays frozen until then. */
export async function endClaimWait({ db, clock }: Pick<Dependencies, 'db' | 'clock'>, claimId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, claimId);
    if (claim?.state === 'WAITING' && claim.expiresAt <= clock.now())
      await changeClaim(trx, claimId, { state: 'STAFF' });
  });
}

export type ClaimDecision = { undone: boolean; passwordToken: string | null };

/**
 * With two proofs as they stood before: undoes what is in dispute and whatever came after it with fewer, or confirms
 * it. Undoing ends every session, link and factor of since then, and asks for a new password at once.
 */
export function decideClaim(
  dependencies: Dependencies,
  { claim, keep }: { claim: Claim; keep: boolean },
): Promise<ClaimDecision | Refusal<'TOKEN_INVALID' | 'CONFLICT'>> {
  return withContest(dependencies, claim, async (call) => {
    const { trx, user, contest, at } = call;
    if (contest.strength < 2) return refuse('CONFLICT');
    const waiting = await waitingClaim(trx, user.id);
    const state = keep ? 'KEPT' : 'UNDONE';
    for (const id of new Set([claim.id, ...(waiting ? [waiting.id] : [])]))
      await changeClaim(trx, id, { state, decidedAt: at, evidence: [], typed: null });
    await trx.updateTable('users').set({ frozenAt: null, updatedAt: at }).where('id', '=', user.id).execute();
    const passwordToken = keep ? null : await undo(dependencies, call);
    if (keep) await confirm(trx, { userId: user.id, contest, at });
    await enqueue(trx, { name: 'send-ownership-notice', payload: { claimId: claim.id, news: state } });
    return { undone: !keep, passwordToken };
  });
}

/** What is confirmed is final; a removal of lost factors that fell due meanwhile is carried out. */
async function confirm(
  trx: Trx,
  { userId, contest, at }: { userId: string; contest: Contest; at: Date },
): Promise<void> {
  await confirmChanges(trx, { ids: contest.undone, proofs: datedOf(contest) });
  const reset = await openReset(trx, userId);
  if (reset && reset.dueAt <= at)
    await enqueue(trx, {
      name: 'complete-factor-reset',
      payload: { resetId: reset.id },
      key: `factor-reset:${reset.id}`,
    });
}

/** They stood before the dispute, so nothing after it set them. */
const datedOf = ({ proofs }: Contest) => proofs.map((kind) => ({ kind, since: null }));

async function undo(
  { makeToken }: Dependencies,
  { trx, claim, user, contest, history, at }: ClaimTrx,
): Promise<string> {
  const { device } = claim;
  for (const { part, value } of contest.restored) {
    await recordRestored(trx, { userId: user.id, part, contest, before: history.current[part], device, at });
    await restore(trx, { user, part, value, at, makeToken });
  }
  await markUndone(trx, { ids: contest.undone, at });
  if (!contest.restored.some(({ part }) => part === 'PASSWORD'))
    await recordRestored(trx, {
      userId: user.id,
      part: 'PASSWORD',
      contest,
      before: history.current.PASSWORD,
      device,
      at,
    });
  // Whoever made the changes may know every password from before, too.
  await savePassword(trx, { userId: user.id, passwordHash: null, at });
  await closeSessions(trx, { userId: user.id });
  await forgetDevices(trx, user.id);
  await endSecondSteps(trx, user.id);
  await stopOpenReset(trx, { userId: user.id, device, at });
  await endEveryToken(trx, { userId: user.id, at });
  await endTokens(trx, { userId: user.id, purpose: 'OWNERSHIP_CLAIM', at });
  const reset = await issueToken(trx, {
    purpose: 'PASSWORD_RESET',
    userId: user.id,
    lifeMs: passwordResetLifeMs,
    at,
    makeToken,
    data: { proved: provedNow(contest.proofs, at) },
  });
  return reset.secret;
}

async function recordRestored(
  trx: Trx,
  {
    part,
    before,
    contest,
    ...activity
  }: { userId: string; part: OwnershipPart; before: unknown; contest: Contest; device: string; at: Date },
): Promise<void> {
  const ownership = { part, proofs: datedOf(contest), before };
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
    return saveOwn(trx, { user, at, email: of['email'] ?? user.email });
  }
  if (part === 'PHONE')
    return saveOwn(trx, {
      user,
      at,
      phoneCountryCode: of['phone_country_code'] ?? '',
      phoneNumber: of['phone_number'] ?? '',
    });
  if (part === 'CLOSING') return restoreClosing(trx, { userId: user.id, value, at });
  await restorePart(trx, { userId: user.id, part, value, at });
}

/** A closing that somebody else asked for is withdrawn; one that somebody else withdrew is asked for again. */
async function restoreClosing(
  trx: Trx,
  { userId, value, at }: { userId: string; value: unknown; at: Date },
): Promise<void> {
  const { deletion_requests: requests = [] } = value as { deletion_requests?: Record<string, unknown>[] };
  const wasOpen = requests.some((one) => one['withdrawn_at'] === null && one['closed_at'] === null);
  if (wasOpen) await openClosing(trx, { userId, at });
  else await withdrawDeletion(trx, { userId, at });
}
