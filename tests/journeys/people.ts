import { contestDays } from '#contract/account/ownership.ts';
import { days } from '#server/clock.ts';
import { addPerson, type Person } from '../setup/person.ts';
import { onRunningSite } from './running-site.ts';

type User = Pick<Person, 'userId'>;

/** Somebody with an account, put into the running site's database. */
export function accountOf(options: Parameters<typeof addPerson>[1] = {}): Promise<Person> {
  return onRunningSite(({ dependencies: { db } }) => addPerson(db, options));
}

/** Ages a person's sessions as if unused for this long. */
export async function ageSessions({ userId }: User, milliseconds: number): Promise<void> {
  const lastSeenAt = new Date(Date.now() - milliseconds);
  await onRunningSite(({ dependencies: { db } }) =>
    db.updateTable('sessions').set({ lastSeenAt }).where('userId', '=', userId).execute(),
  );
}

/** Ends every session of a person, as time or another device would. */
export async function endSessionsOf({ userId }: User): Promise<void> {
  await onRunningSite(({ dependencies: { db } }) => db.deleteFrom('sessions').where('userId', '=', userId).execute());
}

/** Ages the last proof of identity of a person's sessions. */
export async function ageIdentityProof({ userId }: User): Promise<void> {
  const provedAt = new Date(0);
  await onRunningSite(({ dependencies: { db } }) =>
    db.updateTable('sessions').set({ provedAt }).where('userId', '=', userId).execute(),
  );
}

/** Ages a person's second factors, so that adding them can no longer be contested. */
export async function ageFactors({ userId }: User): Promise<void> {
  const at = new Date(Date.now() - days(contestDays + 1));
  await onRunningSite(async ({ dependencies: { db } }) => {
    await db
      .updateTable('accountActivity')
      .set({ at })
      .where('userId', '=', userId)
      .where('part', '=', 'FACTORS')
      .execute();
    await db.updateTable('totpFactors').set({ confirmedAt: at }).where('userId', '=', userId).execute();
    await db.updateTable('recoveryCodes').set({ createdAt: at }).where('userId', '=', userId).execute();
  });
}
