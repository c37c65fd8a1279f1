import { request } from 'node:http';
import path from 'node:path';
import pg from 'pg';
import { startProcess } from '../../scripts/start/start-process.ts';
import { freePort } from '../setup/free-port.ts';
import { callNames, openAgent } from './sign-up-driver.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** About the size of what a sign-up step sends. */
const body = JSON.stringify({
  parent: { firstName: 'Marta', lastName: 'Ruiz', email: 'floor@example.com', phoneNumber: '2025550142' },
});

type LoadOptions = { count: number; atOnce: number };
export type Floor = {
  /** Makes `count` sign-ups, `atOnce` in parallel; resolves to sign-ups per second. */
  signUps: (options: LoadOptions) => Promise<number>;
  /** The same for exchanges of a code for tokens. */
  tokens: (options: LoadOptions) => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts the floor's server on the same database, with a table of its own. */
export async function startFloor(databaseUrl: string): Promise<Floor> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table floor_rows (id uuid primary key, data jsonb)');
  await client.end();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl };
  const floor = await startProcess({
    name: 'floor server',
    root,
    arguments: ['tests/bench/floor-server.ts'],
    environment,
    healthUrl: `${url}/healthz`,
  });
  return {
    stop: floor.stop,
    signUps: (wish) => perSecond(url, [...callNames, 'jobs'], wish),
    tokens: (wish) => perSecond(url, ['tokens'], wish),
  };
}

async function perSecond(url: string, names: readonly string[], { count, atOnce }: LoadOptions): Promise<number> {
  const agent = openAgent(atOnce);
  let left = count;
  const person = async () => {
    while (left-- > 0) for (const name of names) await post({ url: `${url}/${name}`, agent });
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, person));
  agent.destroy();
  return count / ((performance.now() - began) / 1000);
}

function post({ url, agent }: { url: string; agent: ReturnType<typeof openAgent> }): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`The floor answered ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
