import type { Backing } from '#contract/account/ownership.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { contestable } from './decide-claim.ts';
import { readHistory } from './history.ts';
import type { OwnershipPart } from './ownership-change.ts';
import { lastChanges } from './record-change.ts';

/** What backs what is on file. `until`, `by`: who could still undo it; null: nobody, it is final. */
export type Standing = { proofs: Backing[]; until: Date | null; by: 'TWO' | 'HELD' | null };

/** `setAt`: of one of several, such as a passkey; without it, whatever set the part last. */
export type StandingOf = (part: OwnershipPart, setAt?: Date) => Standing | null;

export type Standings = { standingOf: StandingOf; openOf: (activityId: string) => ReturnType<typeof contestable> };

/** How each part of an account stands, by the changes that set it. Null: it is as it was at the beginning. */
export async function readStandings(db: DbOrTrx, { userId, at }: { userId: string; at: Date }): Promise<Standings> {
  const [history, rows] = await Promise.all([readHistory(db, { userId, at }), lastChanges(db, userId)]);
  const openOf = (id: string) => {
    const change = history.changes.find((one) => one.id === id);
    return change && change.undoneAt === null ? contestable(history, change) : null;
  };
  const standingOf: StandingOf = (part, setAt) => {
    const set = rows.find((one) => one.part === part && (!setAt || one.at.getTime() === setAt.getTime()));
    if (!set) return null;
    const open = openOf(set.id);
    return { proofs: set.proofs.map(({ kind }) => kind), until: open?.until ?? null, by: open?.by ?? null };
  };
  return { standingOf, openOf };
}
