import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* What staff did, and why. Each row's hash covers the previous one, so that a changed or removed row is noticed. */
    create table staff_actions (
      number bigint primary key,
      at timestamptz not null,
      /* Their id at the identity provider. */
      actor text not null,
      actor_name text not null,
      action text not null,
      reason text not null check (length(reason) >= 5),
      /* No foreign key: the record stays when the person is deleted. */
      user_id uuid not null,
      subject uuid,
      hash bytea not null
    );
    create index staff_actions_user on staff_actions (user_id, number);

    create function keep_staff_actions() returns trigger language plpgsql as $$
      begin
        raise exception 'staff_actions is added to and never changed';
      end $$;
    create trigger staff_actions_kept before update or delete or truncate on staff_actions
      for each statement execute function keep_staff_actions();

    /* Columns that staff search by. */
    create index users_last_name on users (fold_text(last_name) text_pattern_ops);
    create index users_first_name on users (fold_text(first_name) text_pattern_ops);
    create index payment_methods_last_four on payment_methods (card_last_four, created_at desc)
      where card_last_four is not null;
  `.execute(db);
}
