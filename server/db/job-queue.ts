import type { OwnershipNews } from '#contract/account/ownership.ts';
import type { Day } from '#contract/fields/day.ts';
import { sql } from 'kysely';
import type { DbOrTrx, Trx } from './pool.ts';

/**
 * Why a plan ended: its renewal was declined, its payment did not settle, a bank had not decided a dispute, or the
 * renewal was off.
 */
export type EndReason = 'DECLINED' | 'UNSETTLED' | 'DISPUTED' | 'CANCELLED';

/** All jobs with their payloads: ids only, so that the queue contains no personal data. Handlers: `jobs/`. */
export type JobPayloads = {
  'issue-missing-documents': Record<string, never>;
  /** `attemptId`: of the payment that used the codes. */
  'credit-returned-codes': { attemptId: string };
  /** `again`: set if the mail is sent once more; also below. */
  'send-receipt': { orderId: string; again?: string };
  /** `round`: set if the link is mailed again; each round is a separate mail. */
  /** `isRequested`: requested by the invited parent. */
  'send-invite': { inviteId: string; round?: number; isRequested?: true };
  /** `others`: open sign-ups with the same address, listed in the same mail. */
  'send-resume-link': { resumptionId: string; others?: string[] };
  'answer-fee-waiver': { waiverId: string };
  /** `resumptionId`: of the link in the mail, if the parent has no account. */
  'send-fee-waiver-answer': { waiverId: string; resumptionId?: string };
  /** About a renewal for a holder who never joined. */
  'ask-about-unjoined': { subscriptionId: string };
  'send-timed-invite': { userId: string };
  'send-credentials-link': { tokenId: string };
  'send-credentials-reminder': { userId: string; day: 1 | 3 };
  'answer-recovery': { requestId: string };
  'send-password-reset': { tokenId: string };
  'send-password-changed': { userId: string; changedAt: string };
  /** `hasAccount`: the person requested a link to join, but has an account already. */
  'send-usernames': { requestId: string; userIds: string[]; hasAccount?: boolean };
  'send-address-code': { requestId: string };
  'send-recovery-text': { requestId: string; text: 'CODE' | 'USERNAME' };
  /** `userId`: the user who proved an address that other accounts have too. */
  'free-address': { userId: string };
  'send-account-change': { activityId: string };
  'answer-ownership-claim': { claimId: string };
  /** `round`: counts the codes of the claim. */
  'send-ownership-code': { claimId: string; round: number };
  'send-ownership-notice': { claimId: string; news: OwnershipNews };
  'end-ownership-wait': { claimId: string };
  'send-factor-reset-mail': { resetId: string };
  'send-factor-reset-text': { resetId: string };
  'complete-factor-reset': { resetId: string };
  'reseal-app-secrets': Record<string, never>;
  /** `tokenId`: of the link that the message contains or is about; the token stores the address. */
  'send-email-change': { tokenId: string };
  'send-email-changed': { tokenId: string };
  /** `again`: id of the repeated request; the code is texted again for each. */
  'send-email-code': { tokenId: string; again: string };
  'send-phone-code': { tokenId: string };
  'record-text-report': { providerId: string; fate: 'DELIVERED' | 'UNDELIVERED'; until: string };
  /** Notifies an app that a user's session there has ended. `siteCountry`: the issuer's, as stored by the provider. */
  'send-client-logout': { clientId: string; userId: string; sid: string; siteCountry?: string | null };
  'renew-signing-keys': Record<string, never>;
  'forget-old-access': Record<string, never>;
  'add-months': Record<string, never>;
  'forget-old-records': Record<string, never>;
  'send-pro-confirmation': { userId: string; round: 0 | 1 | 2 };
  'send-email-corrected': { correctionId: string };
  'scan-billing': Record<string, never>;
  'renew-subscription': { subscriptionId: string };
  'send-renewal-reminder': { subscriptionId: string; periodEnd: Day; daysBefore: number };
  /** `paymentMethodId`: the declined method, null if none is stored; absent in jobs of earlier releases. */
  'send-renewal-declined': {
    subscriptionId: string;
    attemptId: string | null;
    paymentMethodId?: string | null;
    nextTryOn: Day | null;
  };
  'send-renewal-changed': { subscriptionId: string; userId: string; version: number };
  /** `because` is absent in jobs of earlier releases. */
  'send-subscription-ended': { subscriptionId: string; userId: string; because?: EndReason };
  'issue-refund': { refundId: string };
  'follow-refund': { refundId: string };
  'send-refund-issued': { refundId: string; again?: string };
  'send-refund-failed': { refundId: string };
  'delete-payment-method': { paymentMethodId: string };
  'refresh-payment-method': { paymentMethodId: string };
  'charge-waiting-renewals': { userId: string };
  'update-gateway-customer': { userId: string };
  'delete-gateway-customer': { userId: string };
  /**
   * `replaced`: whether there was a method before; absent in jobs of earlier releases, which announced replacements
   * only.
   */
  'send-payment-method-replaced': { paymentMethodId: string; replaced?: boolean };
  /** `to`: the account whose address receives the mail. */
  'send-accounts-merged': { mergeId: string; to: 'kept' | 'ended'; undone: boolean };
  'send-account-closing': { requestId: string; again?: string };
  'send-plan-joined': { userId: string };
  'close-account': { requestId: string };
  'forget-waiting-families': { professionalId: string };
  'forget-abandoned-family': { familyId: string };
  'reconcile-payment': { attemptId: string };
  'void-late-charge': { attemptId: string };
  'sweep-payments': Record<string, never>;
  'compare-disputes': Record<string, never>;
  'compare-settlement': Record<string, never>;
  /** `planStays`: only part of the payment was charged back. */
  'send-dispute-changed': {
    disputeId: string;
    phase: 'HELD' | 'STANDS' | 'RETURNED';
    planStays?: boolean;
  };
  /** `change`: the effect on what the payment had bought. */
  'send-settlement-declined': {
    orderId: string;
    change: 'WAITING' | 'ENDED' | 'DOWNGRADED' | 'NOTHING' | 'UNPAID' | 'WITHDRAWN';
  };
  'withdraw-unpaid-order': { orderId: string };
  'handle-gateway-notification': { notificationId: string };
  'expire-registrations': Record<string, never>;
  'forward-analytics': Record<string, never>;
  'roll-up-funnel': Record<string, never>;
  'unlock-dead-workers': Record<string, never>;
  'run-canary': Record<string, never>;
};

export type JobName = keyof JobPayloads;

type ScheduleOptions = {
  runAt?: Date;
  /** A later job with the same key replaces the earlier one. */
  key?: string;
  maxAttempts?: number;
};

type Job = { name: JobName; payload: object; priority?: number } & ScheduleOptions;

/** The queue uses real time, but jobs are scheduled by the rules' clock, which may run ahead of it. */
const aheadOfRealTime = sql`(select make_interval(secs => ahead_ms / 1000.0) from clock_offset)`;

async function addJobs(db: DbOrTrx, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(spec->>'name', spec->'payload', null, (spec->>'runAt')::timestamptz - ${aheadOfRealTime},
        (spec->>'maxAttempts')::int, spec->>'key', (spec->>'priority')::int, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(jobs)}::json) as spec
    ))`.execute(db);
}

/** By transaction: jobs waiting to be queued together, by key if they have one. */
const batchedJobs = new WeakMap<DbOrTrx, Map<string | symbol, Job>>();

/**
 * Queues all jobs of `work` in one statement at its end, or at `flushJobs`: ten jobs cost the database as much as one.
 */
export async function enqueueTogether(trx: Trx, work: () => Promise<void>): Promise<void> {
  batchedJobs.set(trx, new Map());
  await work();
  await flushJobs(trx);
  batchedJobs.delete(trx);
}

export async function flushJobs(db: DbOrTrx): Promise<void> {
  const waiting = batchedJobs.get(db);
  const jobs = [...(waiting?.values() ?? [])];
  waiting?.clear();
  await addJobs(db, jobs);
}

/** Queues a job in the caller's transaction: it runs after the commit, and never after a rollback. */
export async function enqueue<Name extends JobName>(
  db: DbOrTrx,
  job: { name: Name; payload: JobPayloads[Name] } & ScheduleOptions,
): Promise<void> {
  const together = batchedJobs.get(db);
  if (together) together.set(job.key ?? Symbol(job.name), job);
  else await addJobs(db, [job]);
}

/** Whether a job with this key is waiting or running; a later job does not replace a running one. */
export async function isEnqueued(db: DbOrTrx, key: string): Promise<boolean> {
  await flushJobs(db);
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${key} and attempts < max_attempts`.execute(db);
  return rows.length > 0;
}

/** Ordinary jobs have priority 0 and run before bulk work. */
const massWorkPriority = 10;

/** Queues many jobs of one kind in one statement, in the caller's transaction. `key` as above. */
export function enqueueAll<Name extends JobName>(
  db: DbOrTrx,
  { name, jobs }: { name: Name; jobs: readonly { payload: JobPayloads[Name]; key: string }[] },
): Promise<void> {
  return addJobs(
    db,
    jobs.map((job) => ({ ...job, name, priority: massWorkPriority })),
  );
}
