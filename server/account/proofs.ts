import {
  formatProofCode,
  maxProofs,
  normaliseProofCode,
  proofCodeLength,
  proofDays,
} from '#contract/account/proof-code.ts';
import type { checkProof as checkRoute, issueProof as issueRoute, listProofs } from '#contract/api/proofs.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { type Day, dayIn } from '#contract/fields/day.ts';
import { inviteCodeAlphabet } from '#contract/invites/invite-code.ts';
import { after, type Clock, days } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { recordActivity } from '../identity/activity.ts';
import type { Session } from '../identity/session-repository.ts';
import { lockUser } from '../identity/user-repository.ts';
import { initialsOf } from '../invites/family-members.ts';
import { newId } from '../new-id.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { charactersOf, hashSecret, newSecret } from '../secret.ts';
import { addressAt, type Sites } from '../sites.ts';
import { addDays } from '../subscriptions/calendar.ts';
import { endsOn } from '../subscriptions/subscription-life.ts';
import { currentSubscription, readSubscription } from '../subscriptions/subscription-repository.ts';
import { proofPdf } from './proof-pdf.ts';
import { deleteProof, type EnrolmentProof, findProof, insertProof, proofsOf } from './proof-repository.ts';

type Dependencies = { db: Db; clock: Clock; sites: Sites };
type ProofOwner = Pick<Session, 'user' | 'device'>;

const checkedSince = (clock: Clock): Date => after(clock.now(), -days(proofDays));

/** A user's valid proofs, latest first. */
export async function ownProofs({ db, clock }: Dependencies, userId: string): Promise<AnswerOf<typeof listProofs>> {
  const [subscription, proofs] = await Promise.all([
    currentSubscription(db, userId),
    proofsOf(db, { userId, since: checkedSince(clock) }),
  ]);
  return {
    enrolledSince: subscription?.anchorDate ?? null,
    proofs: proofs.map(({ id, issuedOn }) => ({ id, issuedOn, checkedUntil: addDays(issuedOn, proofDays - 1) })),
  };
}

/**
 * Issues a proof to the holder of a current plan, whoever pays for it. It mentions neither the other parent nor
 * children.
 */
export async function issueOwnProof(
  dependencies: Dependencies,
  { session: { user, device }, language }: { session: ProofOwner; language: Language },
): Promise<AnswerOf<typeof issueRoute> | Refusal<'CONFLICT'>> {
  const { db, clock, sites } = dependencies;
  const characters = charactersOf(newSecret(), { alphabet: inviteCodeAlphabet, length: proofCodeLength });
  const issued = await db.transaction().execute(async (trx) => {
    const at = clock.now();
    await lockUser(trx, user.id);
    const subscription = await currentSubscription(trx, user.id);
    const before = await proofsOf(trx, { userId: user.id, since: checkedSince(clock) });
    if (!subscription || before.length >= maxProofs) return null;
    const proof = {
      id: newId(at),
      subscriptionId: subscription.id,
      initials: initialsOf(user),
      enrolledSince: subscription.anchorDate,
      issuedOn: dayIn(at, user.timeZone ?? 'UTC'),
    };
    await insertProof(trx, { ...proof, userId: user.id, codeHash: hashSecret(characters), issuedAt: at });
    await recordActivity(trx, { userId: user.id, kind: 'PROOF_ISSUED', device, at });
    return proof;
  });
  if (!issued) return refuse('CONFLICT');
  const [code, address] = [formatProofCode(characters), addressAt(sites.of(user), '/app/proof').href];
  const pdf = await proofPdf({ ...issued, user, code, address, language });
  return { code, address, fileName: `enrolment-${issued.issuedOn}.pdf`, pdfBase64: pdf.toString('base64') };
}

/** Withdraws a proof by deleting its row, so that its code looks like an unknown one. */
export async function withdrawOwnProof(
  dependencies: Dependencies,
  { session: { user, device }, id }: { session: ProofOwner; id: string },
): Promise<AnswerOf<typeof listProofs> | Refusal<'NOT_FOUND'>> {
  const { db, clock } = dependencies;
  const withdrawn = await db.transaction().execute(async (trx) => {
    if (!(await deleteProof(trx, { userId: user.id, id }))) return false;
    await recordActivity(trx, { userId: user.id, kind: 'PROOF_WITHDRAWN', device, at: clock.now() });
    return true;
  });
  return withdrawn ? ownProofs(dependencies, user.id) : refuse('NOT_FOUND');
}

/** The public view of a proof's code: initials and dates, as of today. */
export async function checkProofCode({ db, clock }: Dependencies, typed: string): Promise<AnswerOf<typeof checkRoute>> {
  const characters = normaliseProofCode(typed);
  // Hashed without a key: 79 bits cannot be guessed, and papers outlive a change of the key.
  const proof =
    characters === null ? null : await findProof(db, { codeHash: hashSecret(characters), since: checkedSince(clock) });
  if (!proof) return { proof: null };
  const { initials, enrolledSince, issuedOn } = proof;
  return { proof: { initials, enrolledSince, endedOn: await endOf(db, proof), issuedOn } };
}

/** The day on which the proof's plan ended; null while it runs. A restarted plan is another enrolment. */
async function endOf(db: Db, { subscriptionId, enrolledSince }: EnrolmentProof): Promise<Day | null> {
  const subscription = await readSubscription(db, subscriptionId);
  if (!subscription) return enrolledSince;
  const { state, anchorDate, endedAt, timeZone } = subscription;
  if (state !== 'CURRENT') return endsOn(subscription);
  return anchorDate === enrolledSince || endedAt === null ? null : dayIn(endedAt, timeZone);
}
