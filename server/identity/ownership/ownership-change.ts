import type { Backing } from '#contract/account/ownership.ts';
import type { OwnershipPart } from '../../db/tables/access.ts';

/** The parts of an account that somebody could take over: each is changed and restored as a whole. */
export type { OwnershipPart };

/** A proof behind a change. `since`: when its means was last changed or added; null: never. */
export type DatedProof = { kind: Backing; since: Date | null };

/** `before`: the part's former state, as the database wrote it. */
export type OwnershipChange = {
  id: string;
  part: OwnershipPart;
  at: Date;
  proofs: readonly DatedProof[];
  before: unknown;
  undoneAt: Date | null;
};

/** Two staff members: nobody can contest their decision. */
export const byStaff: DatedProof[] = [{ kind: 'STAFF', since: null }];
