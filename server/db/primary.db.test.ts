import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/setup/database/database.ts';
import { freePort } from '../../tests/setup/free-port.ts';
import { discardLostConnections } from './lost-connection.ts';
import { createPool } from './pool.ts';
import { addressesOf, addressProblem } from './primary.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const withHosts = (url: string, ...others: string[]) => {
  const { host } = new URL(url);
  return url.replace(host, [...others, host].join(','));
};

function poolOf(connectionString: string): pg.Pool {
  const pool = createPool({ connectionString, max: 3 });
  closing.push(() => pool.end());
  return pool;
}

/** Accepts connections and forwards them to `port`, or never answers. */
async function lineTo(port: number | null) {
  const sockets: Socket[] = [];
  const server = createServer((incoming) => {
    sockets.push(incoming);
    incoming.on('error', () => undefined);
    if (port === null || line.isSilent) return;
    const outgoing = connect({ port, host: '127.0.0.1' });
    outgoing.on('error', () => undefined);
    sockets.push(outgoing);
    incoming.on('data', (data) => !line.isSilent && outgoing.write(data));
    outgoing.on('data', (data) => !line.isSilent && incoming.write(data));
  });
  const line = { isSilent: false, host: '' };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  line.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return line;
}

test('REL3: with several database hosts, an unreachable and a silent one are skipped', async () => {
  const url = await createTestDatabase();
  const [gone, silent] = [`127.0.0.1:${await freePort()}`, (await lineTo(null)).host];
  const pool = poolOf(`${withHosts(url, gone, silent)}?target_session_attrs=read-write`);
  const answers = await Promise.all(Array.from({ length: 6 }, () => pool.query('delete from rate_limits where false')));
  expect(answers).toHaveLength(6);
  // The connection has the chosen host's name, against which its certificate is checked.
  const client = await pool.connect();
  expect(`${client.host}:${client.port}`).toBe(new URL(url).host);
  client.release();
});

test('REL3: no reachable and no writable host give different errors; the next connection retries', async () => {
  const url = await createTestDatabase();
  const nobody = poolOf(`postgres://127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}/evenkeel`);
  await expect(nobody.query('select')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const admin = poolOf(url);
  const name = new URL(url).pathname.slice(1);
  await admin.query(`alter database "${name}" set default_transaction_read_only = on`);
  const pool = poolOf(withHosts(url, `127.0.0.1:${await freePort()}`));
  await expect(pool.query('select')).rejects.toMatchObject({ code: '25006' });
  await admin.query(`alter database "${name}" reset default_transaction_read_only`);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('REL3: queries on a silent connection fail, and it is not reused', async () => {
  const url = await createTestDatabase();
  const line = await lineTo(Number(new URL(url).port));
  const pool = new pg.Pool({ connectionString: url.replace(new URL(url).host, line.host), max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  closing.push(() => pool.end());
  discardLostConnections(pool, { silentMs: 400 });
  await pool.query('select');
  line.isSilent = true;
  await expect(pool.query('select')).rejects.toThrow('Connection terminated');
  line.isSilent = false;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('addresses are parsed as libpq does, and one that allows a standby is rejected', () => {
  expect(addressesOf('postgresql://u:p%40ss@one:5433,[::1]:5432,three/db?sslmode=verify-full')).toEqual([
    'postgresql://u:p%40ss@one:5433/db?sslmode=verify-full',
    'postgresql://u:p%40ss@[::1]:5432/db?sslmode=verify-full',
    'postgresql://u:p%40ss@three/db?sslmode=verify-full',
  ]);
  expect(addressesOf('postgres://one/db')).toEqual(['postgres://one/db']);
  expect(addressProblem('postgres://one,two/db?target_session_attrs=read-write')).toBeNull();
  expect(addressProblem('postgres://one,two/db')).toBeNull();
  expect(addressProblem('postgres://one,two/db?target_session_attrs=any')).toMatch('read-write or primary');
  expect(addressProblem('postgres://one,tw o/db')).toBe('a host is invalid');
});
