import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_actions
      /* Null if the action concerns no person. */
      alter column user_id drop not null,
      alter column subject type text using subject::text,
      /* JSON as it was hashed; as text, because jsonb would reorder it. */
      add column inputs text,
      /* Who proposed what a second person confirmed. */
      add column proposed_by text,
      add column proposed_by_name text,
      add constraint staff_actions_two_people check (proposed_by <> actor);

    /* Actions that a second person has to confirm. */
    create table staff_proposals (
      id uuid primary key,
      action text not null,
      user_id uuid,
      subject text,
      /* Null after the decision. */
      inputs text,
      reason text not null,
      proposed_by text not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null,
      expires_at timestamptz not null,
      state text not null check (state in ('OPEN', 'CONFIRMED', 'DECLINED')),
      decided_by text,
      decided_by_name text,
      decided_at timestamptz,
      check ((state = 'OPEN') = (decided_by is null)),
      constraint staff_proposals_two_people check (state <> 'CONFIRMED' or decided_by <> proposed_by)
    );
    create index staff_proposals_user on staff_proposals (user_id);
    /* At most one open proposal per action, person and subject. */
    create unique index staff_proposals_open on staff_proposals (action, coalesce(user_id::text, ''), coalesce(subject, ''))
      where state = 'OPEN';
  `.execute(db);
}
