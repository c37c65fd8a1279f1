import { isParams, type Params, text } from '../params.ts';

/** Searches in the SDK's format, over any kind of record. */
export type Criterion<Item> = (item: Item, expected: unknown) => boolean;

type Search<Item> = { criteria: Record<string, Criterion<Item>>; search: Params };
type Criteria<Item> = { isMet: (item: Item) => boolean } | { unsupported: string };

/** Whether a record meets all criteria; or the name of a criterion that the sandbox does not know. */
export function meets<Item>({ criteria, search }: Search<Item>): Criteria<Item> {
  const unsupported = Object.keys(search).find((name) => !Object.hasOwn(criteria, name));
  if (unsupported !== undefined) return { unsupported };
  return { isMet: (item) => Object.entries(search).every(([name, expected]) => criteria[name]?.(item, expected)) };
}

const textOperators: Record<string, (value: string, expected: string) => boolean> = {
  is: (value, expected) => value === expected,
  is_not: (value, expected) => value !== expected,
  starts_with: (value, expected) => value.startsWith(expected),
  ends_with: (value, expected) => value.endsWith(expected),
  contains: (value, expected) => value.includes(expected),
};

export function textCriterion<Item>(of: (item: Item) => string | null): Criterion<Item> {
  return (item, expected) => {
    const value = (of(item) ?? '').toLowerCase();
    return (
      isParams(expected) &&
      Object.keys(expected).every(
        (operator) => textOperators[operator]?.(value, (text(expected, operator) ?? '').toLowerCase()) === true,
      )
    );
  };
}

export function valuesCriterion<Item>(of: (item: Item) => string): Criterion<Item> {
  return (item, expected) => Array.isArray(expected) && expected.includes(of(item));
}

type Range<Item> = { of: (item: Item) => number | null; read: (bound: string) => number };

export function rangeCriterion<Item>({ of, read }: Range<Item>): Criterion<Item> {
  return (item, expected) => {
    const value = of(item);
    if (value === null || !isParams(expected)) return false;
    const bound = (operator: string, otherwise: number) =>
      text(expected, operator) === null ? otherwise : read(text(expected, operator) ?? '');
    return (
      value >= bound('min', Number.NEGATIVE_INFINITY) &&
      value <= bound('max', Number.POSITIVE_INFINITY) &&
      value === bound('is', value)
    );
  };
}

/** `'12.5'` → 1250; text that is not an amount matches nothing. */
export function readCents(amount: string): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}

/** The gateway's times are whole seconds. */
export function timeCriterion<Item>(of: (item: Item) => string | null): Criterion<Item> {
  const readSeconds = (text: string) => Math.floor(Date.parse(text) / 1000);
  return rangeCriterion({
    of: (item) => {
      const text = of(item);
      return text === null ? null : readSeconds(text);
    },
    read: readSeconds,
  });
}
