import { createDb, createPool } from '#server/db/pool.ts';
import { addPerson, type Person } from '../setup/person.ts';

/** Somebody with an account, put into the running site's database. */
export async function accountOf(options: Parameters<typeof addPerson>[1] = {}): Promise<Person> {
  const db = createDb(createPool({ connectionString: process.env['JOURNEY_DATABASE_URL'] ?? '', max: 1 }));
  try {
    return await addPerson(db, options);
  } finally {
    await db.destroy();
  }
}

/** Ages a person's sessions as if unused for this long. */
export async function leaveUnused({ userId }: Pick<Person, 'userId'>, milliseconds: number): Promise<void> {
  const db = createDb(createPool({ connectionString: process.env['JOURNEY_DATABASE_URL'] ?? '', max: 1 }));
  try {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date(Date.now() - milliseconds) })
      .where('userId', '=', userId)
      .execute();
  } finally {
    await db.destroy();
  }
}

/** Ends every session of a person, as time or another device would. */
export async function endSessionsOf({ userId }: Pick<Person, 'userId'>): Promise<void> {
  const db = createDb(createPool({ connectionString: process.env['JOURNEY_DATABASE_URL'] ?? '', max: 1 }));
  try {
    await db.deleteFrom('sessions').where('userId', '=', userId).execute();
  } finally {
    await db.destroy();
  }
}

/** Ages the last proof of identity of a person's sessions. */
export async function proofIsOld({ userId }: Pick<Person, 'userId'>): Promise<void> {
  const db = createDb(createPool({ connectionString: process.env['JOURNEY_DATABASE_URL'] ?? '', max: 1 }));
  try {
    await db
      .updateTable('sessions')
      .set({ provedAt: new Date(0) })
      .where('userId', '=', userId)
      .execute();
  } finally {
    await db.destroy();
  }
}
