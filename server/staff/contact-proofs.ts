import { dayIn } from '#contract/fields/day.ts';
import type { Db } from '../db/pool.ts';
import type { User } from '../identity/user-repository.ts';

/** Which contact data a person has proved, and since when; never the data itself. */
export async function contactProofs(
  db: Db,
  { id, status, email, emailProvenAt, phoneNumber, timeZone }: User,
): Promise<string[]> {
  if (status === 'CLOSED') return [];
  const texted = await db
    .selectFrom('accountActivity')
    .select('at')
    .where('userId', '=', id)
    .where('kind', '=', 'PHONE_CHANGED')
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const sentence = (what: string, { known, since }: { known: boolean; since: Date | null }) => {
    if (!known) return `No ${what}.`;
    if (since === null) return `The ${what} was typed; no proof of it is on record.`;
    return `The ${what} was proved on ${dayIn(since, timeZone ?? 'UTC')}.`;
  };
  return [
    sentence('email', { known: email !== '', since: emailProvenAt }),
    sentence('phone', { known: phoneNumber !== '', since: texted?.at ?? null }),
  ];
}
