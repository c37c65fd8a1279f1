import * as z from 'zod/mini';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const timeZone = z.string().check(z.minLength(1), z.maxLength(60), z.refine(isTimeZone));
const hour = z.int().check(z.minimum(0), z.maximum(23));

/** `hours`: full hours in the user's time zone; `from` after `until` spans midnight. Null: at any hour. */
export const reach = z.object({
  mail: z.boolean(),
  text: z.boolean(),
  call: z.boolean(),
  hours: z.nullable(
    z
      .object({ from: hour, until: hour, timeZone })
      .check(z.refine(({ from, until }) => from !== until, { path: ['until'], error: 'different' })),
  ),
  /** Subject and sender reveal neither topic nor origin. */
  neutral: z.boolean(),
});
export type Reach = z.output<typeof reach>;
