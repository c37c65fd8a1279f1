import type { Refusal } from '../refusal.ts';
import type { Db, Trx } from './pool.ts';

/** Thrown in a transaction to roll it back: `refusableTransaction` answers with the refusal. */
export class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/** Runs `work` in a transaction, and returns its result, or the refusal for which it was rolled back. */
export async function refusableTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Result;
    throw error;
  }
}
