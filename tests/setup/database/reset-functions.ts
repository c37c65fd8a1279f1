/**
 * SQL that puts a used test database back to what its template holds. It gives up on a database whose schema a test
 * changed. Tables that the seed filled are copied, and put back only if a row of theirs changed.
 */
export const resetFunctions = `
create schema test_reset;
create table test_reset.schema_changes (command text);

create function test_reset.note_change() returns event_trigger language plpgsql as $$
begin
  insert into test_reset.schema_changes
    select command_tag from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp';
end $$;
create function test_reset.note_drop() returns event_trigger language plpgsql as $$
begin
  insert into test_reset.schema_changes select tg_tag from pg_event_trigger_dropped_objects() where not is_temporary;
end $$;

create table test_reset.tables (name regclass primary key, copy text, columns text, row_count bigint, stamp numeric);
create table test_reset.sequences (name regclass primary key, last_value bigint, is_called boolean);

do $$
declare
  one record;
  filled boolean;
  copied text;
begin
  for one in
    select c.oid, c.oid::regclass as name, c.relkind,
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'test_reset')
  loop
    if one.relkind = 'S' then
      execute format('insert into test_reset.sequences select %L::regclass, last_value, is_called from %s', one.name, one.name);
      continue;
    end if;
    execute format('select exists (select from only %s)', one.name) into filled;
    copied := case when filled then format('test_reset.copy_%s', one.oid) end;
    if filled then
      execute format('create table %s as select %s from only %s', copied, one.columns, one.name);
    end if;
    execute format(
      'insert into test_reset.tables select %L, %L, %L, count(*), coalesce(sum(xmin::text::bigint), 0) from only %s',
      one.name, copied, one.columns, one.name);
  end loop;
end $$;

create function test_reset.reset() returns boolean language plpgsql as $$
declare
  one record;
  differs boolean;
begin
  if exists (select from test_reset.schema_changes) then return false; end if;
  set local session_replication_role = replica;
  for one in select * from test_reset.tables loop
    if one.copy is null then
      execute format('select exists (select from only %s)', one.name) into differs;
    else
      execute format('select (count(*), coalesce(sum(xmin::text::bigint), 0)::numeric) <> ($1, $2) from only %s', one.name)
        into differs using one.row_count, one.stamp;
    end if;
    continue when not differs;
    execute format('delete from only %s', one.name);
    continue when one.copy is null;
    execute format('insert into %s (%s) overriding system value select %s from %s',
      one.name, one.columns, one.columns, one.copy);
    execute format(
      'update test_reset.tables set stamp = (select sum(xmin::text::bigint) from only %s) where name = $1', one.name)
      using one.name;
  end loop;
  for one in select * from test_reset.sequences loop
    execute format('select (last_value, is_called) <> ($1, $2) from %s', one.name) into differs
      using one.last_value, one.is_called;
    if differs then perform setval(one.name, one.last_value, one.is_called); end if;
  end loop;
  return true;
end $$;

create event trigger note_schema_change on ddl_command_end execute function test_reset.note_change();
create event trigger note_dropped on sql_drop execute function test_reset.note_drop();
`;
