import * as z from 'zod/mini';

/** Cells of a file: all are text, and an empty one counts as missing. */
export const filled = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
export const yesOrNo = z.pipe(
  z.enum(['yes', 'no']),
  z.transform((value) => value === 'yes'),
);
export const cents = z.pipe(z.string().check(z.regex(/^\d{1,8}$/)), z.transform(Number));
export const orEmpty = <Schema extends z.ZodMiniType>(schema: Schema) => z.union([z.literal(''), schema]);

/** PostgreSQL accepts no NUL, and U+FFFD marks characters that were lost because a file is not in UTF-8. */
const unreadable = /[\0\uFFFD]/;

/** Returns a function that parses a row by a schema: the row, or its invalid columns. */
export function readBy<Schema extends z.ZodMiniType>(schema: Schema) {
  return (
    cells: Record<string, string>,
  ): { row: z.output<Schema> } | { problems: { column: string; code: string }[] } => {
    const lost = Object.keys(cells).filter((column) => unreadable.test(cells[column] ?? ''));
    if (lost.length > 0) return { problems: lost.map((column) => ({ column, code: 'characters' })) };
    const read = schema.safeParse(cells);
    if (read.success) return { row: read.data };
    return {
      problems: read.error.issues.map(({ path, message, code }) => ({
        column: String(path[0] ?? ''),
        code: /^[a-z_\d]+$/.test(message) ? message : code,
      })),
    };
  };
}
