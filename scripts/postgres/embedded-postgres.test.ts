import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];

function newDataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evenkeel-pg-'));
  if (isRoot) chmodSync(folder, 0o755);
  folders.push(folder);
  return path.join(folder, 'postgres');
}

/** A cluster created once, because that takes most of a first start; each test leaves it stopped. */
const dataDir = newDataDir();
let firstStartTook = 0;

beforeAll(async () => {
  // The remains of an interrupted first start.
  mkdirSync(path.join(dataDir, 'cluster.unfinished/base'), { recursive: true });
  const began = performance.now();
  const first = await startEmbeddedPostgres({ dataDir, port: 0, durable: true });
  firstStartTook = performance.now() - began;
  await query(first.url, "create table kept as select 'still here' as text");
  await first.stop();
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function start({ port = 0, inFolder = dataDir } = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: inFolder, port, durable: false });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process of ours holds the database and is killed with SIGKILL, so it cannot stop the server or clean up. */
async function startAndKill(): Promise<void> {
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))};
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: 0, durable: true });
    console.log(url); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    holder.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  );
  await query(url, 'create table committed (id int)');
  holder.kill('SIGKILL');
  await new Promise((resolve) => holder.once('exit', resolve));
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data between starts, and the second start is quicker than the first', async () => {
    const began = performance.now();
    const second = await start();
    // It creates no cluster, which takes most of the first start.
    expect(performance.now() - began).toBeLessThan(firstStartTook);
    expect(await query(second.url, 'select text from kept')).toEqual([{ text: 'still here' }]);
  });

  test('accepts no connection without its generated password', async () => {
    const { url } = await start();
    const guess = new URL(url);
    guess.password = 'evenkeel';
    await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('recovers after its process was killed outright, and has lost no commit', async () => {
    await startAndKill();
    const { url } = await start();
    expect(await query(url, 'select count(*)::int as rows from committed')).toEqual([{ rows: 0 }]);
  });

  test('starts although a stale lock names the id of an unrelated process', async () => {
    const lock = path.join(dataDir, 'cluster/postmaster.pid');
    // Owned by the server's account: only such a process could be mistaken for the server.
    const { uid, gid } = statSync(path.dirname(lock));
    const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
    onTestFinished(() => void bystander.kill());
    writeFileSync(lock, `${bystander.pid}\n${dataDir}/cluster\n`);
    await start();
    expect(bystander.exitCode).toBeNull();
  });

  test('O3: accepts writes from its first start after a restore, which replays the archive', async () => {
    const cluster = path.join(dataDir, 'cluster');
    const settings = path.join(cluster, 'postgresql.auto.conf');
    const { uid, gid } = statSync(cluster);
    const before = readFileSync(settings, 'utf8');
    onTestFinished(() => writeFileSync(settings, before));
    // The archive answers after a while that it has no more.
    writeFileSync(settings, `${before}\nrestore_command = 'sleep 1; false'\n`);
    writeFileSync(path.join(cluster, 'recovery.signal'), '');
    if (isRoot) chownSync(path.join(cluster, 'recovery.signal'), uid, gid);
    const { url } = await start();
    expect(await query(url, 'create table written_at_once as select 1 as id')).toEqual([]);
  });

  test('refuses a second start over the same data while the first runs', async () => {
    const { url } = await start();
    const program = `import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))};
      startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: 0, durable: false }).catch((error) => {
        console.log(error.problem); process.exit(7); });`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect({ said: stdout.trim(), status }).toEqual({ said: 'already-running', status: 7 });
    expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  });

  test('recreates the cluster if its creation was interrupted', () => {
    expect(existsSync(path.join(dataDir, 'cluster.unfinished'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'cluster/PG_VERSION'))).toBe(true);
  });

  test('reports in one line that its port is taken, before it creates anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const inFolder = newDataDir();
    await expect(start({ port, inFolder })).rejects.toMatchObject({
      problem: 'port-taken',
      message: expect.stringMatching(new RegExp(`^Port ${port} .*in use`)),
    });
    expect(readdirSync(inFolder)).toEqual([]);
  });

  test('reports in one line that a server rejects its data, and leaves the data untouched', async () => {
    const version = path.join(dataDir, 'cluster/PG_VERSION');
    const sound = readFileSync(version, 'utf8');
    onTestFinished(() => writeFileSync(version, sound));
    writeFileSync(version, '12\n');
    await expect(start()).rejects.toMatchObject({
      problem: 'refused',
      message: expect.stringContaining('incompatible'),
    });
    expect(readFileSync(version, 'utf8')).toBe('12\n');
    expect(existsSync(path.join(dataDir, 'cluster/base'))).toBe(true);
  });

  test('reports when the server exits by itself', async () => {
    const { lost } = await start();
    const pid = Number.parseInt(readFileSync(path.join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGQUIT');
    expect(await lost).toEqual(expect.any(String));
  });
});

/** A separate file system mounted over the data folder; only root can create one. */
function mount(options: string): string {
  const disk = newDataDir();
  mkdirSync(disk);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No disk could be mounted: ${stderr}`);
  onTestFinished(() => void spawnSync('umount', [disk]));
  return disk;
}

/**
 * Mounting needs a privilege that containers often withhold, even from root; database-unavailable.test.ts covers the
 * codes everywhere.
 */
const mayMount = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;

if (mayMount)
  describe('a disk that cannot be written', () => {
    test('because it is full is reported in one line', async () => {
      const inFolder = mount('size=16k');
      await expect(start({ inFolder })).rejects.toMatchObject({
        problem: 'disk-full',
        message: expect.stringContaining(inFolder),
      });
    });

    test('because it is read-only is reported in one line', async () => {
      const inFolder = mount('size=1m,ro');
      await expect(start({ inFolder })).rejects.toMatchObject({
        problem: 'disk-read-only',
        message: expect.stringContaining(inFolder),
      });
    });
  });

if (isRoot)
  describe('for root, in a folder other users cannot enter', () => {
    test('the data is stored where its own account has access, and the project links to it', async () => {
      const inFolder = newDataDir();
      chmodSync(path.dirname(inFolder), 0o700);
      const { url } = await start({ inFolder });
      onTestFinished(() => rmSync(realpathSync(inFolder), { recursive: true, force: true }));
      expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
      expect(lstatSync(inFolder).isSymbolicLink()).toBe(true);
      expect(lstatSync(realpathSync(inFolder)).mode & 0o777).toBe(0o700);
    });
  });

if (!isRoot)
  describe('for an ordinary user', () => {
    test('a folder without write permission is reported in one line', async () => {
      const inFolder = newDataDir();
      mkdirSync(inFolder, { mode: 0o500 });
      await expect(start({ inFolder })).rejects.toMatchObject({
        problem: 'no-permission',
        message: expect.stringContaining(inFolder),
      });
    });
  });
