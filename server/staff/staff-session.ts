import { type StaffRole, staffRoles } from '#contract/staff/staff.ts';
import { after, hours, minutes } from '../clock.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import { hashSecret, newSecret } from '../secret.ts';

/** A staff member's session in one browser. `subject`: their permanent id at the identity provider. */
export type StaffSession = { id: string; subject: string; name: string; roles: StaffRole[]; endsAt: Date };

/** Roles are those of the sign-in: a role revoked at the provider ends with the session at the latest. */
const absoluteMs = hours(8);
const idleMs = minutes(20);
const touchEveryMs = minutes(1);

const columns = ['id', 'subject', 'name', 'roles', 'lastSeenAt', 'expiresAt'] as const;

const isRole = (value: unknown): value is StaffRole => staffRoles.some((role) => role === value);

/** Providers send a list, or a text with spaces. Unknown roles are ignored. */
export function rolesIn(claim: unknown): StaffRole[] {
  const values: unknown[] = typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return staffRoles.filter((role) => values.filter(isRole).includes(role));
}

const endOf = ({ lastSeenAt, expiresAt }: { lastSeenAt: Date; expiresAt: Date }) =>
  new Date(Math.min(after(lastSeenAt, idleMs).getTime(), expiresAt.getTime()));

type NewSession = { subject: string; name: string; roles: StaffRole[]; at: Date };

/** The token is sent to the browser, and only its hash is stored. Expired sessions are deleted. */
export async function openStaffSession(db: DbOrTrx, { at, ...member }: NewSession) {
  const token = newSecret();
  const session = { id: newId(at), ...member, lastSeenAt: at, expiresAt: after(at, absoluteMs) };
  await db.deleteFrom('staffSessions').where('expiresAt', '<=', at).execute();
  await db
    .insertInto('staffSessions')
    .values({ ...session, tokenHash: hashSecret(token), createdAt: at })
    .execute();
  return { token, session: { id: session.id, ...member, endsAt: endOf(session) } };
}

/** Null for an unknown or expired token. */
export async function findStaffSession(
  db: DbOrTrx,
  { token, at }: { token: string; at: Date },
): Promise<StaffSession | null> {
  const row = await db
    .selectFrom('staffSessions')
    .select(columns)
    .where('tokenHash', '=', hashSecret(token))
    .executeTakeFirst();
  if (!row || endOf(row) <= at) return null;
  const { id, subject, name, roles } = row;
  return { id, subject, name, roles: rolesIn(roles), endsAt: endOf(row) };
}

/** Records the session's last use, at most once a minute. */
export async function touchStaffSession(
  db: DbOrTrx,
  { session, at }: { session: StaffSession; at: Date },
): Promise<StaffSession> {
  const row = await db
    .updateTable('staffSessions')
    .set({ lastSeenAt: at })
    .where('id', '=', session.id)
    .where('lastSeenAt', '<=', after(at, -touchEveryMs))
    .returning(['lastSeenAt', 'expiresAt'])
    .executeTakeFirst();
  return row ? { ...session, endsAt: endOf(row) } : session;
}

export async function closeStaffSession(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('id', '=', id).execute();
}
