import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import {
  type Cluster,
  claim,
  clearLeftovers,
  clusterFolder,
  databaseUser,
  initialise,
  lastComplaint,
  majorVersion,
  passwordIn,
  release,
  serverEnvironment,
} from './cluster.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { prepareDataFolder, reachablePostgres } from './location.ts';
import { type Account, unprivilegedAccount } from './unprivileged-account.ts';

export { DatabaseUnavailable };

type EmbeddedPostgresOptions = {
  /** Kept between starts. Becomes a symbolic link if the database's account cannot enter root's project folder. */
  dataDir: string;
  /** On 127.0.0.1; 0 picks a free port. */
  port: number;
  /** False for tests: commits are not flushed to disk, so that a crash of the machine may lose everything. */
  durable: boolean;
};

export type EmbeddedPostgres = {
  /** Connection string of the cluster's maintenance database, `postgres`. */
  url: string;
  stop: () => Promise<void>;
  /** Resolves with PostgreSQL's last error if the server ends without `stop`. */
  lost: Promise<string>;
};

/**
 * Starts a real PostgreSQL 18 from npm, which ends with `stop` or with this process. Throws DatabaseUnavailable, with
 * one line for the terminal, before any data is touched.
 */
export async function startEmbeddedPostgres({
  dataDir,
  port,
  durable,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = ownerOfData(dataDir) ?? unprivilegedAccount();
  const programs = reachablePostgres(account);
  const cluster: Cluster = {
    folder: prepareDataFolder({ dataDir: path.resolve(dataDir), account }),
    programs,
    account,
  };
  claim(cluster);
  try {
    const major = majorVersion(cluster);
    await clearLeftovers(cluster);
    const chosenPort = await freePort(port);
    const { password } = await initialise(cluster, { durable, major });
    const server = await startServer({ cluster, port: chosenPort, durable });
    return {
      url: addressOf({ password, port: chosenPort, database: 'postgres' }),
      lost: server.lost,
      stop: async () => {
        await server.stop();
        release(cluster);
      },
    };
  } catch (error) {
    release(cluster);
    throw error;
  }
}

type Address = { password: string; port: number; database: string };
const addressOf = ({ password, port, database }: Address) =>
  `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${database}`;

/** URL of a database of the cluster that was set up in this folder. Throws if there is none. */
export const embeddedDatabaseUrl = ({
  dataDir,
  ...rest
}: {
  dataDir: string;
  port: number;
  database: string;
}): string => addressOf({ password: passwordIn(path.resolve(dataDir)), ...rest });

/** A cluster created by an ordinary user stays that user's even if root starts it. */
function ownerOfData(dataDir: string): Account | undefined {
  const found =
    process.getuid?.() === 0 ? statSync(path.join(dataDir, 'cluster'), { throwIfNoEntry: false }) : undefined;
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${cause.code})`;
      reject(
        new DatabaseUnavailable({ problem: 'port-taken', message: `Port ${port} for the database ${reason}.`, cause }),
      );
    });
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

const withoutDurability = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'max_connections=300',
  '-c',
  'autovacuum=off',
];

type Server = { stop: () => Promise<void>; lost: Promise<string> };

async function startServer(options: { cluster: Cluster; port: number; durable: boolean }): Promise<Server> {
  const { cluster, port, durable } = options;
  const settings = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    'log_timezone=UTC',
    '-c',
    'timezone=UTC',
  ];
  const child = spawn(
    path.join(cluster.programs, 'bin', 'postgres'),
    ['-D', clusterFolder(cluster), '-p', String(port), ...settings, ...(durable ? [] : withoutDurability)],
    // Its own process group: Ctrl-C in the terminal must not stop it before the programs that use it.
    { ...cluster.account, cwd: '/', env: serverEnvironment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const endWithUs = () => void child.kill('SIGINT');
  process.once('exit', endWithUs);
  const log = collectLastLines(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let stopping = false;
  // Only a standby stays read-only: after a restore, the server first replays and then accepts writes.
  const isStandby = existsSync(path.join(clusterFolder(cluster), 'standby.signal'));
  await untilReady(child, {
    log,
    line: isStandby ? /ready to accept (?:read-only )?connections/ : /ready to accept connections/,
  });
  return {
    lost: ended.then(() => (stopping ? new Promise<never>(() => {}) : lastComplaint(log.text))),
    stop: async () => {
      stopping = true;
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      child.kill('SIGINT');
      await ended;
      clearTimeout(killTimer);
      process.off('exit', endWithUs);
    },
  };
}

function collectLastLines(child: ChildProcess): { text: string } {
  const log = { text: '' };
  child.stderr?.on('data', (chunk: Buffer) => {
    log.text = (log.text + chunk.toString()).slice(-8_000);
  });
  return log;
}

type Readiness = { log: { text: string }; line: RegExp };

function untilReady(child: ChildProcess, { log, line }: Readiness): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (line.test(log.text)) resolve();
    });
    child.once('error', reject);
    child.once('close', () => {
      reject(
        new DatabaseUnavailable({
          problem: 'refused',
          message: `The database did not start: ${lastComplaint(log.text)}`,
        }),
      );
    });
  });
}
