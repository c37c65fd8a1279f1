import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asDiskProblem, DatabaseUnavailable } from './database-unavailable.ts';
import { identityOf, isRunning, looksLikePostgres, type ProcessIdentity } from './process-identity.ts';
import type { Account } from './unprivileged-account.ts';

export const databaseUser = 'evenkeel';

/**
 * A cluster's folder and the programs that run it. `folder/cluster` belongs to PostgreSQL, the files beside it are
 * ours.
 */
export type Cluster = { folder: string; programs: string; account: Account | undefined };

const clusterOf = ({ folder }: Cluster) => path.join(folder, 'cluster');
const ownerFile = ({ folder }: Cluster) => path.join(folder, 'owner.json');
const passwordFile = ({ folder }: Pick<Cluster, 'folder'>) => path.join(folder, 'password');

export const clusterFolder = clusterOf;

/** The password of the cluster that was set up in this folder. Throws if there is none. */
export const passwordIn = (folder: string): string => readFileSync(passwordFile({ folder }), 'utf8');

/** Checks that the disk accepts writes, and claims the folder for this process. Throws with nothing else touched. */
export function claim(cluster: Cluster): void {
  const owner = readOwner(cluster);
  if (owner && owner.pid !== process.pid && isRunning(owner)) {
    throw new DatabaseUnavailable({
      problem: 'already-running',
      message: `Evenkeel is already running here (process ${owner.pid}): stop it first, or start a second one from another folder.`,
    });
  }
  try {
    writeOwned(cluster, path.join(cluster.folder, 'write-probe'), randomBytes(64 * 1024));
    rmSync(path.join(cluster.folder, 'write-probe'));
    writeOwned(cluster, ownerFile(cluster), JSON.stringify(identityOf(process.pid)));
  } catch (error) {
    rmSync(path.join(cluster.folder, 'write-probe'), { force: true });
    throw asDiskProblem(error, cluster.folder);
  }
}

export function release(cluster: Cluster): void {
  if (readOwner(cluster)?.pid === process.pid) rmSync(ownerFile(cluster), { force: true });
}

function readOwner(cluster: Cluster): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(cluster), 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

function writeOwned({ account }: Cluster, file: string, content: string | Buffer): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}

/**
 * Stops the server that a killed process of ours left behind, and removes its lock file: PostgreSQL would refuse to
 * start if the lock's process id now belongs to another program. Only for a folder that `claim` has claimed.
 */
export async function clearLeftovers(cluster: Cluster): Promise<void> {
  const lock = path.join(clusterOf(cluster), 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
  if (Number.isInteger(pid) && pid > 1 && looksLikePostgres(pid) && locks(cluster, pid)) await end(identityOf(pid));
  rmSync(lock, { force: true });
}

/** Whether the process serves this cluster: the id in a stale lock may now belong to another folder's server. */
function locks(cluster: Cluster, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(clusterOf(cluster));
  } catch {
    return process.platform !== 'linux';
  }
}

async function end(server: ProcessIdentity): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(server.pid, signal);
    for (let waited = 0; waited < 10_000; waited += 50) {
      if (!isRunning(server)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new DatabaseUnavailable({
    problem: 'already-running',
    message: `The database of an earlier run (process ${server.pid}) did not stop.`,
  });
}

/**
 * For data that may be lost: tests open many connections, and 4,096 hash iterations take two thirds of a client's
 * connection time. The password is sent in plain text, but stays on this machine.
 */
const quickly = (major: number) => [
  '--no-sync',
  '--auth=password',
  ...(major >= 16 ? ['--set=scram_iterations=1'] : []),
];

/** PostgreSQL's own collation, which no update of the system changes; before 17 only the system has one. */
const collation = (major: number) =>
  major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];

/** Creates the cluster on the first start. It gets its final name when complete, so an interrupted one is recreated. */
export async function initialise(
  cluster: Cluster,
  { durable, major }: { durable: boolean; major: number },
): Promise<{ password: string }> {
  if (existsSync(clusterOf(cluster))) return { password: readFileSync(passwordFile(cluster), 'utf8') };
  const unfinished = `${clusterOf(cluster)}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  writeOwned(cluster, passwordFile(cluster), password);
  await runInitdb(cluster, [
    `--pgdata=${unfinished}`,
    `--pwfile=${passwordFile(cluster)}`,
    `--username=${databaseUser}`,
    ...(durable ? ['--auth=scram-sha-256'] : quickly(major)),
    '--encoding=UTF8',
    ...collation(major),
  ]);
  renameSync(unfinished, clusterOf(cluster));
  return { password };
}

function runInitdb({ programs, account }: Cluster, options: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const initdb = spawn(path.join(programs, 'bin', 'initdb'), options, {
      ...account,
      cwd: '/',
      env: serverEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    initdb.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    initdb.on('error', reject);
    initdb.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DatabaseUnavailable({
            problem: 'refused',
            message: `The database could not be created: ${lastComplaint(output)}`,
          }),
        );
    });
  });
}

/** The server inherits no setting of the caller's shell (PGDATA, PGPORT, a locale). */
export const serverEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** PostgreSQL's last error line, without its timestamp. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /\b(FATAL|PANIC|error|ERROR)\b/.test(line)) ?? lines.at(-1) ?? 'no output';
  return complaint.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '').trim();
}

/** The programs' major version. A missing system library is reported here by its name. */
export function majorVersion({ programs, account }: Cluster): number {
  const { status, stdout, stderr, error } = spawnSync(path.join(programs, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
  });
  if (status === 0) return Number(/\d+/.exec(stdout)?.[0]);
  throw new DatabaseUnavailable({
    problem: 'no-binaries',
    message: `The embedded PostgreSQL does not run on this machine (${error?.message ?? stderr.trim().split('\n')[0]}): set DATABASE_URL to your own PostgreSQL 18.`,
  });
}
