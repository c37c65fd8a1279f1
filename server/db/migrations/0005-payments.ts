import { type Kysely, sql } from 'kysely';

/** Attempts to charge, what they bought, and what went back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* One row for each attempt to charge, written before the gateway is called. */
    create table payment_attempts (
      id uuid primary key,
      purpose text not null
        check (purpose in ('SIGN_UP', 'INVITE', 'RENEWAL', 'UPGRADE', 'PROFESSIONAL_PLAN', 'CODE_BUNDLE')),
      subject_id uuid not null,
      state text not null check (state in ('PENDING', 'UNKNOWN', 'APPROVED', 'DECLINED', 'REJECTED')),
      idempotency_key text not null,
      request_hash bytea not null,
      amount_cents int not null check (amount_cents >= 0),
      /* Everything the completion needs: quote, order, consent, language. */
      purchase jsonb not null,
      /* Nonce or vault token; removed as soon as the outcome is known. */
      source jsonb,
      outcome jsonb,
      transaction_id text unique,
      sends int not null default 0,
      sent_at timestamptz,
      created_at timestamptz not null,
      settled_at timestamptz,
      /* The e-mail for which a sign-up or invite is being paid, until the outcome is known: nobody else may pay for
         it meanwhile. */
      claimed_email text,
      /* Sends that the gateway refused with "not now" (429, 503) and did not process. If all were, and it knows of
         no sale, nothing was charged. */
      refused_sends integer not null default 0,
      unique (purpose, subject_id, idempotency_key)
    );
    create unique index payment_attempts_one_unsettled on payment_attempts (purpose, subject_id)
      where state in ('PENDING', 'UNKNOWN');
    create index payment_attempts_unsettled on payment_attempts (created_at) where state in ('PENDING', 'UNKNOWN');
    /* A sign-up is paid for once. An invited parent may pay again, years later, for what has ended: whether they may
       is checked under the lock. */
    create unique index payment_attempts_one_sign_up on payment_attempts (subject_id)
      where state = 'APPROVED' and purpose = 'SIGN_UP';
    create unique index payment_attempts_one_per_email on payment_attempts (claimed_email)
      where state in ('PENDING', 'UNKNOWN');
    create index payment_attempts_approved on payment_attempts (settled_at) where state = 'APPROVED';
    create index payment_attempts_refused on payment_attempts (created_at)
      where state in ('DECLINED', 'REJECTED') and jsonb_exists(purchase, 'payer');

    create table coupon_uses (
      attempt_id uuid primary key references payment_attempts,
      coupon_id uuid references coupons,
      discount_cents int not null,
      state text not null check (state in ('RESERVED', 'REDEEMED', 'RELEASED')),
      referrer_key text references referrers,
      /* A use belongs to a coupon, to a referrer, or to both. */
      check (coupon_id is not null or referrer_key is not null)
    );
    create index coupon_uses_referrer on coupon_uses (referrer_key) where referrer_key is not null;
    create index coupon_uses_coupon on coupon_uses (coupon_id);

    create table activation_code_uses (
      attempt_id uuid not null references payment_attempts,
      activation_code_id uuid not null references activation_codes,
      amount_cents int not null check (amount_cents > 0),
      state text not null check (state in ('RESERVED', 'REDEEMED', 'RELEASED')),
      primary key (attempt_id, activation_code_id)
    );
    create index activation_code_uses_code on activation_code_uses (activation_code_id);

    /* Keyed hashes of mailbox and phone that identify people who pay with a code. No address can be read from them. */
    create table code_users (
      attempt_id uuid primary key references payment_attempts,
      person_hashes bytea[] not null,
      used_at timestamptz not null
    );
    create index code_users_person on code_users using gin (person_hashes);
    create index code_users_at on code_users (used_at);

    /* What was bought, and its price, written with the approval of its attempt. */
    create table orders (
      id uuid primary key,
      attempt_id uuid not null unique references payment_attempts,
      purpose text not null,
      user_id uuid not null references users,
      family_id uuid references families,
      package_id int references packages,
      product_id text,
      services text[] not null default '{}',
      pay_for_co_parent boolean not null default false,
      quote jsonb not null,
      total_cents int not null check (total_cents >= 0),
      tax_cents int not null check (tax_cents >= 0),
      refunded_cents int not null default 0 check (refunded_cents between 0 and total_cents),
      country text,
      language text not null,
      transaction_id text,
      payment_method jsonb,
      created_at timestamptz not null,
      /* The gateway approved the payment and then declined to settle it, so its money never arrived. */
      settlement_declined_at timestamptz,
      /* A professional's purchase whose money never arrived is paid again by another order, or withdrawn. */
      paid_by_order_id uuid references orders,
      withdrawn_at timestamptz,
      /* The payer's time zone at purchase, which determines the days on all documents of the order, wherever they
         live later. */
      time_zone text not null
    );
    create index orders_user on orders (user_id, created_at);
    create index orders_family on orders (family_id);
    create index orders_package on orders (package_id);
    create index orders_paid_by on orders (paid_by_order_id) where paid_by_order_id is not null;
    create index orders_unpaid on orders (settlement_declined_at)
      where settlement_declined_at is not null and paid_by_order_id is null and withdrawn_at is null;

    create table payment_methods (
      id uuid primary key,
      user_id uuid not null references users,
      type text not null check (type in ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY', 'GOOGLE_PAY')),
      token text not null unique,
      card_last_four text,
      card_brand text,
      expiration_month text,
      expiration_year text,
      account_label text,
      is_default boolean not null,
      /* Kept beside the default one, and since when its holder has it charged if that one is declined; null: never. */
      is_backup boolean not null default false,
      backup_agreed_at timestamptz,
      created_at timestamptz not null,
      /* Replaced by another method; deleted at the gateway once no charge can need it any more. */
      replaced_at timestamptz,
      /* How the holder of a stored card was authenticated: the issuer asks for it when a renewal is disputed. */
      authentication jsonb,
      check (not (is_default and is_backup))
    );
    create unique index payment_methods_default on payment_methods (user_id) where is_default;
    create unique index payment_methods_backup on payment_methods (user_id) where is_backup;
    create index payment_methods_user on payment_methods (user_id);
    create index payment_methods_last_four on payment_methods (card_last_four, created_at desc)
      where card_last_four is not null;

    /* Refunds of an order, in one or several parts. The id is part of the gateway's idempotency key. */
    create table refunds (
      id uuid primary key,
      order_id uuid not null references orders,
      user_id uuid not null references users,
      transaction_id text not null,
      amount_cents int not null check (amount_cents > 0),
      /* UNUSED: a professional's refund for what nobody had used. */
      reason text not null
        check (reason in ('BY_PAYER', 'CANCELLED_MEANWHILE', 'NOT_COMPLETED', 'BY_SUPPORT', 'UNUSED')),
      /* SETTLING: accepted by the gateway, not yet by the bank. WITHDRAWN: not sent, because the payer's bank has
         returned the money itself. */
      state text not null check (state in ('PENDING', 'SETTLING', 'VOIDED', 'REFUNDED', 'FAILED', 'WITHDRAWN')),
      gateway_id text,
      requested_at timestamptz not null,
      settled_at timestamptz,
      /* How often the gateway has refused it: each try after a refusal has a new idempotency key. */
      refusals int not null default 0 check (refusals >= 0),
      last_refusal text,
      /* After a refusal: no retry before this time. */
      retry_at timestamptz,
      /* When the gateway was first called with the current idempotency key: from then on it may have been sent. */
      asked_at timestamptz,
      /* How often a bank declined it days after the gateway had accepted it. */
      returned_count int not null default 0 check (returned_count >= 0)
    );
    create index refunds_pending on refunds (requested_at) where state = 'PENDING';
    create index refunds_order on refunds (order_id);
    create index refunds_failed on refunds (requested_at) where state = 'FAILED';
    create index refunds_user on refunds (user_id);
    create index refunds_settling on refunds (settled_at) where state = 'SETTLING';
    create index refunds_gateway_id on refunds (gateway_id) where gateway_id is not null;
    create index refunds_asked on refunds (asked_at) where gateway_id is not null;
    create index refunds_settled on refunds (settled_at);
    create index refunds_transaction on refunds (transaction_id);

    /* Nobody, not even a person at a database console, can promise more refunds than were paid. The lock makes two
       concurrent parts wait for each other. */
    create or replace function check_refunds_within_total() returns trigger language plpgsql as $$
    declare total int;
    begin
      select total_cents into total from orders where id = new.order_id for no key update;
      if (select sum(amount_cents) from refunds where order_id = new.order_id and state not in ('FAILED', 'WITHDRAWN'))
        > total then
        raise exception 'The refunds of order % exceed its total', new.order_id using errcode = 'check_violation', constraint = 'refunds_within_total';
      end if;
      return null;
    end $$;
    create trigger refunds_within_total after insert or update of order_id, amount_cents, state on refunds
      for each row execute function check_refunds_within_total();

    /* A payment that its payer's bank asks about or takes back (chargeback). The id is the gateway's. */
    create table disputes (
      id text primary key,
      transaction_id text not null,
      /* Null while no order of this transaction is known: the gateway may report it before the sale is settled here. */
      order_id uuid references orders,
      user_id uuid references users,
      kind text not null check (kind in ('CHARGEBACK', 'PRE_ARBITRATION', 'RETRIEVAL')),
      state text not null check (state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW', 'EXPIRED', 'ACCEPTED', 'LOST', 'WON')),
      reason text not null,
      amount_cents int not null check (amount_cents >= 0),
      /* Last day on which evidence can be sent. */
      reply_by date,
      /* When the gateway reported the state. */
      state_at timestamptz not null,
      /* What has been done about it here, so that nothing is done twice. */
      applied text check (applied in ('ASKED', 'HELD', 'STANDS', 'RETURNED')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      /* What the payer's bank has returned by its decision; if it was won in part, the rest. */
      returned_cents int not null default 0 check (returned_cents >= 0)
    );
    create index disputes_order on disputes (order_id);
    create index disputes_user on disputes (user_id);
    create index disputes_transaction on disputes (transaction_id);
    create index disputes_to_answer on disputes (reply_by) where state = 'OPEN';
    create index disputes_changed on disputes (state_at);
    create index disputes_undecided on disputes (created_at) where state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW');
    /* The nightly comparison with the gateway reads what changed. */
    create index disputes_updated on disputes (updated_at);

    /* While a bank investigates a payment, its payer is not charged automatically. */
    create function has_open_dispute(payer uuid) returns boolean stable language sql return exists (
      select 1 from disputes
      where user_id = payer and kind <> 'RETRIEVAL' and state in ('OPEN', 'DISPUTED', 'UNDER_REVIEW')
    );

    /* Differences between our books and the gateway's, as found by the nightly comparison. */
    create table settlement_differences (
      kind text not null
        check (kind in ('MISSING_HERE', 'MISSING_THERE', 'AMOUNT', 'STATE', 'SETTLEMENT_DECLINED', 'BACK_TWICE')),
      transaction_id text not null,
      /* UTC day on which the gateway booked it, or should have. */
      day date not null,
      our_cents int,
      their_cents int,
      found_at timestamptz not null,
      seen_at timestamptz not null,
      /* When the two agreed again. */
      resolved_at timestamptz,
      primary key (kind, transaction_id)
    );
    create index settlement_differences_open on settlement_differences (day) where resolved_at is null;
  `.execute(db);
}
