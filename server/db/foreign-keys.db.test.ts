import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database/database.ts';

/**
 * Foreign keys whose columns do not lead an index of their table. A partial index counts only if it leaves out nothing
 * but nulls.
 */
const unindexed = `
  select conrelid::regclass || ' (' || string_agg(attname, ', ' order by position) || ')' as foreign_key
  from pg_constraint
    cross join unnest(conkey) with ordinality as key (number, position)
    join pg_attribute on attrelid = conrelid and attnum = key.number
  where contype = 'f' and connamespace = 'public'::regnamespace
    and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
        and (string_to_array(indkey::text, ' ')::smallint[])[1:cardinality(conkey)] @> conkey
    )
  group by conrelid, pg_constraint.oid
  order by 1`;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await createTestDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('every foreign key has an index, so that deletes scan no whole table', async () => {
  const client = await connect();
  expect((await client.query<{ foreign_key: string }>(unindexed)).rows.map(({ foreign_key: name }) => name)).toEqual(
    [],
  );
  await client.query('create table children_of_orders (order_id uuid references orders, amount int)');
  expect((await client.query(unindexed)).rows).toEqual([{ foreign_key: 'children_of_orders (order_id)' }]);
});
