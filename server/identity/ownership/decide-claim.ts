import {
  type Backing,
  contestDays,
  finalStrength,
  type ProofKind,
  type ProofStrength,
  strengthOf,
} from '#contract/account/ownership.ts';
import { after, days } from '../../clock.ts';
import { undoFactorChanges } from './factor-rows.ts';
import type { DatedProof, OwnershipChange, OwnershipPart } from './ownership-change.ts';
import { ownershipParts } from './parts.ts';

/**
 * What a claimant has proved. `shows`: whether it matches the part's former state: the mailbox that was on file, the
 * password that was valid. `since`: for a factor, when it was added.
 */
export type Evidence =
  | { kind: 'FACTOR'; since: Date }
  | { kind: Exclude<ProofKind, 'FACTOR'>; shows: (part: Record<string, unknown>) => boolean };

/** The part of an account that each proof matches. */
export const partProved = {
  PASSWORD: 'PASSWORD',
  MAILBOX: 'EMAIL',
  PHONE: 'PHONE',
  QUESTION: 'QUESTION',
  FACTOR: 'FACTORS',
} as const satisfies Record<ProofKind, OwnershipPart>;

/** The changes of one account in order, and the current state of its parts. */
export type OwnershipHistory = {
  changes: readonly OwnershipChange[];
  current: Record<OwnershipPart, unknown>;
  at: Date;
};

/**
 * How strong the proofs behind a change are in a dispute about `disputed` and everything after it: a proof counts if it
 * existed before, or if a later final change set it. Somebody else's new phone proves nothing.
 */
function strengthAt(changes: readonly OwnershipChange[], { change, disputed }: DisputedChange): ProofStrength {
  return strengthOf(
    change.proofs
      .filter(({ since }) => {
        if (since === null || since < disputed.at) return true;
        const setBy = changes.find(
          (one) => one.undoneAt === null && one.at.getTime() === since.getTime() && one.at < change.at,
        );
        return setBy !== undefined && strengthAt(changes, { change: setBy, disputed }) === finalStrength;
      })
      .map(({ kind }) => kind),
  );
}
type DisputedChange = { change: OwnershipChange; disputed: OwnershipChange };

/** The part's state before the dispute, or as set by a change that is strong enough to stay. */
function undisputed(
  { changes, current }: OwnershipHistory,
  { part, disputed, outlasting }: Dispute & { part: OwnershipPart },
): { value: unknown; undone: OwnershipChange[] } {
  const later = changes.slice(changes.indexOf(disputed)).filter((change) => change.part === part);
  const standing = later.findLastIndex((change) => strengthAt(changes, { change, disputed }) >= outlasting);
  if (part === 'FACTORS') {
    const weak = later.filter((change) => strengthAt(changes, { change, disputed }) < outlasting);
    const isGone = ({ undoneAt }: OwnershipChange) =>
      undoneAt !== null && !weak.some(({ at }) => at.getTime() === undoneAt.getTime());
    const undone = weak.filter((change) => !isGone(change));
    return { value: undoFactorChanges(later, { current: current[part], undone }), undone };
  }
  const undone = later.slice(standing + 1);
  return { value: undone[0] ? undone[0].before : current[part], undone };
}

/** What a claim undoes: the change it contests, and the parts to restore. */
export type Contest = {
  disputed: OwnershipChange;
  proofs: ProofKind[];
  /** The same, each with when it was last set: a later dispute may be about that. */
  backing: DatedProof[];
  /** Limited by its proofs: a factor confirmed by password and mailbox adds nothing to these. */
  strength: 1 | 2 | 3;
  /** Whether it may have the account paused. */
  pauses: boolean;
  restored: { part: OwnershipPart; value: unknown }[];
  /** Ids of the changes that it undoes. */
  undone: string[];
};

/** The changes that can currently be contested. */
const openChanges = ({ changes, at }: Pick<OwnershipHistory, 'changes' | 'at'>) =>
  changes.filter((change) => after(change.at, days(contestDays)) > at);

const held: ReadonlySet<Backing> = new Set(['PHONE', 'FACTOR']);
export const showsHeld = (proofs: readonly Backing[]): boolean => proofs.some((kind) => held.has(kind));

/**
 * What claims can do, the strongest first. `outlasting`: how strong a change must be to stay. One proof against one is
 * undecided, so a change made with one proof can be paused. A phone or factor alone also pauses a change made with
 * password and mailbox, because people who lived together often both have these; any other proof only lists it.
 */
const claimings = [
  { strength: 3, outlasting: 3, isHeld: true, pauses: true },
  { strength: 2, outlasting: 2, isHeld: false, pauses: true },
  { strength: 1, outlasting: 3, isHeld: true, pauses: true },
  { strength: 1, outlasting: 2, isHeld: false, pauses: true },
  { strength: 1, outlasting: 3, isHeld: false, pauses: false },
] as const;
type Claiming = (typeof claimings)[number];
type Dispute = { disputed: OwnershipChange; outlasting: Claiming['outlasting'] };
type DisputedBy = { disputed: OwnershipChange; claiming: Claiming };

/**
 * Whether evidence counts in a dispute. A mailbox, phone or factor set by a change that can itself be contested does
 * not, however long before: otherwise somebody could set one of their own, change something else, and prove it with
 * that.
 */
function counts(history: OwnershipHistory, one: Evidence, { disputed, outlasting }: Dispute): boolean {
  const [first = disputed] = openChanges(history);
  if (one.kind === 'FACTOR') {
    const added = openChanges(history).find(
      ({ part, at }) => part === 'FACTORS' && at.getTime() === one.since.getTime(),
    );
    const isContestable = added && strengthAt(history.changes, { change: added, disputed: added }) < outlasting;
    return one.since < disputed.at && !isContestable;
  }
  const since = one.kind === 'MAILBOX' || one.kind === 'PHONE' ? first : disputed;
  return one.shows(
    undisputed(history, { part: partProved[one.kind], disputed: since, outlasting }).value as Record<string, unknown>,
  );
}

function contestOf(
  history: OwnershipHistory,
  { evidence, disputed, claiming }: DisputedBy & { evidence: readonly Evidence[] },
): Contest | null {
  const { strength, outlasting, isHeld, pauses } = claiming;
  const shown = evidence.filter((one) => counts(history, one, { disputed, outlasting }));
  const proofs = [...new Set(shown.map(({ kind }) => kind))];
  const disputedStrength = strengthAt(history.changes, { change: disputed, disputed });
  if (strengthOf(proofs) < strength || (isHeld && !showsHeld(proofs)) || disputedStrength >= outlasting) return null;
  const parts = ownershipParts.map((part) => ({ part, ...undisputed(history, { part, disputed, outlasting }) }));
  const restored = parts.flatMap(({ part, value, undone }) => (undone.length > 0 ? [{ part, value }] : []));
  const undone = parts.flatMap((part) => part.undone.map(({ id }) => id));
  // Nothing is left to contest of a change that a lasting one has replaced since.
  if (undone.length === 0) return null;
  const backing = datedOf(history, { shown, disputed });
  return { disputed, proofs, backing, strength, pauses, restored, undone };
}

function datedOf(
  { changes }: OwnershipHistory,
  { shown, disputed }: { shown: readonly Evidence[]; disputed: OwnershipChange },
): DatedProof[] {
  const before = changes.slice(0, changes.indexOf(disputed));
  return shown.map((one) => ({
    kind: one.kind,
    since:
      one.kind === 'FACTOR' ? one.since : (before.findLast(({ part }) => part === partProved[one.kind])?.at ?? null),
  }));
}

/**
 * A part as it counts against whatever can be contested, also what somebody has confirmed with password and mailbox: a
 * code that went to their phone would prove nothing for anybody else.
 */
export function uncontested(history: OwnershipHistory, part: OwnershipPart): unknown {
  const [disputed] = openChanges(history);
  if (!disputed) return history.current[part];
  return undisputed(history, { part, disputed, outlasting: finalStrength }).value;
}

/** The first change of a part that could be undone by whoever contests the earliest change. */
export function firstContestable(history: OwnershipHistory, part: OwnershipPart): OwnershipChange | undefined {
  const { changes } = history;
  const [disputed] = openChanges(history);
  if (!disputed) return undefined;
  const isWeak = (change: OwnershipChange) => strengthAt(changes, { change, disputed }) < finalStrength;
  return changes.slice(changes.indexOf(disputed)).find((change) => change.part === part && isWeak(change));
}

/**
 * The earliest change of the last 30 days that this evidence contests, with proofs as they stood before it; null if
 * there is none. Evidence of strength 1 contests nothing yet: it shows what is in dispute, and starts the wait.
 */
export function findContest(history: OwnershipHistory, evidence: readonly Evidence[]): Contest | null {
  const open = openChanges(history);
  for (const claiming of claimings)
    for (const disputed of open) {
      const contest = contestOf(history, { evidence, disputed, claiming });
      if (contest) return contest;
    }
  return null;
}

/**
 * How strong a claim must be to decide. People who lived together often both have password and mailbox: these do not
 * overrule somebody who paused the account with something that only they hold.
 */
export function strengthToDecide(history: OwnershipHistory, waiting: readonly Evidence[] | null): 2 | 3 {
  return waiting !== null && showsHeld(findContest(history, waiting)?.proofs ?? []) ? finalStrength : 2;
}

/**
 * Whether a decision has ended the password, and none is set since: proofs as strong as those behind it get another
 * link; staff mail their own. `ready`: this evidence is enough.
 */
export function awaitsPassword(history: OwnershipHistory, evidence: readonly Evidence[]): 'ready' | 'open' | null {
  const { password_hash: hash } = history.current.PASSWORD as Record<string, unknown>;
  const open = openChanges(history);
  const ended = open.findLast(({ part, undoneAt }) => part === 'PASSWORD' && undoneAt === null);
  const [disputed] = open;
  if (hash !== null || !disputed || !ended || ended.proofs.some(({ kind }) => kind === 'STAFF')) return null;
  const shown = evidence.filter((one) => counts(history, one, { disputed, outlasting: finalStrength }));
  const strength = strengthOf(ended.proofs.map(({ kind }) => kind));
  return strengthOf(shown.map(({ kind }) => kind)) >= strength ? 'ready' : 'open';
}

/** The kinds of evidence that count: for what is contested, or for the account's current state. */
export function provedBy(
  { current }: OwnershipHistory,
  { evidence, contest }: { evidence: readonly Evidence[]; contest: Contest | null },
): ProofKind[] {
  if (contest) return contest.proofs;
  return evidence
    .filter((one) => one.kind === 'FACTOR' || one.shows(current[partProved[one.kind]] as Record<string, unknown>))
    .map(({ kind }) => kind);
}

/**
 * Until when a change can be undone, itself or together with an earlier one that set what it was proved with; null: it
 * is final. `by`: with two older proofs, or only with two of which one is a phone or a factor.
 */
export function contestable(
  history: Pick<OwnershipHistory, 'changes' | 'at'>,
  change: OwnershipChange,
): { until: Date; by: 'TWO' | 'HELD' } | null {
  const { changes } = history;
  const disputes = openChanges(history).flatMap((disputed) => {
    const own = strengthAt(changes, { change: disputed, disputed });
    const strength = Math.max(own, strengthAt(changes, { change, disputed }));
    return changes.indexOf(disputed) <= changes.indexOf(change) && strength < finalStrength
      ? [{ at: disputed.at, strength }]
      : [];
  });
  const last = disputes.at(-1);
  if (!last) return null;
  return {
    until: after(last.at, days(contestDays)),
    by: disputes.some(({ strength }) => strength < 2) ? 'TWO' : 'HELD',
  };
}

/** Null if nobody can contest a change any more; otherwise until when. */
export function contestableUntil(change: Pick<OwnershipChange, 'at' | 'proofs'>, at: Date): Date | null {
  const until = after(change.at, days(contestDays));
  return strengthOf(change.proofs.map(({ kind }) => kind)) === finalStrength || until <= at ? null : until;
}
