import type { JobLog } from './job.ts';

/**
 * Thrown by a job whose message could not be handed over, so that the queue retries it. It must fail, to differ from a
 * job that never ran. `code` is what the log shows, such as `MAIL_CONNECTION`.
 */
export class DeliveryFailed extends Error {
  readonly code: string;

  constructor({ by, cause, messageKey }: { by: 'MAIL' | 'TEXT'; cause: string; messageKey: string }) {
    super(`${messageKey} has to wait: ${cause}`);
    this.code = `${by}_${cause.toUpperCase()}`;
  }
}

/** Thrown by a job whose message must wait for the hours in which its reader may be contacted. It is no failure. */
export class Postponed extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super(`It waits until ${until.toISOString()}`);
    this.until = until;
  }
}

/** What the queue's library reports of a failed attempt. */
export type FailedAttempt = {
  job: { id: string; task_identifier: string; attempts: number; max_attempts: number };
  error: unknown;
};

export function isFailedAttempt(meta: object | undefined): meta is FailedAttempt {
  return meta !== undefined && 'failure' in meta && 'job' in meta;
}

/**
 * Logs one line when a job first fails and one when it is given up, because an outage of an hour causes hundreds of
 * attempts. An error with a code is a known one and is logged without a stack.
 */
export function logFailedAttempt(log: JobLog, { job, error }: FailedAttempt): void {
  const { id: jobId, task_identifier: name, attempts, max_attempts: most } = job;
  const isLastAttempt = attempts >= most;
  if (attempts > 1 && !isLastAttempt) return;
  const failure = error instanceof Error ? error : new Error(String(error));
  const code = (failure as NodeJS.ErrnoException).code;
  const cause =
    code === undefined ? { err: { type: failure.name, message: failure.message, stack: failure.stack } } : { code };
  const fields = { source: 'jobs', jobId, job: name, attempts, ...cause };
  if (isLastAttempt) return log.error(fields, 'job given up');
  if (code === undefined) return log.error(fields, 'job failed; it will be retried');
  log.warn(fields, 'job failed; it will be retried');
}
