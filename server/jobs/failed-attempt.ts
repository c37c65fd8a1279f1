import type { JobLog } from './job.ts';

/**
 * Thrown by a job whose message could not be handed over: the queue tries it again. It must fail, so that it can be
 * told from a job that never ran. `code` is what the log shows, such as `MAIL_CONNECTION`.
 */
export class DeliveryFailed extends Error {
  readonly code: string;

  constructor({ by, cause, messageKey }: { by: 'MAIL' | 'TEXT'; cause: string; messageKey: string }) {
    super(`${messageKey} has to wait: ${cause}`);
    this.code = `${by}_${cause.toUpperCase()}`;
  }
}

/** Thrown by a job whose message has to wait for an hour at which its reader may be reached. No try has failed. */
export class Postponed extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super(`It waits until ${until.toISOString()}`);
    this.until = until;
  }
}

/** What the queue's library tells of a try that failed. */
export type FailedAttempt = {
  job: { id: string; task_identifier: string; attempts: number; max_attempts: number };
  error: unknown;
};

export function isFailedAttempt(meta: object | undefined): meta is FailedAttempt {
  return meta !== undefined && 'failure' in meta && 'job' in meta;
}

/**
 * One line for a job that fails, however often it is tried, and one when it is given up: an outage of an hour makes
 * hundreds of tries. What has a code is known and shows no stack.
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
  if (code === undefined) return log.error(fields, 'job failed; it is tried again');
  log.warn(fields, 'job failed; it is tried again');
}
