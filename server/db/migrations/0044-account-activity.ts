import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Changes to an account, for its owner to read. */
    create table account_activity (
      id uuid primary key,
      user_id uuid not null references users (id),
      kind text not null,
      /* Browser/system, as in sessions. */
      device text not null,
      /* Text by the owner, such as a passkey's name. */
      detail text,
      at timestamptz not null
    );
    create index account_activity_user on account_activity (user_id, id);
    create index account_activity_at on account_activity (at);

    /* When the session's user last proved to be the owner; sessions created by the previous release get the default. */
    alter table sessions add column proved_at timestamptz not null default now();
    update sessions set proved_at = created_at;

    alter table single_use_tokens drop constraint single_use_tokens_purpose_check;
    alter table single_use_tokens add constraint single_use_tokens_purpose_check check (purpose in
      ('CREDENTIALS', 'PASSWORD_RESET', 'RECOVERY_CODE', 'CANCEL_RENEWAL', 'EMAIL_CHANGE', 'EMAIL_CHANGE_UNDO',
       'PHONE_CHANGE'));
  `.execute(db);
}
