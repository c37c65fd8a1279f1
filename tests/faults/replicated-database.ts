import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { seed } from '#server/seed.ts';
import { copyRunning } from '../../scripts/backup/copy-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts';
import { freePort } from '../setup/free-port.ts';
import { until } from './breakpoints.ts';
import type { OwnDatabase } from './database-of-its-own.ts';

/** How a primary fails: its processes die, or its machine hangs. */
export type Death = 'killed' | 'silent';

export type ReplicatedDatabase = OwnDatabase & {
  /** The connection string of the site: it names both hosts. */
  hosts: string;
  /** Copies the running primary into a synchronous standby, which has to confirm each commit from then on. */
  addStandby: () => Promise<void>;
  /** Makes the primary fail without finishing or reporting anything. */
  losePrimary: (death: Death) => Promise<void>;
  /** Makes the standby the primary, then kills what is left of the old one. */
  promote: () => Promise<void>;
};

type Node = { dataDir: string; port: number; postgres: EmbeddedPostgres };

/** A primary and, once it is added, a synchronous standby. `url` leads to whichever is the primary. */
export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-failover-'));
  chmodSync(folder, 0o755);
  const start = async (dataDir: string, port: number): Promise<Node> => ({
    dataDir,
    port,
    postgres: await startEmbeddedPostgres({ dataDir, port, durable: true }),
  });
  let primary = await start(path.join(folder, 'one'), await freePort());
  let standby: Node | null = null;
  const otherPort = await freePort();
  const ports = [primary.port, otherPort];
  const { url } = primary.postgres;
  const urlOf = (port: number) => url.replace(/:\d+\//, `:${port}/`);
  await migrate(url);
  await seed({ connectionString: url, demonstration: true });
  const asked = <Row extends pg.QueryResultRow>(text: string) => query<Row>(urlOf(primary.port), text);
  await asked(`alter system set wal_keep_size = '256MB'`);
  await asked('select pg_reload_conf()');
  const left: string[] = [];

  return {
    get url() {
      return urlOf(primary.port);
    },
    hosts: url.replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join(',')),
    restart: async () => {
      await primary.postgres.stop();
      primary = await start(primary.dataDir, primary.port);
    },
    addStandby: async () => {
      const port = ports.find((one) => one !== primary.port) ?? 0;
      const dataDir = path.join(folder, `copy-${left.length}`);
      const client = await connected(urlOf(primary.port));
      await copyRunning(client, { to: dataDir, archived: false });
      await client.end();
      follow({ cluster: path.join(dataDir, 'cluster'), url: urlOf(primary.port) });
      standby = await start(dataDir, port);
      await asked(`alter system set synchronous_standby_names = '*'`);
      await asked('select pg_reload_conf()');
      await until(
        async () => (await asked(`select from pg_stat_replication where sync_state = 'sync'`)).length === 1,
        'The standby does not follow',
      );
    },
    losePrimary: (death) => signalAll(primary, death === 'killed' ? 'SIGKILL' : 'SIGSTOP'),
    promote: async () => {
      if (!standby) throw new Error('There is no standby');
      const old = primary;
      await query(urlOf(standby.port), `select pg_promote(wait => true)`);
      [primary, standby] = [standby, null];
      left.push(old.dataDir);
      await signalAll(old, 'SIGKILL');
    },
    close: async () => {
      const nodes = [primary, standby].filter((node) => node !== null);
      for (const { postgres } of nodes) await postgres.stop();
      for (const dataDir of [...nodes.map((node) => node.dataDir), ...left])
        rmSync(realpathSync(dataDir), { recursive: true, force: true, maxRetries: 3 });
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/**
 * Configures a copy to follow a primary. It has the primary's settings, and must not wait for a standby once promoted.
 */
function follow({ cluster, url }: { cluster: string; url: string }): void {
  const { hostname: host, port, username: user, password } = new URL(url);
  const from = `host=${host} port=${port} user=${user} password=${password} application_name=standby`;
  appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${from}'\nsynchronous_standby_names = ''\nwal_retrieve_retry_interval = '100ms'\n`,
  );
  const signal = path.join(cluster, 'standby.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  const { uid, gid } = statSync(cluster);
  for (const file of [signal, path.join(cluster, 'backup_label')]) chownSync(file, uid, gid);
}

/** Signals the postmaster first, so that it restarts nothing, then each of its processes. */
async function signalAll({ dataDir, postgres }: Node, signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const pid = Number.parseInt(readFileSync(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
  const children = readdirSync('/proc').filter((name) => parentOf(name) === pid);
  for (const one of [pid, ...children.map(Number)]) send(one, signal);
  if (signal === 'SIGKILL') await postgres.lost;
}

function parentOf(process: string): number | null {
  if (!/^\d+$/.test(process)) return null;
  try {
    // `pid (name) state ppid …`; a name may contain any character.
    const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return null;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'fault-tests' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connected(url);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
