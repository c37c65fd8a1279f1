import { type RawBuilder, sql } from 'kysely';
import { type CaseFilter, caseFilters, type CaseSort } from '#contract/api/professional-cases.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { type CaseFamily, familiesById, unchangedFamily } from './case-repository.ts';

export const casesPerPage = 50;

/** `endsBefore`: an ISO day; a plan paid by the professional that ends by then ends soon. */
export type Finding = { professionalId: string; endsBefore: string };
export type Search = Finding & { text: string; filter: CaseFilter; sort: CaseSort; after: string | null };

/** Without accents and capitals: "nunez" finds Núñez. */
const folded = (text: RawBuilder<string>) =>
  sql<string>`regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g')`;
const foldedWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');

/**
 * One row for each family of a professional that still has a parent: what it is found and ordered by. People are
 * called what the professional called them (`asInvited`), and whoever has joined has no address here: nobody is to be
 * found by what became of them since.
 */
const ownCases = ({ professionalId }: Finding) => sql`
  select families.id, families.archived_at is not null as archived,
    bool_and(people.joined) as joined,
    coalesce(min(people.ends), 'infinity'::date) as ends,
    ${folded(sql`string_agg(people.last_name || ' ' || people.first_name, ' ' order by people.role)`)} as name,
    string_agg(concat_ws(' ', people.first_name, people.last_name, case when not people.joined then people.email end), ' ')
      as people_words,
    case when families.version = ${unchangedFamily} then
      (select string_agg(first_name, ' ') from children where children.family_id = families.id) end as children_words
  from families
  join (
    select users.family_id, users.role,
      coalesce(users.invited_first_name, users.first_name) as first_name,
      coalesce(users.invited_last_name, users.last_name) as last_name,
      coalesce(users.invited_email, users.email) as email,
      users.status = 'ACTIVE'
        or exists (select from invites where invites.user_id = users.id and invites.state = 'ACCEPTED') as joined,
      (select period_end from subscriptions where subscriptions.user_id = users.id and state = 'CURRENT'
        and payer_user_id = ${professionalId}) as ends
    from users where users.created_by_professional_id = ${professionalId} and users.status <> 'CLOSED'
  ) people on people.family_id = families.id
  where families.created_by_professional_id = ${professionalId}
  group by families.id`;

const conditions = ({ endsBefore }: Finding): Record<CaseFilter, RawBuilder<boolean>> => ({
  ALL: sql`not archived`,
  WAITING: sql`not archived and not joined`,
  JOINED: sql`not archived and joined`,
  ENDS_SOON: sql`not archived and ends <= ${endsBefore}::date`,
  ARCHIVED: sql`archived`,
});

/** By what a page goes on: the family's own row says where it stood, so that no address or cursor holds a name. */
const orders: Record<CaseSort, { by: RawBuilder<unknown>; after: (id: string) => RawBuilder<boolean> }> = {
  NEWEST: { by: sql`id desc`, after: (id) => sql`id < ${id}` },
  NAME: { by: sql`name, id`, after: (id) => sql`(name, id) > (select name, id from cases where id = ${id})` },
  ENDS: { by: sql`ends, id`, after: (id) => sql`(ends, id) > (select ends, id from cases where id = ${id})` },
};

/** A page of a professional's families, and whether there are more. */
export async function findCases(
  db: DbOrTrx,
  { text, filter, sort, after, ...finding }: Search,
): Promise<{ families: CaseFamily[]; more: boolean }> {
  const words = foldedWords(text);
  const haystack = folded(sql`concat_ws(' ', people_words, children_words)`);
  const matching = [
    conditions(finding)[filter],
    ...(words.length === 0
      ? []
      : [sql<boolean>`(select bool_and(strpos(${haystack}, word) > 0) from unnest(${sql.val(words)}::text[]) word)`]),
    ...(after === null ? [] : [orders[sort].after(after)]),
  ];
  const { rows } = await sql<{ id: string }>`
    with cases as materialized (${ownCases(finding)})
    select id from cases where ${sql.join(matching, sql` and `)} order by ${orders[sort].by} limit ${casesPerPage + 1}
  `.execute(db);
  const ids = rows.slice(0, casesPerPage).map(({ id }) => id);
  return { families: await familiesById(db, ids), more: rows.length > casesPerPage };
}

/** How many families each filter shows. */
export async function countCases(db: DbOrTrx, finding: Finding): Promise<Record<CaseFilter, number>> {
  const counted = conditions(finding);
  const each = caseFilters.map((filter) => sql`count(*) filter (where ${counted[filter]})`);
  const { rows } = await sql<{ counts: number[] }>`
    with cases as (${ownCases(finding)}) select array[${sql.join(each)}]::int[] as counts from cases`.execute(db);
  const numbers = rows[0]?.counts ?? [];
  return Object.fromEntries(caseFilters.map((filter, index) => [filter, numbers[index] ?? 0])) as Record<
    CaseFilter,
    number
  >;
}
