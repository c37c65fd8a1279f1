import { readFileSync } from 'node:fs';

/**
 * A process told apart from a later one with the same number: its id and, where the system tells it, when it started.
 */
export type ProcessIdentity = { pid: number; startedAt: string | null };

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: startOf(pid) };
}

/** Whether exactly this process still runs. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  return startedAt === null || startOf(pid) === startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Field 22 of /proc/<pid>/stat, counted after the command's name, which may hold spaces. Null where there is no /proc.
 */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether the process is a PostgreSQL server; true where the system does not tell. */
export function looksLikePostgres(pid: number): boolean {
  if (!exists(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}
