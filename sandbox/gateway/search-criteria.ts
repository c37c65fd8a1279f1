import { isParams, text, type Params } from './params.ts';

/** Searches as the SDK asks for them, over any kind of record. */
export type Criterion<Found> = (found: Found, asked: unknown) => boolean;

type Search<Found> = { criteria: Record<string, Criterion<Found>>; search: Params };
type Criteria<Found> = { isMet: (found: Found) => boolean } | { unsupported: string };

/** Whether a record meets everything that is asked; or the name of a criterion that the sandbox does not know. */
export function meets<Found>({ criteria, search }: Search<Found>): Criteria<Found> {
  const unsupported = Object.keys(search).find((name) => !Object.hasOwn(criteria, name));
  if (unsupported !== undefined) return { unsupported };
  return { isMet: (found) => Object.entries(search).every(([name, asked]) => criteria[name]?.(found, asked)) };
}

const textOperators: Record<string, (value: string, asked: string) => boolean> = {
  is: (value, asked) => value === asked,
  is_not: (value, asked) => value !== asked,
  starts_with: (value, asked) => value.startsWith(asked),
  ends_with: (value, asked) => value.endsWith(asked),
  contains: (value, asked) => value.includes(asked),
};

export function textCriterion<Found>(of: (found: Found) => string | null): Criterion<Found> {
  return (found, asked) => {
    const value = (of(found) ?? '').toLowerCase();
    return (
      isParams(asked) &&
      Object.keys(asked).every(
        (operator) => textOperators[operator]?.(value, (text(asked, operator) ?? '').toLowerCase()) === true,
      )
    );
  };
}

export function valuesCriterion<Found>(of: (found: Found) => string): Criterion<Found> {
  return (found, asked) => Array.isArray(asked) && asked.includes(of(found));
}

type Range<Found> = { of: (found: Found) => number | null; read: (asked: string) => number };

export function rangeCriterion<Found>({ of, read }: Range<Found>): Criterion<Found> {
  return (found, asked) => {
    const value = of(found);
    if (value === null || !isParams(asked)) return false;
    const bound = (operator: string, otherwise: number) =>
      text(asked, operator) === null ? otherwise : read(text(asked, operator) ?? '');
    return (
      value >= bound('min', Number.NEGATIVE_INFINITY) &&
      value <= bound('max', Number.POSITIVE_INFINITY) &&
      value === bound('is', value)
    );
  };
}

/** `'12.5'` → 1250; a text that is no amount matches nothing. */
export function readCents(asked: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(asked);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}

/** The gateway's times are whole seconds. */
export function timeCriterion<Found>(of: (found: Found) => string | null): Criterion<Found> {
  const readSeconds = (text: string) => Math.floor(Date.parse(text) / 1000);
  return rangeCriterion({
    of: (found) => {
      const text = of(found);
      return text === null ? null : readSeconds(text);
    },
    read: readSeconds,
  });
}
