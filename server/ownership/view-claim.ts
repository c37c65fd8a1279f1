import { isActivityKind } from '#contract/account/activity.ts';
import type { ProofKind } from '#contract/account/ownership.ts';
import type { ClaimView } from '#contract/api/ownership-claims.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import type { Texts } from '../gateways/sms/port.ts';
import { maskEmail } from '../identity/check-recovery-code.ts';
import { deviceNames } from '../identity/device.ts';
import { type Claim, waitingClaim } from '../identity/ownership/claim-repository.ts';
import {
  awaitsPassword,
  type Contest,
  contestableUntil,
  type Evidence,
  findContest,
  type OwnershipHistory,
  provedBy,
  strengthToDecide,
  uncontested,
} from '../identity/ownership/decide-claim.ts';
import { readHistory } from '../identity/ownership/history.ts';
import { hasSecondFactor } from '../identity/second-factor/factors.ts';
import { evidenceOf } from './evidence.ts';

const unknown: Omit<ClaimView, 'state'> = {
  proved: [],
  next: [],
  email: null,
  phone: null,
  securityQuestion: null,
  changes: [],
  mayDecide: false,
  maySetPassword: false,
  missing: null,
  waitUntil: null,
};

/** What a claimant sees: nothing of the account before a first proof, and everything masked after it. */
export async function viewClaim(
  { db, clock, sms }: Texts & { db: Db; clock: Clock },
  claim: Claim,
): Promise<ClaimView> {
  const { state, userId } = claim;
  if (userId === null || claim.evidence.length === 0 || state === 'UNDONE' || state === 'KEPT')
    return { ...unknown, state };
  const history = await readHistory(db, { userId, at: clock.now() });
  const evidence = evidenceOf(claim.evidence);
  const contest = findContest(history, evidence);
  const proved = provedBy(history, { evidence, contest });
  if (proved.length === 0) return { ...unknown, state };
  const reached = (part: 'EMAIL' | 'PHONE') => uncontested(history, part) as Record<string, string | null>;
  const phone = reached('PHONE')['phone_number'] ?? '';
  const email = reached('EMAIL')['email'] ?? '';
  const question = questionBefore(history, contest)['security_question'] ?? null;
  const waiting = await waitingClaim(db, userId);
  const awaits = contest || waiting ? null : awaitsPassword(history, evidence);
  const missing =
    awaits === 'open' ? 'ANOTHER' : missingFor(history, { contest, waiting: waiting && evidenceOf(waiting.evidence) });
  const possible: Record<ProofKind, boolean> = {
    MAILBOX: email !== '',
    PHONE: phone !== '' && sms !== null,
    QUESTION: question !== null,
    PASSWORD: true,
    FACTOR: await hasSecondFactor(db, userId),
  };
  return {
    state,
    proved,
    next: (Object.keys(possible) as ProofKind[]).filter((kind) => possible[kind] && !proved.includes(kind)),
    email: email === '' ? null : maskEmail(email),
    phone: phone === '' ? null : `•••\u00a0${phone.slice(-2)}`,
    securityQuestion: question,
    changes: await disputed(db, contest),
    mayDecide: contest !== null && missing === null,
    maySetPassword: awaits === 'ready',
    missing,
    waitUntil: waiting?.expiresAt.toISOString() ?? null,
  };
}

function missingFor(
  history: OwnershipHistory,
  { contest, waiting }: { contest: Contest | null; waiting: readonly Evidence[] | null },
): ClaimView['missing'] {
  if (contest === null)
    return history.changes.some((one) => one.undoneAt === null && contestableUntil(one, history.at)) ? 'ANOTHER' : null;
  if (contest.strength >= strengthToDecide(history, waiting)) return null;
  return contest.strength < 2 && contest.pauses ? 'ANOTHER' : 'HELD';
}

const questionBefore = ({ current }: OwnershipHistory, contest: Contest | null) =>
  (contest?.restored.find(({ part }) => part === 'QUESTION')?.value ?? current.QUESTION) as Record<
    string,
    string | null
  >;

async function disputed(db: Db, contest: Contest | null): Promise<ClaimView['changes']> {
  if (!contest) return [];
  const rows = await db
    .selectFrom('accountActivity')
    .select(['kind', 'device', 'at'])
    .where('id', 'in', contest.undone)
    // Nobody can undo again what an earlier decision has undone.
    .where('undoneAt', 'is', null)
    .orderBy('at')
    .execute();
  return rows.flatMap(({ kind, device, at }) =>
    isActivityKind(kind) ? [{ kind, ...deviceNames(device), at: at.toISOString() }] : [],
  );
}
