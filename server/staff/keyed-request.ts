import { sql } from 'kysely';
import type { ActionDone } from '#contract/api/staff/staff-people.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';

/** An idempotency key and the keyed hash of the request, which includes inputs that must not be logged. */
export type KeyedRequest = { key: string; hash: Buffer };

/** Null without a key: such a request is performed each time it is sent. */
export function keyedRequest(
  makeToken: TokenMaker,
  { key, sent }: { key: string | undefined; sent: unknown },
): KeyedRequest | null {
  if (key === undefined) return null;
  return { key, hash: Buffer.from(makeToken('STAFF_REQUEST_HASH', JSON.stringify([key, sent])), 'base64url') };
}

/**
 * The result of a staff member's earlier request with this key, logged or proposed; null if there is none. Waits for a
 * concurrent one. A different request with the same key is refused.
 */
export async function answeredBefore(
  db: DbOrTrx,
  { staff, keyed }: { staff: { subject: string }; keyed?: KeyedRequest | null },
): Promise<ActionDone | Refusal<'IDEMPOTENCY_MISMATCH'> | null> {
  if (!keyed) return null;
  const { key, hash } = keyed;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff request ${key}`}, 0))`.execute(db);
  const { rows } = await sql<{ state: ActionDone['state']; requestHash: Buffer }>`
    select 'DONE' as state, request_hash from staff_actions where actor = ${staff.subject} and request_key = ${key}
    union all
    select 'PROPOSED', request_hash from staff_proposals where proposed_by = ${staff.subject} and request_key = ${key}
  `.execute(db);
  const [earlier] = rows;
  if (!earlier) return null;
  if (!earlier.requestHash.equals(hash)) return refuse('IDEMPOTENCY_MISMATCH');
  return { state: earlier.state, shown: [], repeated: true };
}
