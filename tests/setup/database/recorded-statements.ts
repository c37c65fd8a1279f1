import pg from 'pg';
import { onTestFinished } from 'vitest';

export type During = <T>(work: () => Promise<T>) => Promise<T>;

export type RecordedStatements = Map<string, readonly unknown[]>;

/**
 * Records the SQL sent during some work: each statement once, with its first values. The text of a prepared statement
 * is sent once per connection, so call this before the first connection opens.
 */
export function recordStatements(): { statements: RecordedStatements; during: During } {
  const recorder = { on: false, statements: new Map<string, readonly unknown[]>() };
  const known = new Map<string, string>();
  const connection = pg.Connection.prototype;
  const { parse, bind, query } = connection;
  const record = (text: string | undefined, values: readonly unknown[]) => {
    if (recorder.on && text !== undefined && !recorder.statements.has(text)) recorder.statements.set(text, values);
  };
  connection.parse = function (statement: { name?: string; text: string }, more) {
    known.set(statement.name ?? '', statement.text);
    parse.call(this, statement as pg.QueryParse, more);
  };
  connection.bind = function (message, more) {
    record(known.get(message?.statement ?? ''), message?.values ?? []);
    bind.call(this, message, more);
  };
  connection.query = function (text: string) {
    record(text, []);
    query.call(this, text);
  };
  onTestFinished(() => {
    Object.assign(connection, { parse, bind, query });
  });
  return {
    statements: recorder.statements,
    during: async (work) => {
      recorder.on = true;
      try {
        return await work();
      } finally {
        recorder.on = false;
      }
    },
  };
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'TID Cond'?: string;
  Filter?: string;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** One scan of a table: `condition` is what it compares, through `index` if it uses one. */
export type TableScan = { table: string; index: string | null; isKeyed: boolean; condition: string };

/**
 * A connection that plans statements as if each table held a million rows, because the planner reads small tables
 * whole.
 */
export async function openPlanner(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set enable_seqscan = off');
  await client.query('analyze');
  // In a transaction, so that a concurrent autovacuum cannot restore the true numbers.
  await client.query('begin');
  // An empty table is left unanalysed, because otherwise the planner would scan it whole in joins.
  await client.query(`update pg_class
    set reltuples = case when relpages > 0 then 1000000 else -1 end, relpages = least(relpages, 1)
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`);
  return client;
}

/**
 * How a statement reads its rows, table by table: planned for these values, or generically without any. An empty table
 * may be read through any index, with its comparison in the filter. Partitions have their table's name.
 */
export async function tableScans(
  planner: pg.Client,
  { text, values }: { text: string; values?: readonly unknown[] },
): Promise<TableScan[]> {
  const { rows } = await planner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (${values ? '' : 'generic_plan, '}costs off, format json) ${text}`,
    values && [...values],
  );
  const indexes = await planner.query<{ index: string; table: string }>(
    `select indexname as index, tablename as table from pg_indexes where schemaname = 'public'`,
  );
  const tableOf = new Map(indexes.rows.map(({ index, table }) => [index, table]));
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'Result' });
  return nodes
    .filter((node) => node['Node Type'].endsWith('Scan') && (node['Relation Name'] ?? node['Index Name']) !== undefined)
    .filter((node) => node['Node Type'] !== 'Bitmap Heap Scan')
    .map((node) => {
      const index = node['Index Name'] ?? null;
      const table = node['Relation Name'] ?? tableOf.get(index ?? '') ?? '';
      return {
        table: table.replace(/_(?:rest|\d{4}_\d\d)$/, ''),
        index,
        isKeyed: (node['Index Cond'] ?? node['TID Cond']) !== undefined,
        condition: node['Index Cond'] ?? node.Filter ?? '',
      };
    });
}
