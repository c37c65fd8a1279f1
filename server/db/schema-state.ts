import { sql } from 'kysely';
import { logLine } from '../log-line.ts';
import { migrationNames } from './migrations.ts';
import type { Db } from './pool.ts';

/**
 * How a database compares with this release. `behind`: migrations are missing, and nothing can be served. `ahead`: a
 * later release has migrated it, which this one tolerates (docs/operations.md, "Upgrade").
 */
export type SchemaState = { state: 'current' | 'behind' | 'ahead'; missing: number };

/** PostgreSQL's code for a missing table: nothing has been migrated yet. */
const undefinedTable = '42P01';

export async function schemaState(db: Db): Promise<SchemaState> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => new Set(rows.map(({ name }) => name)),
    (error: { code?: string }) => {
      if (error.code === undefinedTable) return new Set<string>();
      throw error;
    },
  );
  const missing = migrationNames.filter((name) => !applied.has(name)).length;
  if (missing > 0) return { state: 'behind', missing };
  return { state: applied.size > migrationNames.length ? 'ahead' : 'current', missing: 0 };
}

const pollMs = 1_000;

export type SchemaWatch = { isBehind: () => boolean; untilCurrent: Promise<void>; stop: () => void };

/** Polls the database until it is no longer behind. Nothing is known about one that cannot be reached. */
export async function watchSchema(db: Db): Promise<SchemaWatch> {
  let behind = false;
  let timer: NodeJS.Timeout | undefined;
  let proceed = () => undefined as void;
  const untilCurrent = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const look = async () => {
    const found = await schemaState(db).catch(() => null);
    if (found?.state === 'behind' && !behind)
      logLine('error', 'database is behind this release: run its migrations', { missing: found.missing });
    behind = found === null ? behind : found.state === 'behind';
    if (!behind) return proceed();
    timer = setTimeout(() => void look(), pollMs);
  };
  await look();
  return { isBehind: () => behind, untilCurrent, stop: () => clearTimeout(timer) };
}
