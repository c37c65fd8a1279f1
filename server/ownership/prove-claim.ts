import { timingSafeEqual } from 'node:crypto';
import type { PasskeyAnswer } from '#contract/api/passkeys.ts';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../db/pool.ts';
import { refusableTransaction } from '../db/refusable-transaction.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { type Claim, changeClaim, lockClaim, type StoredEvidence } from '../identity/ownership/claim-repository.ts';
import { findContest, provedBy } from '../identity/ownership/decide-claim.ts';
import { readHistory, readThenAndNow } from '../identity/ownership/history.ts';
import { verifyPassword } from '../identity/password.ts';
import { acceptCode, lockOwner } from '../identity/second-factor/factors.ts';
import { type PasskeySite, verifyAuthentication } from '../identity/second-factor/passkey.ts';
import { isAnswer } from '../identity/security-repository.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Sealer } from '../sealed-secret.ts';
import type { TokenMaker } from '../secret.ts';
import { evidenceOf } from './evidence.ts';
import { claimCode, isOpen } from './open-claim.ts';

export type ClaimDependencies = Texts & {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  makeToken: TokenMaker;
  rateLimiter: RateLimiter;
};

/** A further proof from the claimant. `site`: where the passkey was requested. */
export type GivenProof =
  | { kind: 'CODE'; code: string }
  | { kind: 'PASSWORD'; password: string }
  | { kind: 'QUESTION'; securityAnswer: string; securityCode: string }
  | { kind: 'FACTOR'; code: string }
  | { kind: 'PASSKEY'; passkey: PasskeyAnswer; site: PasskeySite };
type ProofOf<Kind extends GivenProof['kind']> = Extract<GivenProof, { kind: Kind }>;

type ProofRefusal = Refusal<'TOKEN_INVALID' | 'WRONG_CODE'>;
type Proving = { claim: Claim; at: Date };

/** Adds a proof to a claim. A wrong one is refused; codes allow five tries each. */
export async function proveClaim(
  dependencies: ClaimDependencies,
  { claim: { id, userId: known }, proof }: { claim: Claim; proof: GivenProof },
): Promise<Claim | ProofRefusal> {
  const { db, clock } = dependencies;
  const at = clock.now();
  // Hashing is slow, and must not hold the account's lock: a match stays a match.
  const hashes = isTyped(proof) && known !== null ? await matchingHashes(db, { userId: known, proof }) : [];
  if (proof.kind === 'CODE')
    return db.transaction().execute(async (trx) => {
      const claim = await lockClaim(trx, id);
      if (!claim || !isOpen(claim)) return refuse('TOKEN_INVALID');
      return proveChannel(trx, { ...dependencies, claim, code: proof.code, at });
    });
  // A recovery code that proves nothing here is not used up.
  return refusableTransaction<Claim | ProofRefusal>(db, async (trx) => {
    const claim = await lockClaim(trx, id);
    if (!claim || !isOpen(claim)) return refuse('TOKEN_INVALID');
    if (claim.userId === null) return refuse('TOKEN_INVALID');
    const evidence = isTyped(proof)
      ? hashes.length > 0 && ({ kind: proof.kind, hashes } as const)
      : await factorShown(trx, { ...dependencies, userId: claim.userId, proof, at });
    return (
      (evidence && (await withEvidence(trx, { claim, known: [claim.userId], added: evidence, at }))) ||
      refuse('WRONG_CODE')
    );
  });
}

const isTyped = (proof: GivenProof): proof is ProofOf<'PASSWORD' | 'QUESTION'> =>
  proof.kind === 'PASSWORD' || proof.kind === 'QUESTION';

/** Of the claimed account: somebody else's passkey proves nothing about it. */
async function factorShown(
  trx: Trx,
  { sealer, userId, proof, at }: { sealer: Sealer; userId: string; proof: ProofOf<'FACTOR' | 'PASSKEY'>; at: Date },
): Promise<StoredEvidence | null> {
  if (!(await lockOwner(trx, userId))) return null;
  if (proof.kind === 'FACTOR') {
    const since = await acceptCode(trx, sealer, { userId, code: proof.code, at });
    return since && { kind: 'FACTOR', since: since.toISOString() };
  }
  const shown = await verifyAuthentication(trx, proof.site, { response: proof.passkey, at });
  return shown?.userId === userId ? { kind: 'FACTOR', since: shown.addedAt.toISOString() } : null;
}

/**
 * Adds evidence that proves one of these accounts' former or current state, and nothing else; null: it proves nothing.
 */
async function withEvidence(
  trx: Trx,
  { claim, known, added, at }: Proving & { known: string[]; added: StoredEvidence },
): Promise<Claim | null> {
  const evidence = [...claim.evidence.filter(({ kind }) => kind !== added.kind), added];
  const userId = await shownBy(trx, { candidates: known, evidence, kind: added.kind, at });
  if (userId === null) return null;
  await changeClaim(trx, claim.id, { userId, evidence, typed: null });
  return { ...claim, userId, evidence, typed: null };
}

async function proveChannel(
  trx: Trx,
  { claim, code, at, makeToken }: Proving & { code: string; makeToken: TokenMaker },
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
  const added: StoredEvidence = 'email' in typed ? { kind: 'MAILBOX', ...typed } : { kind: 'PHONE', ...typed };
  return (await withEvidence(trx, { claim, known, added, at })) ?? refuse('WRONG_CODE', { extra: { triesLeft } });
}

/**
 * Of accounts with the same address or phone, the one of which it can contest a change, or one that has it now. Null:
 * what was proved last belongs to nobody any more, such as an address set by an undone change, whatever else the claim
 * has proved.
 */
async function shownBy(
  trx: Trx,
  {
    candidates,
    evidence,
    kind,
    at,
  }: { candidates: string[]; evidence: StoredEvidence[]; kind: StoredEvidence['kind']; at: Date },
): Promise<string | null> {
  const shown = evidenceOf(evidence);
  let holder: string | null = null;
  for (const userId of candidates) {
    const history = await readHistory(trx, { userId, at });
    const contest = findContest(history, shown);
    if (!provedBy(history, { evidence: shown, contest }).includes(kind)) continue;
    if (contest !== null) return userId;
    holder ??= userId;
  }
  return holder;
}

/**
 * Maximum number of stored passwords or answers to check: the current one, and the oldest, which preceded the dispute,
 * however often it was changed since.
 */
const mostHashes = 6;

/** The stored password, or answer and code, that this matches: currently or before a change. */
async function matchingHashes(
  db: Db,
  { userId, proof }: { userId: string; proof: ProofOf<'PASSWORD' | 'QUESTION'> },
): Promise<string[]> {
  const { changes, current } = await readThenAndNow(db, userId);
  const column = proof.kind === 'PASSWORD' ? 'password_hash' : 'security_answer_hash';
  const stored = new Map<string, Record<string, string | null>>();
  for (const value of [
    current[proof.kind],
    ...changes.filter(({ part }) => part === proof.kind).map(({ before }) => before),
  ] as Record<string, string | null>[]) {
    const hash = value[column] ?? null;
    if (hash !== null && stored.size < mostHashes) stored.set(hash, value);
  }
  const matching: string[] = [];
  for (const [hash, { security_code_hash: code }] of stored) {
    const isRight =
      proof.kind === 'PASSWORD'
        ? await verifyPassword(hash, proof.password)
        : (await isAnswer(hash, proof.securityAnswer)) && (await verifyPassword(code ?? '', proof.securityCode));
    if (isRight) matching.push(hash);
  }
  return matching;
}
