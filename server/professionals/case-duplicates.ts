import type { CaseImportRow } from '#contract/api/professionals/case-imports.ts';
import { normaliseEmail, withoutAccents } from '#contract/fields/typed-text.ts';
import type { CaseLine } from './read-case-list.ts';

type Person = { firstName: string; lastName: string; email: string };
export type KnownFamily = readonly Person[];

/** What two records of one family share: an address of either parent, or the names of both, in any order. */
function matchKeysOf(family: KnownFamily): string[] {
  const emails = family.flatMap(({ email }) => (email === '' ? [] : `email ${normaliseEmail(email)}`));
  const names = family
    .map(({ firstName, lastName }) => `${withoutAccents(firstName)} ${withoutAccents(lastName)}`)
    .toSorted();
  return names.length === 2 ? [...emails, `names ${names.join(' | ')}`] : emails;
}

/** Lines that repeat a family of an earlier line or an existing one; invalid lines are ignored. */
export function duplicatesOf(lines: readonly CaseLine[], known: readonly KnownFamily[]): CaseImportRow['duplicate'][] {
  const opened = new Set(known.flatMap(matchKeysOf));
  const above = new Set<string>();
  return lines.map(({ family }) => {
    if (!family) return null;
    const keys = matchKeysOf([family.parentA, family.parentB]);
    const duplicate = keys.some((key) => opened.has(key))
      ? 'OPENED'
      : keys.some((key) => above.has(key))
        ? 'IN_FILE'
        : null;
    for (const key of keys) above.add(key);
    return duplicate;
  });
}
