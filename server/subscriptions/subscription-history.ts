import type { DbOrTrx } from '../db/pool.ts';

/** Whether a user has, or once had, a subscription. */
export async function hasHadSubscription(db: DbOrTrx, userId: string): Promise<boolean> {
  return (
    (await db.selectFrom('subscriptions').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()) !==
    undefined
  );
}
