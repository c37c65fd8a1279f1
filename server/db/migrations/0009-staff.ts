import { type Kysely, sql } from 'kysely';

/** What staff may do, did and looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Sessions of the company's staff in the console. Their accounts are at the identity provider, not here. */
    create table staff_sessions (
      id uuid primary key,
      token_hash bytea not null unique,
      subject text not null,
      name text not null,
      roles text[] not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index staff_sessions_expiry on staff_sessions (expires_at);

    /* What staff did, and why. Each row's hash covers the previous one, so that a changed or removed row is noticed. */
    create table staff_actions (
      number bigint primary key,
      at timestamptz not null,
      /* Their id at the identity provider. */
      actor text not null,
      actor_name text not null,
      action text not null,
      reason text not null check (length(reason) >= 5),
      /* Null if the action concerns no person. No foreign key: the record stays when the person is deleted. */
      user_id uuid,
      subject text,
      hash bytea not null,
      /* JSON as it was hashed; as text, because jsonb would reorder it. */
      inputs text,
      /* Who proposed what a second person confirmed. */
      proposed_by text,
      proposed_by_name text,
      /* Null: sent without a key, or confirmed by a second person, whose proposal has the key. Not part of the hash
         chain. */
      request_key uuid,
      /* Keyed: it covers inputs that are not logged, which a plain hash would let a reader try. */
      request_hash bytea,
      constraint staff_actions_two_people check (proposed_by <> actor)
    );
    create index staff_actions_user on staff_actions (user_id, number);
    /* For the page of the account that ended. */
    create index staff_actions_merged on staff_actions (subject) where action in ('MERGE', 'UNDO_MERGE');
    create index staff_actions_actor on staff_actions (actor, at);
    create unique index staff_actions_request on staff_actions (actor, request_key) where request_key is not null;

    create function keep_staff_actions() returns trigger language plpgsql as $$
      begin
        raise exception 'staff_actions is added to and never changed';
      end $$;
    create trigger staff_actions_kept before update or delete or truncate on staff_actions
      for each statement execute function keep_staff_actions();

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
      request_key uuid,
      request_hash bytea,
      check ((state = 'OPEN') = (decided_by is null)),
      constraint staff_proposals_two_people check (state <> 'CONFIRMED' or decided_by <> proposed_by)
    );
    create index staff_proposals_user on staff_proposals (user_id);
    /* At most one open proposal per action, person and subject. New objects have no subject: their inputs differ. */
    create unique index staff_proposals_open on staff_proposals (action, coalesce(user_id::text, ''), coalesce(subject, ''), (case when subject = 'coupons' then inputs else '' end))
      where state = 'OPEN';
    create unique index staff_proposals_request on staff_proposals (proposed_by, request_key)
      where request_key is not null;

    /* Which people's data staff looked at, when and how; and the result of the question and code that staff had
       verified. */
    create table staff_reads (
      id uuid primary key,
      at timestamptz not null,
      actor text not null,
      actor_name text not null,
      role text not null,
      /* Null: a search that found nobody. */
      user_id uuid references users,
      kind text not null check (kind in ('PAGE', 'SEARCH', 'QUESTION_RIGHT', 'QUESTION_WRONG'))
    );
    create index staff_reads_user on staff_reads (user_id, at);
    create index staff_reads_at on staff_reads (at);
  `.execute(db);
}
