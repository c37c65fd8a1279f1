import type { ExpressionBuilder, Selectable } from 'kysely';
import { normaliseEmail } from '#contract/fields/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Database } from '../db/schema.ts';

type User = Selectable<Database['users']>;
type OwnValues = Partial<
  Pick<User, 'firstName' | 'lastName' | 'email' | 'phoneCountryCode' | 'phoneNumber' | 'timeZone' | 'language'> &
    Address
>;

/** Freezes other people's view of a user before the user changes anything. */
export const snapshotInvitedNames = (eb: ExpressionBuilder<Database, 'users'>) => ({
  invitedFirstName: eb.fn.coalesce('invitedFirstName', 'firstName'),
  invitedLastName: eb.fn.coalesce('invitedLastName', 'lastName'),
  invitedEmail: eb.fn.coalesce('invitedEmail', 'email'),
});

/**
 * Saves a user's changes to their own data. Family members still see the earlier names and address: even the fact of a
 * change is private. The gateway's vault gets the new ones.
 */
export async function saveOwn(
  trx: Trx,
  { user, at, ...values }: { user: Pick<User, 'id' | 'familyId'>; at: Date } & OwnValues,
): Promise<void> {
  const isKnown = user.familyId !== null && (await isKnownToOthers(trx, user.id));
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...(isKnown ? snapshotInvitedNames(eb) : {}),
      ...values,
      ...(values.email === undefined ? {} : { emailNormalised: normaliseEmail(values.email) }),
      updatedAt: at,
    }))
    .where('id', '=', user.id)
    .execute();
  if (values.email !== undefined || values.firstName !== undefined || values.lastName !== undefined)
    await enqueue(trx, {
      name: 'update-gateway-customer',
      payload: { userId: user.id },
      key: `gateway-customer:${user.id}`,
    });
}

/**
 * Whether others have typed or been told the user's names: not before the first invite, if they signed up themselves.
 * Imported families know each other without one.
 */
async function isKnownToOthers(trx: Trx, userId: string): Promise<boolean> {
  const unknown = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'PARENT_A')
    .where('createdByProfessionalId', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('invites').select('invites.id').whereRef('invites.familyId', '=', 'users.familyId'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users as other')
            .select('other.id')
            .whereRef('other.familyId', '=', 'users.familyId')
            .whereRef('other.id', '!=', 'users.id')
            .where('other.status', '!=', 'INVITED'),
        ),
      ),
    )
    .executeTakeFirst();
  return unknown === undefined;
}
