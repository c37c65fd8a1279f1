import { m } from '#messages/messages.js';
import type { Language } from '../../db/schema.ts';

/** A mail's contents without the names of others, for who must not learn them (`mayNameOthers`). */
export function withoutNames<Value>(value: Value, language: Language): Value {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNames(one, language)) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => [
    key,
    key === 'heldBy' && typeof part === 'string'
      ? m.account_the_other_parent({}, { locale: language })
      : withoutNames(part, language),
  ]);
  return Object.fromEntries(entries) as Value;
}
