import type { DbOrTrx } from '../db/pool.ts';
import type { User } from '../identity/user-repository.ts';

/**
 * The country whose support phone an invite names (ISO code): where the inviter first paid. Where they live now is not
 * shown to the co-parent, who can have the mail resent years later.
 */
export async function inviteCountry(
  db: DbOrTrx,
  { id, role, country }: Pick<User, 'id' | 'role' | 'country'>,
): Promise<string | null> {
  if (role === 'PROFESSIONAL') return country;
  const first = await db
    .selectFrom('orders')
    .select('country')
    .where('userId', '=', id)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return first ? first.country : country;
}
