import { type Kysely, sql } from 'kysely';

/** Parents on their way to an account, and their requests for a year without charge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registrations (
      id uuid primary key,
      key_hash bytea not null,
      state text not null check (state in ('DETAILS', 'FAMILY', 'PAYING', 'PAID', 'COMPLETED', 'EXPIRED')),
      version int not null default 1,
      language text not null check (language in ('en', 'es')),
      parent jsonb not null,
      knows_co_parent_email boolean not null,
      referral jsonb not null,
      address jsonb,
      family jsonb,
      parent_duplicate_confirmed boolean not null default false,
      co_parent_duplicate_confirmed boolean not null default false,
      referrer_key text,
      discount_percentage int check (discount_percentage between 1 and 90),
      anonymous_id text,
      family_id uuid references families,
      user_id uuid references users,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      invite_timing jsonb,
      saved_until timestamptz,
      saved_order jsonb,
      /* Contact preferences given before the person had an account; null: none. */
      reach jsonb,
      site_country text,
      /* When the parent who signs up proved their address by a code. */
      email_proven_at timestamptz,
      /* When a mailed link to the sign-up was opened, which the browser with the open sign-up is told. */
      link_opened_at timestamptz
    );
    create index registrations_open on registrations (expires_at) where state in ('DETAILS', 'FAMILY');
    /* Setting a username completes the registration that this finds. */
    create index registrations_user on registrations (user_id) where user_id is not null;
    /* What the other parent entered about a person whose account is closed. */
    create index registrations_family on registrations (family_id) where family_id is not null;
    create index registrations_open_email on registrations ((lower(parent ->> 'email')))
      where state in ('DETAILS', 'FAMILY');

    /* Secrets that open a sign-up in another browser. Deleted at the first use, at the payment and on expiry. */
    create table resumptions (
      id uuid primary key,
      registration_id uuid not null references registrations on delete cascade,
      /* ANSWER: the link in an answer to a fee-waiver request, which moves the sign-up. */
      kind text not null check (kind in ('CODE', 'LINK', 'ANSWER')),
      secret_hash bytea not null unique,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      unique (registration_id, kind)
    );
    create index resumptions_expiry on resumptions (expires_at);

    create table invites (
      id uuid primary key,
      family_id uuid not null references families,
      user_id uuid not null references users,
      inviter_user_id uuid not null references users,
      token_hash bytea not null unique,
      state text not null check (state in ('SENT', 'OPENED', 'ACCEPTED', 'SUPERSEDED', 'REVOKED')),
      last_completed_step int not null default 0 check (last_completed_step between 0 and 3),
      expires_at timestamptz not null,
      created_at timestamptz not null,
      opened_at timestamptz,
      accepted_at timestamptz,
      /* When its inviter first invited the person. A link which that person requests later is not visible to the
         inviter. */
      invited_at timestamptz not null default now(),
      by_letter boolean not null default false,
      /* Also shown in a browser, so that following it proves no mailbox. */
      shown boolean not null default false,
      /* Hash of the key of the browser in which its person has begun: only that one is shown what was typed. */
      browser_hash bytea,
      /* It was not mailed, because its reader wants none. */
      not_mailed_at timestamptz
    );
    create unique index invites_one_live on invites (user_id) where state in ('SENT', 'OPENED');
    create unique index invites_one_accepted on invites (user_id) where state = 'ACCEPTED';
    /* A person's invites, latest first: read whenever their progress is looked up. */
    create index invites_user on invites (user_id, id desc);
    /* The people whom a person has invited, for an export and when an account is closed. */
    create index invites_inviter on invites (inviter_user_id);
    create index invites_family on invites (family_id);

    /* The code printed in a letter. Only its keyed hash is stored; it is valid only with its invite. */
    create table invite_codes (
      invite_id uuid primary key references invites,
      code_hash bytea not null unique,
      created_at timestamptz not null
    );

    /* Co-parents whose invite waits. The row is deleted when an invite is issued; while it exists, no message may be
       sent to that person. */
    create table invite_timings (
      user_id uuid primary key references users,
      inviter_user_id uuid not null references users,
      timing text not null check (timing in ('ON_DAY', 'LATER', 'LETTER', 'NEVER')),
      day date,
      changed_at timestamptz not null,
      check ((timing = 'ON_DAY') = (day is not null))
    );
    create index invite_timings_inviter on invite_timings (inviter_user_id);

    /* Mailboxes whose readers want no invites, or no invoices of others, by a keyed hash that differs for the two:
       mailboxes of people who have no account here. */
    create table invite_stops (
      mailbox_hash bytea primary key,
      stopped_at timestamptz not null
    );
    create index invite_stops_stopped on invite_stops (stopped_at);

    /* Courts that hand out their own link to the form for a year without charge. */
    create table court_links (
      key text primary key check (key ~ '^[a-z0-9_-]{1,64}$'),
      name text not null check (length(name) between 1 and 80),
      created_at timestamptz not null,
      ended_at timestamptz
    );

    /* Parents' requests for a year without charge, and the decisions. */
    create table fee_waivers (
      id uuid primary key,
      /* The requester has a registration, or was invited. */
      registration_id uuid references registrations,
      user_id uuid references users,
      reason text not null check (reason in ('LOW_INCOME', 'PUBLIC_BENEFITS', 'LEGAL_AID', 'COURT_ORDER')),
      court_order text not null check (length(court_order) <= 40),
      /* From its account's owner, who may not have written it. */
      text_hidden boolean not null default false,
      /* The package and price of the year. */
      package_name text not null check (package_name in ('ESSENTIALS', 'PREMIUM', 'BASIC')),
      price_cents int not null,
      /* Keyed hashes of the requester and their co-parent, which show several requests of one family. */
      family_hashes bytea[] not null,
      state text not null check (state in ('ASKED', 'GRANTED', 'REFUSED')),
      activation_code_id uuid references activation_codes,
      asked_at timestamptz not null,
      decided_at timestamptz,
      /* When its code was created and its mail queued. */
      answered_at timestamptz,
      /* The court whose link the requester used. */
      court_key text references court_links,
      /* If an account's year was paid with the code when it was granted: until when. */
      paid_until date,
      check (num_nonnulls(registration_id, user_id) = 1),
      check ((state = 'ASKED') = (decided_at is null))
    );
    create index fee_waivers_asked on fee_waivers (asked_at) where state = 'ASKED';
    create index fee_waivers_code on fee_waivers (activation_code_id) where activation_code_id is not null;
    create index fee_waivers_family on fee_waivers using gin (family_hashes);
    create index fee_waivers_at on fee_waivers (asked_at);
    /* Another year may be requested once the previous request was decided. */
    create unique index fee_waivers_user_asked on fee_waivers (user_id) where user_id is not null and state = 'ASKED';
    create index fee_waivers_user on fee_waivers (user_id) where user_id is not null;
    create index fee_waivers_court on fee_waivers (court_key) where court_key is not null;
    create unique index fee_waivers_registration_asked on fee_waivers (registration_id)
      where registration_id is not null and state = 'ASKED';
    create index fee_waivers_registration on fee_waivers (registration_id) where registration_id is not null;
    /* The deletion of old requests looks for them by their decision. */
    create index fee_waivers_decided on fee_waivers ((coalesce(decided_at, asked_at)));
  `.execute(db);
}
