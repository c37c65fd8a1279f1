import { sql } from 'kysely';
import * as z from 'zod/mini';
import { name, optionalEmail } from '#contract/fields/fields.ts';
import type { DbOrTrx } from '../db/pool.ts';
import { filled, orEmpty, readBy } from './cells.ts';
import { idsOf } from './imported-rows.ts';
import type { NewRow, RowProblem, Source } from './source.ts';

const schema = z.object({
  child: filled,
  family: filled,
  position: z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)),
  first_name: name,
  last_name: orEmpty(name),
  email: optionalEmail,
});

type Rows = readonly NewRow<z.output<typeof schema>>[];

/** A family may have entered its children here meanwhile. */
async function check(db: DbOrTrx, rows: Rows): Promise<RowProblem[]> {
  const families = await familiesOf(db, rows);
  const entered = await db
    .selectFrom('children')
    .select(['familyId', 'position'])
    .where('familyId', '=', sql<string>`any(${[...families.values()]}::uuid[])`)
    .execute();
  const isTaken = new Set(entered.map(({ familyId, position }) => `${familyId} ${position}`));
  return rows.flatMap(({ line, row: { family, position } }) =>
    isTaken.has(`${families.get(family)} ${position}`) ? [{ line, column: 'position', code: 'taken' }] : [],
  );
}

const familiesOf = (db: DbOrTrx, rows: Rows) =>
  idsOf(
    db,
    'FAMILY',
    rows.map(({ row }) => row.family),
  );

export const children: Source<z.output<typeof schema>> = {
  kind: 'CHILD',
  columns: Object.keys(schema.def.shape),
  read: readBy(schema),
  sourceId: ({ child }) => child,
  unique: ({ family, position }) => [{ column: 'position', key: `position ${family} ${position}` }],
  references: ({ family }) => [{ column: 'family', kind: 'FAMILY', sourceId: family }],
  check,
  write: async (trx, rows) => {
    const families = await familiesOf(trx, rows);
    await trx
      .insertInto('children')
      .values(
        rows.map(({ id, row }) => ({
          id,
          familyId: families.get(row.family) ?? '',
          position: row.position,
          firstName: row.first_name,
          lastName: row.last_name,
          email: row.email,
        })),
      )
      .execute();
  },
};
