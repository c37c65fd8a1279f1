import { type RawBuilder, sql } from 'kysely';
import { type CaseFilter, type CaseSort, caseFilters } from '#contract/api/professionals/professional-cases.ts';
import { normaliseEmail, withoutAccents } from '#contract/fields/typed-text.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { type CaseFamily, familiesById, unchangedFamily } from './case-repository.ts';

export const casesPerPage = 50;

/** `endsBefore`: an ISO day; a plan paid by the professional that ends by then counts as ending soon. */
export type Search = {
  professionalId: string;
  endsBefore: string;
  text: string;
  filter: CaseFilter;
  sort: CaseSort;
  after: string | null;
};
/** A page of the matching families, whether there are more, and the count for each filter, whatever the search text. */
export type CasePage = { families: CaseFamily[]; more: boolean; counts: Record<CaseFilter, number> };

/** LIKE patterns for the words of a text, folded as the database folds names (`fold_text`). */
const wordPatterns = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((word) => (word.includes('@') ? normaliseEmail(word) : word))
    .map(withoutAccents)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);

/**
 * A row for each family of a professional that still has a parent, with its search and sort columns. Names are as the
 * professional entered them (`asInvited`), and joined parents have no address here, so that changes made by parents
 * cannot be searched. Each person's invite is looked up (`limit 1`), because a join would read those of others too.
 */
const ownCases = (professionalId: string) => sql`
  select families.id, families.version, families.archived_at is not null as archived,
    bool_and(people.joined) as joined,
    coalesce(min(people.ends), 'infinity'::date) as ends,
    string_agg(people.folded_name, ' ' order by people.role) as name,
    string_agg(people.folded_email, ' ') filter (where not people.joined) as emails
  from families
  join (
    select users.family_id, role, folded_name, folded_email, status = 'ACTIVE' or accepted is not null as joined,
      period_end as ends
    from users
    left join lateral (
      select true as accepted from invites where invites.user_id = users.id and invites.state = 'ACCEPTED' limit 1
    ) invite on true
    left join subscriptions on subscriptions.user_id = users.id and subscriptions.state = 'CURRENT'
      and payer_user_id = ${professionalId}
    where created_by_professional_id = ${professionalId} and status <> 'CLOSED'
  ) people on people.family_id = families.id
  where families.created_by_professional_id = ${professionalId}
  group by families.id`;

const words = sql`concat_ws(' ', name, emails, case when version = ${unchangedFamily} then
  (select string_agg(folded_name, ' ') from children where family_id = cases.id) end)`;

const conditions = (endsBefore: string): Record<CaseFilter, RawBuilder<boolean>> => ({
  ALL: sql`not archived`,
  WAITING: sql`not archived and not joined`,
  JOINED: sql`not archived and joined`,
  ENDS_SOON: sql`not archived and ends <= ${endsBefore}::date`,
  ARCHIVED: sql`archived`,
});

/**
 * The cursor of a page: only the family's id, whose row has the sort values, so that no address or cursor contains a
 * name.
 */
const orders: Record<CaseSort, { by: RawBuilder<unknown>; after: (id: string) => RawBuilder<boolean> }> = {
  NEWEST: { by: sql`id desc`, after: (id) => sql`id < ${id}` },
  NAME: { by: sql`name, id`, after: (id) => sql`(name, id) > (select name, id from cases where id = ${id})` },
  ENDS: { by: sql`ends, id`, after: (id) => sql`(ends, id) > (select ends, id from cases where id = ${id})` },
};

/** The professional's families are read once, for the page and the filters' counts. */
export async function findCases(
  db: DbOrTrx,
  { text, filter, sort, after, professionalId, endsBefore }: Search,
): Promise<CasePage> {
  const patterns = wordPatterns(text);
  const counted = conditions(endsBefore);
  const matching = [
    counted[filter],
    ...(patterns.length === 0 ? [] : [sql<boolean>`${words} like all (${sql.val(patterns)}::text[])`]),
    ...(after === null ? [] : [orders[sort].after(after)]),
  ];
  const each = caseFilters.map((name) => sql`'${sql.raw(name)}', count(*) filter (where ${counted[name]})`);
  const { rows } = await sql<{ ids: string[]; counts: Record<CaseFilter, number> }>`
    with cases as materialized (${ownCases(professionalId)})
    select json_build_object(${sql.join(each)}) as counts,
      array(select id from cases where ${sql.join(matching, sql` and `)}
        order by ${orders[sort].by} limit ${casesPerPage + 1}) as ids
    from cases`.execute(db);
  const [{ ids, counts }] = rows as [(typeof rows)[0]];
  const families = await familiesById(db, ids.slice(0, casesPerPage));
  return { families, more: ids.length > casesPerPage, counts };
}
