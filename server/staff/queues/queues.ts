import { type RawBuilder, sql } from 'kysely';
import { type Day, utcDay } from '#contract/fields/day.ts';
import { formatCents } from '#contract/fields/money.ts';
import type { StaffQueueName } from '#contract/staff/staff-queues.ts';
import { isSuppressing } from '../../identity/returned-mail.ts';
import { renewsHere, waitsForNotice } from '../../subscriptions/due-subscriptions.ts';
import { codeWords } from '../code-words.ts';
import { type AnyQueue, instantText, type Queue } from './queue.ts';

const cents = (amount: number | null) => (amount === null ? 'none' : formatCents(amount));
const orNone = (value: string | number | null) => (value === null ? 'none' : String(value));

const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`;

type DoubtfulPayment = { purpose: string; state: string; amountCents: number; sends: number };

const paymentsInDoubt: Queue<DoubtfulPayment> = {
  waiting: () => sql`
    select attempts.created_at as since, attempts.id::text as key, purpose, attempts.state, amount_cents, sends,
      coalesce(registrations.user_id, subscriptions.payer_user_id, users.id,
        (purchase->>'professionalId')::uuid) as user_id
    from payment_attempts as attempts
      left join registrations on registrations.id = subject_id
      left join subscriptions on subscriptions.id = subject_id
      left join users on users.id = subject_id
    where attempts.state in ('PENDING', 'UNKNOWN')`,
  cells: ({ since, purpose, amountCents, state, sends }) => [
    instantText(since),
    codeWords(purpose),
    cents(amountCents),
    `${codeWords(state)}, sent ${sends === 1 ? 'once' : `${sends} times`}`,
  ],
};

const failedRefunds: Queue<{ reason: string; amountCents: number; lastRefusal: string | null; refusals: number }> = {
  waiting: () => sql`
    select requested_at as since, id::text as key, user_id, reason, amount_cents, last_refusal, refusals
    from refunds where state = 'FAILED'`,
  cells: ({ since, reason, amountCents, lastRefusal, refusals }) => [
    instantText(since),
    codeWords(reason),
    cents(amountCents),
    `${orNone(lastRefusal)}, after ${refusals === 1 ? 'one try' : `${refusals} tries`}`,
  ],
};

const disputes: Queue<{ replyBy: Day | null; kind: string; reason: string; amountCents: number }> = {
  waiting: () => sql`
    select ${startOf(sql`coalesce(reply_by, (state_at at time zone 'UTC')::date + 30)`)} as since, id as key,
      user_id, reply_by, kind, reason, amount_cents
    from disputes where state = 'OPEN'`,
  cells: ({ key, replyBy, kind, reason, amountCents }) => [
    orNone(replyBy),
    codeWords(`${kind}, ${reason}`),
    cents(amountCents),
    key,
  ],
};

type SettlementDifferenceRow = {
  kind: string;
  ourCents: number | null;
  theirCents: number | null;
  transactionId: string;
};

const settlementDifferences: Queue<SettlementDifferenceRow> = {
  waiting: () => sql`
    select ${startOf(sql`day`)} as since, kind || ' ' || differences.transaction_id as key, kind, our_cents, their_cents,
      differences.transaction_id, (
        select orders.user_id from payment_attempts join orders on orders.attempt_id = payment_attempts.id
        where payment_attempts.transaction_id = differences.transaction_id limit 1
      ) as user_id
    from settlement_differences as differences where resolved_at is null`,
  cells: ({ since, kind, ourCents, theirCents, transactionId }) => [
    utcDay(since),
    codeWords(kind),
    cents(ourCents),
    cents(theirCents),
    transactionId,
  ],
};

const reports: Record<string, string> = {
  HARD: 'No such mailbox',
  SOFT: 'Repeated soft bounces',
  COMPLAINT: 'Reported as spam',
};

const refusedMail: Queue<{ cause: string; reports: number }> = {
  waiting: (at) => sql`
    select reported_at as since, encode(address_hash, 'hex') || '.' || coalesce(user_id::text, '') as key, user_id, cause, reports
    from suppressed_addresses where ${isSuppressing(at)}`,
  cells: ({ since, cause, reports: count }) => [instantText(since), reports[cause] ?? codeWords(cause), String(count)],
};

/** Other programs' errors may contain e-mail addresses, which are removed. */
const firstLine = (error: string | null) =>
  (error ?? 'none')
    .split('\n', 1)[0]
    ?.replaceAll(/\S+@\S+/g, '…')
    .slice(0, 160) ?? '';

type FailedJob = { task: string; attempts: number; lastError: string | null };

/** A job's key contains its subject's id, which leads to the user. */
const ownerInKey = sql`(
  select coalesce(
    (select users.id from users where users.id = named.id),
    (select user_id from orders where orders.id = named.id),
    (select user_id from refunds where refunds.id = named.id),
    (select payer_user_id from subscriptions where subscriptions.id = named.id),
    (select user_id from invites where invites.id = named.id),
    (select user_id from registrations where registrations.id = named.id),
    (select user_id from single_use_tokens where single_use_tokens.id = named.id),
    (select user_id from payment_methods where payment_methods.id = named.id),
    (select user_id from deletion_requests where deletion_requests.id = named.id),
    (select orders.user_id from orders where orders.attempt_id = named.id)
  ) from (select substring(key from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid as id) as named
)`;

const failedJobs: Queue<FailedJob> = {
  waiting: () => sql`
    select date_trunc('milliseconds', updated_at) as since, id::text as key, ${ownerInKey} as user_id,
      task_identifier as task, attempts, last_error
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
  cells: ({ since, task, attempts, lastError }) => [
    instantText(since),
    task.replaceAll('-', ' '),
    String(attempts),
    firstLine(lastError),
  ],
};

type WaiverRow = { reason: string; courtOrder: string; courtName: string | null; isPaid: boolean };

const feeWaivers: Queue<WaiverRow> = {
  waiting: () => sql`
    select asked_at as since, waivers.id::text as key, users.id as user_id, waivers.reason, court_order,
      court_links.name as court_name,
      concat(parent ->> 'firstName', ' ', left(parent ->> 'lastName', 1), '.') as who,
      exists (select from orders where orders.user_id = users.id) as is_paid
    from fee_waivers as waivers
      left join court_links on court_links.key = court_key
      left join registrations on registrations.id = registration_id
      left join users on users.id = coalesce(waivers.user_id, registrations.user_id)
    where waivers.state = 'ASKED'`,
  cells: ({ since, reason, courtOrder, courtName, isPaid }) => [
    instantText(since),
    codeWords(reason),
    courtOrder || 'none',
    courtName ?? 'no court',
    isPaid ? 'yes' : 'no',
  ],
};

type ClaimRow = { proved: string | null; disputed: string | null };

const accountClaims: Queue<ClaimRow> = {
  waiting: () => sql`
    select expires_at as since, claims.id::text as key, user_id,
      (select string_agg(one ->> 'kind', ', ') from jsonb_array_elements(evidence) as one) as proved,
      (select string_agg(distinct kind, ', ') from account_activity as changes where changes.user_id = claims.user_id
        and before is not null and undone_at is null) as disputed
    from ownership_claims as claims where claims.state = 'STAFF'`,
  cells: ({ since, proved, disputed }) => [
    instantText(since),
    codeWords(proved ?? 'nothing'),
    codeWords(disputed ?? 'nothing any more'),
  ],
};

/** Excludes accounts that a merge closed: they are to be deleted, and have no owner who could cancel that. */
const closings: Queue<{ requestedAt: Date }> = {
  waiting: () => sql`
    select ${startOf(sql`closes_on`)} as since, requests.id::text as key, user_id, requested_at
    from deletion_requests as requests join users on users.id = user_id
    where withdrawn_at is null and closed_at is null and users.status <> 'CLOSED'`,
  cells: ({ since, requestedAt }) => [utcDay(since), utcDay(requestedAt)],
};

type PastDue = { displayName: string; declinedOn: Day | null; retryOn: Day | null };

const pastDue: Queue<PastDue> = {
  waiting: (at) => sql`
    select ${startOf(sql`period_end`)} as since, subscriptions.id::text as key, payer_user_id as user_id, declined_on,
      retry_on, packages.texts->'en'->>'displayName' as display_name
    from subscriptions join packages on packages.id = package_id
    where state = 'CURRENT' and period_end <= ${utcDay(at)}::date
      and (declined_on is not null or period_end < ${utcDay(at)}::date - 2) and ${renewsHere(at)}
      and not ${waitsForNotice(at)}`,
  cells: ({ since, displayName, declinedOn, retryOn }) => [
    utcDay(since),
    displayName,
    orNone(declinedOn),
    orNone(retryOn),
  ],
};

/** Every queue is backed by a partial index, so that none scans a whole table. */
export const queues: Record<StaffQueueName, AnyQueue> = {
  'payments-in-doubt': paymentsInDoubt,
  'failed-refunds': failedRefunds,
  disputes,
  'settlement-differences': settlementDifferences,
  'refused-mail': refusedMail,
  'failed-jobs': failedJobs,
  'fee-waivers': feeWaivers,
  'account-claims': accountClaims,
  closings,
  'past-due': pastDue,
};
