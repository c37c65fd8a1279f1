import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Two accounts of one person that staff merged. */
    create table account_merges (
      id uuid primary key,
      kept_user_id uuid not null references users,
      ended_user_id uuid not null references users,
      merged_at timestamptz not null,
      undone_at timestamptz,
      /* Ids and states of what was moved, as they were before: what an undo restores. */
      before jsonb not null,
      check (kept_user_id <> ended_user_id),
      check (undone_at >= merged_at)
    );
    create index account_merges_kept on account_merges (kept_user_id);
    create index account_merges_ended on account_merges (ended_user_id);
    create unique index account_merges_once on account_merges (ended_user_id) where undone_at is null;
    /* For the page of the account that ended. */
    create index staff_actions_merged on staff_actions (subject) where action in ('MERGE', 'UNDO_MERGE');

    /* As before, but a document's user may follow that of its order. Nothing else of an issued document can change. */
    create or replace function keep_documents() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.pdf is null and new.pdf is not null
        and to_jsonb(new) - 'pdf' = to_jsonb(old) - 'pdf' then return new; end if;
      if tg_op = 'UPDATE' and new.user_id = (select user_id from orders where id = new.order_id)
        and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id' then return new; end if;
      raise exception 'Document % was issued and cannot be changed', old.id using errcode = 'check_violation',
        constraint = 'documents_are_kept';
    end $$;

    create trigger record_event after insert or update on account_merges for each row
      execute function record_event('merges', 'merge.changed.v1', 'id,kept_user_id,ended_user_id,merged_at,undone_at');
  `.execute(db);
}
