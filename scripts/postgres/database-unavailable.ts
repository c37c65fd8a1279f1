export type DatabaseProblem =
  | 'no-binaries'
  | 'port-taken'
  | 'already-running'
  | 'disk-full'
  | 'disk-read-only'
  | 'no-permission'
  | 'no-account'
  | 'refused';

/** Why the embedded database cannot run, as one line for the terminal. The data was not touched. */
export class DatabaseUnavailable extends Error {
  readonly problem: DatabaseProblem;
  constructor({ problem, message, cause }: { problem: DatabaseProblem; message: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.problem = problem;
  }
}

const diskProblems: Record<string, { problem: DatabaseProblem; reason: string }> = {
  ENOSPC: { problem: 'disk-full', reason: 'the disk is full' },
  EDQUOT: { problem: 'disk-full', reason: 'the disk quota is used up' },
  EROFS: { problem: 'disk-read-only', reason: 'the disk is read-only' },
  EACCES: { problem: 'no-permission', reason: 'this user cannot write there' },
  EPERM: { problem: 'no-permission', reason: 'this user cannot write there' },
  ENOTDIR: { problem: 'no-permission', reason: 'a file exists where a folder is expected' },
  EEXIST: { problem: 'no-permission', reason: 'a file exists where a folder is expected' },
};

/** Turns a file system error at `folder` into a DatabaseUnavailable; any other error is returned unchanged. */
export function asDiskProblem(error: unknown, folder: string): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const known = diskProblems[code];
  if (!known) return error;
  return new DatabaseUnavailable({
    problem: known.problem,
    message: `The database cannot use ${folder}: ${known.reason} (${code}).`,
    cause: error,
  });
}
