import { sql } from 'kysely';
import type { SignedIn } from '../professional.ts';
import type { TestSite } from '../site.ts';

/** Inserts families directly, as many calls would create them. */
export async function fillCases(
  { dependencies: { db }, clock }: TestSite,
  { userId }: Pick<SignedIn, 'userId'>,
  count: number,
) {
  const at = clock.now();
  await sql`
    with opened as (
      insert into families (id, pricing_group, created_by_professional_id, created_at)
      select uuidv7(), 'P0', ${userId}, ${at} from generate_series(1, ${count}::int)
      returning id
    ), numbered as (
      select id, row_number() over (order by id) - 1 as position from opened
    ), people as (
      insert into users (id, family_id, role, status, first_name, last_name, email, email_normalised,
        phone_country_code, phone_number, language, color, created_by_professional_id, created_at, updated_at)
      select uuidv7(), id, role, 'INVITED', first_name, 'Núñez ' || position, address, address,
        '+1', '', 'en', '#F2B261', ${userId}, ${at}, ${at}
      from numbered, (values ('PARENT_A', 'Inés'), ('PARENT_B', 'Óscar')) as parent (role, first_name),
        lateral (select lower(role) || '.' || position || '@example.com' as address)
    )
    insert into children (id, family_id, position, first_name, last_name)
    select uuidv7(), id, number, name, '' from numbered, (values (0, 'Ana'), (1, 'Zoë')) as child (number, name)
  `.execute(db);
}

/** Invites both parents of each family; in every third both have joined, on plans paid by the professional. */
export async function inviteCases({ dependencies: { db }, clock }: TestSite, { userId }: Pick<SignedIn, 'userId'>) {
  const at = clock.now();
  await sql`
    with people as (
      select id, family_id, dense_rank() over (order by family_id) % 3 = 0 as joined
      from users where created_by_professional_id = ${userId}
    ), invited as (
      insert into invites (id, family_id, user_id, inviter_user_id, token_hash, state, expires_at, created_at)
      select uuidv7(), family_id, id, ${userId}, sha256(id::text::bytea), case when joined then 'ACCEPTED' else 'SENT' end,
        ${at}::timestamptz + interval '30 days', ${at}
      from people
    )
    insert into subscriptions (id, user_id, family_id, payer_user_id, package_id, state, anchor_date, period_start,
      period_end, created_at, updated_at)
    select uuidv7(), id, family_id, ${userId}, 1001, 'CURRENT', ${at}::date, ${at}::date, ${at}::date + 365, ${at}, ${at}
    from people where joined`.execute(db);
}
