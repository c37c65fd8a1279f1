import { readFileSync } from 'node:fs';

/** Identifies a process even if its id is reused: the id and, if the system provides it, the start time. */
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

/** Field 22 of /proc/<pid>/stat, counted after the command's name, which may contain spaces. Null without /proc. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Whether the process is a PostgreSQL server; true on systems that cannot tell. */
export function looksLikePostgres(pid: number): boolean {
  if (!exists(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}
