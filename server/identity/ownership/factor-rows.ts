import type { OwnershipChange } from './ownership-change.ts';

/** All factors of a person, by table. */
type Rows = Record<string, Record<string, unknown>[]>;

const keys: Record<string, string> = {
  passkeys: 'credential_id',
  totp_factors: 'created_at',
  recovery_codes: 'code_hash',
};
const keyOf = (table: string, row: Record<string, unknown>) => String(row[keys[table] ?? '']);

/** An app whose first code was never entered is not a factor yet, although it has a row. */
const isInUse = (row: Record<string, unknown>) => row['confirmed_at'] !== null;
const inUse = (rows: unknown): Rows =>
  Object.fromEntries(Object.entries(rows as Rows).map(([table, all]) => [table, all.filter(isInUse)]));

/**
 * The factors without what the undone changes added, and with what they removed. Several people may have added some in
 * turn, so they cannot be restored as a whole. A factor that still exists stays unchanged: what was used stays used.
 */
export function undoFactorChanges(
  changes: readonly OwnershipChange[],
  { current, undone }: { current: unknown; undone: readonly OwnershipChange[] },
): Rows {
  const now = inUse(current);
  const result: Rows = { ...now };
  for (const [index, change] of [...changes.entries()].reverse()) {
    if (!undone.includes(change)) continue;
    const before = inUse(change.before);
    const next = inUse(changes[index + 1]?.before ?? current);
    for (const table of Object.keys(keys)) {
      const has = (rows: Rows, row: Record<string, unknown>) =>
        (rows[table] ?? []).some((one) => keyOf(table, one) === keyOf(table, row));
      const kept = (result[table] ?? []).filter((row) => has(before, row) || !has(next, row));
      const back = (before[table] ?? []).filter((row) => !has(next, row) && !has({ [table]: kept }, row));
      result[table] = [
        ...kept,
        ...back.map((row) => (now[table] ?? []).find((one) => keyOf(table, one) === keyOf(table, row)) ?? row),
      ];
    }
  }
  return result;
}
