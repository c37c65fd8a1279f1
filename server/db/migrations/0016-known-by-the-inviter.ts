import { type Kysely, sql } from 'kysely';

/**
 * What inviters may see of the parents they invited: names and address as they gave them, and when they invited. Copied
 * once the invited parent changes anything; a link which that parent requests later is not visible to the inviter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column invited_first_name text,
      add column invited_last_name text,
      add column invited_email text`.execute(db);
  await sql`alter table invites add column invited_at timestamptz not null default now()`.execute(db);
  await sql`
    update invites set invited_at = coalesce(
      (select min(earlier.created_at) from invites as earlier where earlier.user_id = invites.user_id and earlier.inviter_user_id = invites.inviter_user_id),
      created_at)`.execute(db);
  await sql`
    update users set
      invited_first_name = typed.co_parent->>'firstName',
      invited_last_name = typed.co_parent->>'lastName',
      invited_email = typed.co_parent->>'email'
    from (select family_id, family->'coParent' as co_parent from registrations where family is not null) as typed
    where typed.family_id = users.family_id and users.role = 'PARENT_B' and users.status <> 'CLOSED'
      and exists (select from invites where invites.user_id = users.id and invites.opened_at is not null)`.execute(db);
}
