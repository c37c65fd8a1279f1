import { type Kysely, sql } from 'kysely';

/** Money is integer US cents; instants are timestamptz; secrets are SHA-256 hashes in bytea. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Without accents and capitals: "nunez" finds Núñez. Removing accents costs more than reading the row. */
    create function fold_text(text) returns text immutable parallel safe language sql return
      case when octet_length($1) = length($1) then lower($1)
        else regexp_replace(normalize(lower($1), NFD), '[\u0300-\u036f]', '', 'g') end;

    /* A household, and the two parents who share its children. */
    create table families (
      id uuid primary key,
      pricing_group text not null,
      /* Whose case it is, if a professional opened it. */
      created_by_professional_id uuid,
      created_at timestamptz not null,
      /* Incremented with each change of the children, which both parents edit: an outdated list is not saved. */
      version int not null default 1,
      /* Archived by the professional who opened it, in their own list only. */
      archived_at timestamptz,
      /* A professional's form that was sent twice opens one family. Found under the professional's lock, which keeps
         a key from being used twice. */
      request_key uuid,
      /* Keyed: it covers names and e-mails, which a plain hash would let a reader try. */
      request_hash bytea
    );
    create index families_professional on families (created_by_professional_id)
      where created_by_professional_id is not null;

    create table users (
      id uuid primary key,
      family_id uuid references families,
      role text not null check (role in ('PARENT_A', 'PARENT_B', 'PROFESSIONAL')),
      status text not null check (status in ('INVITED', 'CREDENTIALS_NEEDED', 'ACTIVE', 'CLOSED')),
      first_name text not null,
      last_name text not null,
      email text not null,
      email_normalised text not null,
      phone_country_code text not null,
      phone_number text not null,
      time_zone text,
      line1 text,
      line2 text,
      city text,
      region text,
      postal_code text,
      country text,
      language text not null check (language in ('en', 'es')),
      color text not null,
      username text,
      password_hash text,
      security_question text,
      security_answer_hash text,
      security_code_hash text,
      referral_selection text,
      referral_other text,
      created_by_professional_id uuid references users,
      anonymous_id text,
      gateway_customer_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      /* What inviters may see of the parents they invited: names and address as they gave them. Copied once the
         invited parent changes anything. */
      invited_first_name text,
      invited_last_name text,
      invited_email text,
      /* For people in families opened by professionals: the name and address they were given, folded. */
      folded_name text,
      folded_email text,
      /* The site of a row by its country; null is the main one. */
      site_country text,
      /* While two people claim the account: nobody changes what could hand it over. */
      frozen_at timestamptz,
      /* When the owner of the account's address proved it. A proof belongs to the address it was given for, whoever
         changes it. */
      email_proven_at timestamptz
    );
    create unique index users_username on users (lower(username)) where username is not null;
    create index users_email on users (email_normalised);
    create index users_phone on users (phone_number, phone_country_code);
    create index users_family on users (family_id);
    create index users_gateway_customer on users (gateway_customer_id) where gateway_customer_id is not null;
    create index users_created_by_professional on users (created_by_professional_id);
    /* Columns that staff search by. */
    create index users_last_name on users (fold_text(last_name) text_pattern_ops);
    create index users_first_name on users (fold_text(first_name) text_pattern_ops);
    /* Accounts closed lately: what is settled after that is forgotten by the job forget-old-records. */
    create index users_closed on users (updated_at) where status = 'CLOSED';
    /* Passwords that another system hashed, by how: whoever signs in takes the time of each kind there is. The
       expression is that of server/identity/password-shapes.ts. */
    create index users_password_shape on users ((substring(password_hash from '^[$][^$]+[$][^$]+[$](?:[^$]+[$])?')))
      where password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';

    alter table families add foreign key (created_by_professional_id) references users;

    create table children (
      id uuid primary key,
      family_id uuid not null references families on delete cascade,
      position int not null,
      first_name text not null,
      last_name text not null,
      email text not null default '',
      folded_name text,
      unique (family_id, position)
    );

    /* Set by the database, because deleting a name must clear them. */
    create function fold_person() returns trigger language plpgsql as $$
      begin
        new.folded_name := fold_text(concat_ws(' ',
          coalesce(new.invited_last_name, new.last_name), coalesce(new.invited_first_name, new.first_name)));
        new.folded_email := fold_text(coalesce(new.invited_email, new.email));
        return new;
      end $$;
    create trigger person_folded
      before insert or update of first_name, last_name, email, invited_first_name, invited_last_name, invited_email
      on users for each row when (new.created_by_professional_id is not null) execute function fold_person();

    create function fold_child() returns trigger language plpgsql as $$
      begin
        new.folded_name := fold_text(new.first_name);
        return new;
      end $$;
    create trigger child_folded before insert or update of first_name on children
      for each row execute function fold_child();

    create function forget_proof_of_email() returns trigger language plpgsql as $$ begin
      if new.email_proven_at is not distinct from old.email_proven_at then new.email_proven_at := null; end if;
      return new;
    end $$;
    create trigger forget_proof_of_email before update on users for each row
      when (new.email_normalised is distinct from old.email_normalised) execute function forget_proof_of_email();

    /* What professionals' accounts have beyond the columns of users. */
    create table professionals (
      user_id uuid primary key references users,
      /* Key of the registration request: a repeat finds the account instead of creating a second one. */
      request_key uuid unique,
      title text not null,
      credentials text not null,
      phone_extension text not null,
      practice_name text not null,
      roles text[] not null,
      bench_officer_name text not null,
      bench_officer_position text not null,
      colleague_name text not null,
      colleague_role text not null,
      duplicate_confirmed boolean not null,
      /* Keyed: it covers the security answer and code, which a plain hash would let a reader try. */
      request_hash bytea
    );

    /* An imported list of families: sent twice under one key, it is imported once. */
    create table case_imports (
      id uuid primary key,
      professional_id uuid not null references users,
      request_key uuid not null,
      families int not null check (families > 0),
      created_at timestamptz not null,
      request_hash bytea not null,
      unique (professional_id, request_key)
    );

    /* An address corrected before its owner accepted. The previous one is deleted once both addresses were notified. */
    create table email_corrections (
      id uuid primary key,
      user_id uuid not null references users,
      corrected_by uuid not null references users,
      previous_email text,
      corrected_at timestamptz not null
    );
    create index email_corrections_corrected_by on email_corrections (corrected_by);
    create index email_corrections_user on email_corrections (user_id);

    /* How a person may be contacted. Without a row: by every channel, at any hour. */
    create table reach (
      user_id uuid primary key references users,
      mail boolean not null,
      text boolean not null,
      call boolean not null,
      /* Full hours in time_zone; if from is after until, the range goes past midnight. */
      from_hour int check (from_hour between 0 and 23),
      until_hour int check (until_hour between 0 and 23),
      time_zone text not null,
      neutral boolean not null,
      changed_at timestamptz not null,
      check ((from_hour is null) = (until_hour is null))
    );

    /* A payer's second address for invoices and credit notes, such as an accountant's. */
    create table invoice_addresses (
      user_id uuid primary key references users,
      email text not null,
      added_at timestamptz not null,
      /* Null: its reader has not agreed yet. */
      agreed_at timestamptz
    );

    create table consents (
      id uuid primary key,
      user_id uuid not null references users,
      kind text not null check (kind in ('TERMS', 'RENEWAL', 'MARKETING', 'CO_PARENT_FLAG')),
      given boolean not null,
      text_version text not null,
      language text not null,
      country text not null,
      form text not null,
      recorded_at timestamptz not null
    );
    create index consents_user on consents (user_id, kind, recorded_at);

    /* Changes to an account, for its owner to read. */
    create table account_activity (
      id uuid primary key,
      user_id uuid not null references users (id),
      kind text not null,
      /* Browser/system, as in sessions. */
      device text not null,
      /* Text by the owner, such as a passkey's name. */
      detail text,
      at timestamptz not null,
      /* Which part of the account the change could hand over; null: none. */
      part text,
      /* The kinds of proof behind the change. */
      proofs jsonb,
      /* What was on file before, deleted once nobody can contest the change. */
      before jsonb,
      undone_at timestamptz
    );
    create index account_activity_user on account_activity (user_id, id);
    create index account_activity_at on account_activity (at);
    create index account_activity_before on account_activity (at) where before is not null;
    create index account_activity_former_email on account_activity ((before ->> 'email_normalised'))
      where part = 'EMAIL' and before is not null;
    create index account_activity_former_phone on account_activity ((before ->> 'phone_number'))
      where part = 'PHONE' and before is not null;

    create table deletion_requests (
      id uuid primary key,
      user_id uuid not null references users,
      requested_at timestamptz not null,
      closes_on date not null,
      withdrawn_at timestamptz,
      closed_at timestamptz
    );
    create unique index deletion_requests_open on deletion_requests (user_id)
      where withdrawn_at is null and closed_at is null;
    create index deletion_requests_due on deletion_requests (closes_on)
      where withdrawn_at is null and closed_at is null;
    create index deletion_requests_user on deletion_requests (user_id);

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

    /* Rows imported from another system, by its ids, so that nothing is imported twice. */
    create table imported_rows (
      kind text not null,
      source_id text not null,
      id uuid not null,
      /* Hash of the row as imported, by which later changes are noticed. */
      content_hash bytea not null,
      imported_at timestamptz not null,
      primary key (kind, source_id)
    );
    create index imported_rows_id on imported_rows (id);
  `.execute(db);
}
