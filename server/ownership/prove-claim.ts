import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { type Claim, changeClaim, lockClaim, type StoredEvidence } from '../identity/ownership/claim-repository.ts';
import { findContest, isCurrent } from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import { verifyPassword } from '../identity/password.ts';
import { acceptCode, lockOwner } from '../identity/second-factor/factors.ts';
import { comparableAnswer } from '../identity/security-repository.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import { evidenceOf } from './evidence.ts';
import { claimCode, isOpen } from './open-claim.ts';

export type ClaimDependencies = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  makeToken: TokenMaker;
  rateLimiter: RateLimiter;
};

/** A further proof, as the claimant types it. */
export type GivenProof =
  | { kind: 'CODE'; code: string }
  | { kind: 'PASSWORD'; password: string }
  | { kind: 'QUESTION'; securityAnswer: string; securityCode: string }
  | { kind: 'FACTOR'; code: string };

type ProofRefusal = Refusal<'TOKEN_INVALID' | 'WRONG_CODE'>;

/** Adds a proof to a claim. A wrong one is refused; of the code, five tries each. */
export async function proveClaim(
  dependencies: ClaimDependencies,
  { claim: { id }, proof }: { claim: Claim; proof: GivenProof },
): Promise<Claim | ProofRefusal> {
  const at = dependencies.clock.now();
  return dependencies.db.transaction().execute(async (trx) => {
    const claim = await lockClaim(trx, id);
    if (!claim || !isOpen(claim)) return refuse('TOKEN_INVALID');
    if (proof.kind === 'CODE') return proveChannel(trx, { ...dependencies, claim, code: proof.code, at });
    const { userId } = claim;
    if (userId === null || !(await lockOwner(trx, userId))) return refuse('TOKEN_INVALID');
    const shown =
      proof.kind === 'FACTOR'
        ? await acceptCode(trx, dependencies.sealer, { userId, code: proof.code, at })
        : await matchingHashes(trx, { userId, proof, at });
    if (shown === null) return refuse('WRONG_CODE');
    const evidence: StoredEvidence =
      shown instanceof Date
        ? { kind: 'FACTOR', since: shown.toISOString() }
        : { kind: proof.kind as 'PASSWORD' | 'QUESTION', hashes: shown };
    return withEvidence(trx, { claim, evidence });
  });
}

async function withEvidence(
  trx: Trx,
  { claim, evidence: added, ...rest }: { claim: Claim; evidence: StoredEvidence; userId?: string },
): Promise<Claim> {
  const evidence = [...claim.evidence.filter(({ kind }) => kind !== added.kind), added];
  await changeClaim(trx, claim.id, { ...rest, evidence, typed: null });
  return { ...claim, ...rest, evidence, typed: null };
}

async function proveChannel(
  trx: Trx,
  { claim, code, at, makeToken }: { claim: Claim; code: string; at: Date; makeToken: TokenMaker },
): Promise<Claim | ProofRefusal> {
  const { typed, triesLeft } = claim;
  if (typed === null || triesLeft === 0) return refuse('WRONG_CODE', { extra: { triesLeft: 0 } });
  const expected = claimCode(makeToken, claim);
  const isRight = code.length === expected.length && timingSafeEqual(Buffer.from(code), Buffer.from(expected));
  const known = claim.userId === null ? claim.candidates : [claim.userId];
  if (!isRight || known.length === 0) {
    await changeClaim(trx, claim.id, { triesLeft: triesLeft - 1 });
    return refuse('WRONG_CODE', { extra: { triesLeft: triesLeft - 1 } });
  }
  const evidence: StoredEvidence = 'email' in typed ? { kind: 'MAILBOX', ...typed } : { kind: 'PHONE', ...typed };
  const userId = await shownBy(trx, { candidates: known, evidence: [...claim.evidence, evidence], at });
  if (userId === null) return refuse('WRONG_CODE', { extra: { triesLeft } });
  return withEvidence(trx, { claim, evidence, userId });
}

/**
 * Of accounts with the same address or phone, the one of which a change can be contested with it, or one that has it
 * now. Null: what was proved is nobody's any more, such as an address that an undone change had set.
 */
async function shownBy(
  trx: Trx,
  { candidates, evidence, at }: { candidates: string[]; evidence: StoredEvidence[]; at: Date },
): Promise<string | null> {
  let holder: string | null = null;
  for (const userId of candidates) {
    const history = await readHistory(trx, { userId, at });
    const shown = evidenceOf(evidence);
    if (findContest(history, shown) !== null) return userId;
    if (shown.some((one) => isCurrent(history, one))) holder ??= userId;
  }
  return holder;
}

/** Whether a password, or answer and code, are right now or were before a change; null: never. */
async function matchingHashes(
  trx: Trx,
  { userId, proof, at }: { userId: string; proof: Extract<GivenProof, { kind: 'PASSWORD' | 'QUESTION' }>; at: Date },
): Promise<string[] | null> {
  const { changes, current } = await readHistory(trx, { userId, at });
  const stored = [
    current[proof.kind],
    ...changes.filter(({ part }) => part === proof.kind).map(({ before }) => before),
  ];
  const hashes: string[] = [];
  for (const value of stored as Record<string, string | null>[]) {
    const hash = value[proof.kind === 'PASSWORD' ? 'password_hash' : 'security_answer_hash'] ?? null;
    if (hash === null || hashes.includes(hash)) continue;
    const isRight =
      proof.kind === 'PASSWORD'
        ? await verifyPassword(hash, proof.password)
        : (await verifyPassword(hash, comparableAnswer(proof.securityAnswer))) &&
          (await verifyPassword(value['security_code_hash'] ?? '', proof.securityCode));
    if (isRight) hashes.push(hash);
  }
  return hashes.length === 0 ? null : hashes;
}
