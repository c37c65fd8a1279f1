import type { Backing } from '#contract/account/ownership.ts';
import type { OwnershipPart } from '../../db/tables/access.ts';

/** What an account is made of, as far as somebody could take it over: each is changed and restored as a whole. */
export type { OwnershipPart };

/** A proof that stood behind a change. `since`: when what proved it was last changed or added; null: never. */
export type DatedProof = { kind: Backing; since: Date | null };

/** `before`: the part as it was, as the database wrote it. */
export type OwnershipChange = {
  id: string;
  part: OwnershipPart;
  at: Date;
  proofs: readonly DatedProof[];
  before: unknown;
  undoneAt: Date | null;
};

/** Two people of staff: nobody contests what they have decided. */
export const byStaff: DatedProof[] = [{ kind: 'STAFF', since: null }];
