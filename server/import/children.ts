import * as z from 'zod/mini';
import { name, optionalEmail } from '#contract/fields.ts';
import { filled, orEmpty, readBy } from './cells.ts';
import { idsOf } from './imported-rows.ts';
import type { Source } from './source.ts';

const schema = z.object({
  child: filled,
  family: filled,
  position: z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)),
  first_name: name,
  last_name: orEmpty(name),
  email: optionalEmail,
});

export const children: Source<z.output<typeof schema>> = {
  kind: 'CHILD',
  columns: Object.keys(schema.def.shape),
  read: readBy(schema),
  sourceId: ({ child }) => child,
  unique: ({ family, position }) => [{ column: 'position', key: `position ${family} ${position}` }],
  references: ({ family }) => [{ column: 'family', kind: 'FAMILY', sourceId: family }],
  check: async () => [],
  write: async (trx, rows) => {
    const families = await idsOf(
      trx,
      'FAMILY',
      rows.map(({ row }) => row.family),
    );
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
