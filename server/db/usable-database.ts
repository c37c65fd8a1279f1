import type pg from 'pg';

/** Major versions of PostgreSQL on which migrations and tests have run. */
const [oldest, newest] = [15, 18];

type Facts = { version: number; name: string; readOnly: boolean; mayCreate: boolean; notOurs: string | null };

/** `notOurs`: a table that migrations could not change, because another role owns it. */
const factsQuery = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_version') as name,
  current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "readOnly",
  has_database_privilege(current_database(), 'CREATE')
    and has_schema_privilege(coalesce(current_schema(), 'public'), 'CREATE') as "mayCreate",
  (select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not pg_has_role(relowner, 'MEMBER') limit 1) as "notOurs"`;

/** Why this release cannot be set up in a database, or null. Checked before anything is written. */
export async function databaseProblem(client: pg.ClientBase | pg.Pool): Promise<string | null> {
  const { rows } = await client.query<Facts>(factsQuery);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no information about itself');
  const { version, name, readOnly, mayCreate, notOurs } = facts;
  const problems = [
    version >= oldest && version <= newest ? [] : `PostgreSQL ${oldest} to ${newest} is required; found ${name}`,
    readOnly ? 'it is read-only' : [],
    mayCreate ? [] : 'the role in DATABASE_URL cannot create tables: grant it CREATE on the database and its schema',
    notOurs === null ? [] : `the role in DATABASE_URL does not own the table ${notOurs}`,
  ].flat();
  return problems.length === 0 ? null : `${problems.join('; ')}. Nothing was written.`;
}

/**
 * Random UUIDs that sort by time (RFC 9562), for PostgreSQL before 18, which has its own. The millisecond replaces the
 * first 48 bits of a random one, and version 4 (0100) becomes 7 (0111).
 */
export const uuidv7Before18 = `do $$ begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe as $body$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
        substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1), 'hex')::uuid
    $body$;
  end if;
end $$`;
