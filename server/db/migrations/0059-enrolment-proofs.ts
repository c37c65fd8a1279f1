import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Papers that state who is enrolled and since when. Withdrawn ones are deleted, to look like unknown ones. */
    create table enrolment_proofs (
      id uuid primary key,
      user_id uuid not null references users,
      subscription_id uuid not null references subscriptions,
      /* A keyed hash: codes cannot be found by trying all of them on a copy of this table. */
      code_hash bytea not null unique,
      /* As on the paper, even if the name changes later. */
      initials text not null,
      enrolled_since date not null,
      issued_on date not null,
      issued_at timestamptz not null
    );
    create index enrolment_proofs_user on enrolment_proofs (user_id);
    create index enrolment_proofs_subscription on enrolment_proofs (subscription_id);
    create index enrolment_proofs_issued on enrolment_proofs (issued_at);
  `.execute(db);
}
