import type { JobLog } from './job.ts';

/**
 * Thrown by a job whose message could not be handed over: the queue tries it again. It must fail, so that it can be
 * told from a job that never ran. `code` is what the log shows, such as `MAIL_CONNECTION`.
 */
export class NotDelivered extends Error {
  readonly code: string;

  constructor({ by, cause, what }: { by: 'MAIL' | 'TEXT'; cause: string; what: string }) {
    super(`${what} has to wait: ${cause}`);
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
export type FailedTry = {
  job: { id: string; task_identifier: string; attempts: number; max_attempts: number };
  error: unknown;
};

export function isFailedTry(meta: object | undefined): meta is FailedTry {
  return meta !== undefined && 'failure' in meta && 'job' in meta;
}

/**
 * One line for a job that fails, however often it is tried, and one when it is given up: an outage of an hour makes
 * hundreds of tries. What has a code is known and shows no stack.
 */
export function logFailedTry(log: JobLog, { job, error }: FailedTry): void {
  const { id: jobId, task_identifier: name, attempts, max_attempts: most } = job;
  const isOver = attempts >= most;
  if (attempts > 1 && !isOver) return;
  const told = error instanceof Error ? error : new Error(String(error));
  const code = (told as NodeJS.ErrnoException).code;
  const cause = code === undefined ? { err: { type: told.name, message: told.message, stack: told.stack } } : { code };
  const fields = { source: 'jobs', jobId, job: name, attempts, ...cause };
  if (isOver) return log.error(fields, 'job given up');
  if (code === undefined) return log.error(fields, 'job failed; it is tried again');
  log.warn(fields, 'job failed; it is tried again');
}
