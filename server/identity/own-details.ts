import type { ExpressionBuilder, Selectable } from 'kysely';
import { normaliseEmail } from '#contract/typed-text.ts';
import { enqueue } from '../db/job-queue.ts';
import type { Trx } from '../db/pool.ts';
import type { Address, Database } from '../db/schema.ts';

type User = Selectable<Database['users']>;
type OwnValues = Partial<
  Pick<User, 'firstName' | 'lastName' | 'email' | 'phoneCountryCode' | 'phoneNumber' | 'timeZone' | 'language'> &
    Address
>;

/** Other people's view of a user stays as it was, whatever the user changes from now on. */
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
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...(user.familyId === null ? {} : snapshotInvitedNames(eb)),
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
