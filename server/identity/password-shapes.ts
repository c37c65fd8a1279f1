import { sql } from 'kysely';
import { minutes } from '../clock.ts';
import { cachedRead } from '../db/cached-read.ts';
import type { Db } from '../db/pool.ts';
import { currentHash, decoyHash, verifyPassword } from './password.ts';

/** How a password was hashed: algorithm and costs, which decide how long a check takes. */
/** Imports contain no more than this: each takes time at each login. */
const mostShapes = 8;
export const shapeOf = (stored: string): string => /^[$][^$]+[$][^$]+[$](?:[^$]+[$])?/.exec(stored)?.[0] ?? '';
const shape = sql<string>`(substring(password_hash from '^[$][^$]+[$][^$]+[$](?:[^$]+[$])?'))`;
const isOld = sql<boolean>`password_hash is not null and password_hash not like ${sql.lit(`${currentHash}%`)}`;

/** One hash of each outdated shape: by an index, however many accounts were imported. */
async function outdatedSamples(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sample: string }>`
    with recursive shapes as (
      (select ${shape} as shape from users where ${isOld} order by 1 limit 1)
      union all
      select (select ${shape} from users where ${isOld} and ${shape} > shapes.shape order by 1 limit 1)
      from shapes where shapes.shape is not null
    )
    select sample.password_hash as sample from shapes, lateral (
      select password_hash from users where ${isOld} and ${shape} = shapes.shape limit 1) sample
    limit ${mostShapes}`.execute(db);
  return rows.map(({ sample }) => sample);
}

const caches = new WeakMap<Db, () => Promise<string[]>>();

function samplesOf(db: Db): Promise<string[]> {
  const read = caches.get(db) ?? cachedRead(() => outdatedSamples(db), minutes(10));
  caches.set(db, read);
  return read();
}

/**
 * The hashes that a login checks a password against, the user's own first: one of each shape in use, whatever name was
 * typed.
 */
export async function hashesToTry(db: Db, stored: string | null): Promise<string[]> {
  const current = await decoyHash();
  const own = stored ?? current;
  return [own, ...[current, ...(await samplesOf(db))].filter((other) => shapeOf(other) !== shapeOf(own))];
}

/**
 * Whether a password matches a hash; null: of nobody. It takes the time of every shape of hash in use: otherwise the
 * duration would reveal that an account exists and was imported (SEC1).
 */
export async function isPasswordOf(db: Db, stored: string | null, password: string): Promise<boolean> {
  const [right] = await eachInTurn(await hashesToTry(db, stored), (hash) => verifyPassword(hash, password));
  return right === true && stored !== null;
}

async function eachInTurn<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}
