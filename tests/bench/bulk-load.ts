import type pg from 'pg';

/**
 * Runs `load` with the cheapest writes: no foreign key is checked, fsync is off, and the indexes of `tables` are
 * rebuilt once at the end. Nothing else may write to these tables meanwhile. Afterwards the tables are analysed for the
 * planner.
 */
export async function loadInBulk(
  pool: pg.Pool,
  tables: readonly string[],
  load: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await setDurability(client, 'off');
    await client.query(`set session_replication_role = replica; set statement_timeout = 0;
      set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`);
    await client.query(
      `update pg_index set indisready = false, indisvalid = false
       from unnest($1::text[]) as name, pg_partition_tree(name::regclass) as part
       where indrelid = part.relid and part.isleaf`,
      [tables],
    );
    await load(client);
    for (const table of tables) await client.query(`reindex table ${table}`);
    // Otherwise autovacuum would do it during the measurement.
    await client.query('vacuum (analyze)');
    await setDurability(client, 'on');
  } finally {
    client.release(true);
  }
}

async function setDurability(client: pg.PoolClient, fsync: 'on' | 'off'): Promise<void> {
  await client.query(`alter system set fsync = ${fsync}`);
  await client.query(`alter system set max_wal_size = '${fsync === 'on' ? 1 : 8}GB'`);
  await client.query('select pg_reload_conf()');
}
