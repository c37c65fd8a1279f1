import { contestDays, finalStrength, type ProofKind, type ProofStrength, strengthOf } from '#contract/ownership.ts';
import { after, days } from '../../clock.ts';
import { undoFactorChanges } from './factor-rows.ts';
import type { DatedProof, OwnershipChange, OwnershipPart } from './ownership-change.ts';
import { ownershipParts } from './parts.ts';

/**
 * What a claimant has proved. `shows`: whether it shows the part as it was then: the mailbox that was on file, the
 * password that was right. `since`: of a factor, when it was added.
 */
export type Evidence =
  | { kind: 'FACTOR'; since: Date }
  | { kind: Exclude<ProofKind, 'FACTOR'>; shows: (part: Record<string, unknown>) => boolean };

const partOf = { PASSWORD: 'PASSWORD', MAILBOX: 'EMAIL', PHONE: 'PHONE', QUESTION: 'QUESTION' } as const;

/** The changes of one account in the order in which they were made, and what its parts are now. */
export type OwnershipHistory = {
  changes: readonly OwnershipChange[];
  current: Record<OwnershipPart, unknown>;
  at: Date;
};

/**
 * How strong the proofs behind a change are, seen from a dispute about `disputed` and all after it: a proof counts if
 * it stood before, or if a final change of after set it. Somebody else's new phone proves nothing.
 */
function strengthAt(changes: readonly OwnershipChange[], { change, disputed }: DisputedChange): ProofStrength {
  return strengthOf(
    change.proofs
      .filter(({ since }) => {
        if (since === null || since < disputed.at) return true;
        const setBy = changes.find(
          (one) => !one.isUndone && one.at.getTime() === since.getTime() && one.at < change.at,
        );
        return setBy !== undefined && strengthAt(changes, { change: setBy, disputed }) === finalStrength;
      })
      .map(({ kind }) => kind),
  );
}
type DisputedChange = { change: OwnershipChange; disputed: OwnershipChange };

/** The part as it was before the dispute, or as a change set it that a claim of this strength cannot undo. */
function undisputed(
  { changes, current }: OwnershipHistory,
  { part, disputed, strength }: { part: OwnershipPart; disputed: OwnershipChange; strength: 1 | 2 | 3 },
): { value: unknown; undone: OwnershipChange[] } {
  const later = changes.slice(changes.indexOf(disputed)).filter((change) => change.part === part);
  const standing = later.findLastIndex((change) => strengthAt(changes, { change, disputed }) >= lasting(strength));
  if (part === 'FACTORS') {
    const undone = later.filter((change) => strengthAt(changes, { change, disputed }) < lasting(strength));
    return { value: undoFactorChanges(later, { current: current[part], undone }), undone };
  }
  const undone = later.slice(standing + 1);
  return { value: undone[0] ? undone[0].before : current[part], undone };
}

/** How strong a change must be to outlast a claim: one proof against one is nobody's win, so it is in dispute too. */
const lasting = (claim: ProofStrength): ProofStrength => (claim === finalStrength ? finalStrength : 2);

/** What a claim undoes: the change it contests, and the parts to restore. */
export type Contest = {
  disputed: OwnershipChange;
  proofs: ProofKind[];
  /** The same, each with when it was last set: a later dispute may be about that. */
  backing: DatedProof[];
  strength: ProofStrength;
  restored: { part: OwnershipPart; value: unknown }[];
  /** Ids of the changes that it undoes. */
  undone: string[];
};

function contestOf(
  history: OwnershipHistory,
  { evidence, disputed, strength }: { evidence: readonly Evidence[]; disputed: OwnershipChange; strength: 1 | 2 | 3 },
): Contest | null {
  const shown = evidence.filter((one) =>
    one.kind === 'FACTOR'
      ? one.since < disputed.at
      : one.shows(undisputed(history, { part: partOf[one.kind], disputed, strength }).value as Record<string, unknown>),
  );
  const proofs = [...new Set(shown.map(({ kind }) => kind))];
  const disputedStrength = strengthAt(history.changes, { change: disputed, disputed });
  if (strengthOf(proofs) < strength || disputedStrength >= lasting(strength)) return null;
  const parts = ownershipParts.map((part) => ({ part, ...undisputed(history, { part, disputed, strength }) }));
  const restored = parts.flatMap(({ part, value, undone }) => (undone.length > 0 ? [{ part, value }] : []));
  const undone = parts.flatMap((part) => part.undone.filter(({ isUndone }) => !isUndone).map(({ id }) => id));
  return {
    disputed,
    proofs,
    backing: datedOf(history, { shown, disputed }),
    strength: strengthOf(proofs),
    restored,
    undone,
  };
}

function datedOf(
  { changes }: OwnershipHistory,
  { shown, disputed }: { shown: readonly Evidence[]; disputed: OwnershipChange },
): DatedProof[] {
  const before = changes.slice(0, changes.indexOf(disputed));
  return shown.map((one) => ({
    kind: one.kind,
    since: one.kind === 'FACTOR' ? one.since : (before.findLast(({ part }) => part === partOf[one.kind])?.at ?? null),
  }));
}

const openChanges = ({ changes, at: now }: OwnershipHistory) =>
  changes.filter(({ at, isUndone }) => !isUndone && after(at, days(contestDays)) > now);

/** The first change of a part that could be undone by whoever contests the earliest change there is. */
export function firstContestable(history: OwnershipHistory, part: OwnershipPart): OwnershipChange | undefined {
  const { changes } = history;
  const [disputed] = openChanges(history);
  if (!disputed) return undefined;
  const isWeak = (change: OwnershipChange) => strengthAt(changes, { change, disputed }) < finalStrength;
  return changes.slice(changes.indexOf(disputed)).find((change) => change.part === part && isWeak(change));
}

/**
 * The earliest change of the last 30 days that this evidence contests, with proofs as they stood before it; null where
 * there is none. Evidence of strength 1 contests nothing yet: it names what is in dispute, and starts the wait.
 */
export function findContest(history: OwnershipHistory, evidence: readonly Evidence[]): Contest | null {
  const open = openChanges(history);
  for (const strength of [3, 2, 1] as const)
    for (const disputed of open) {
      const contest = contestOf(history, { evidence, disputed, strength });
      if (contest) return contest;
    }
  return null;
}

/** The kinds of evidence that count: for what is contested, or as the account is now. */
export function provedBy(
  { current }: OwnershipHistory,
  { evidence, contest }: { evidence: readonly Evidence[]; contest: Contest | null },
): ProofKind[] {
  if (contest) return contest.proofs;
  return evidence
    .filter((one) => one.kind === 'FACTOR' || one.shows(current[partOf[one.kind]] as Record<string, unknown>))
    .map(({ kind }) => kind);
}

/** Whether nobody can contest a change any more; otherwise until when. */
export function contestableUntil(change: Pick<OwnershipChange, 'at' | 'proofs'>, at: Date): Date | null {
  const until = after(change.at, days(contestDays));
  return strengthOf(change.proofs.map(({ kind }) => kind)) === finalStrength || until <= at ? null : until;
}
