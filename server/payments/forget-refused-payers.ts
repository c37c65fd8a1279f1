import { sql } from 'kysely';
import type { DbOrTrx } from '../db/pool.ts';
import type { Subject } from './payment-attempt-repository.ts';

/** Deletes name and address from a subject's attempts that moved no money: another person may own it from now on. */
export async function forgetRefusedPayers(db: DbOrTrx, { purpose, subjectId }: Subject): Promise<void> {
  await db
    .updateTable('paymentAttempts')
    .set({ purchase: sql`purchase - 'payer'` })
    .where('purpose', '=', purpose)
    .where('subjectId', '=', subjectId)
    .where('state', 'in', ['DECLINED', 'REJECTED'])
    .execute();
}
