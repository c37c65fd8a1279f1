/**
 * Tables whose rows one transaction holds while another waits for them, in the order in which every transaction locks
 * them: whoever locks against it can wait in a circle. Rows of one table are locked by their ids, ascending.
 * Development and tests assert it (`lockOrderGuard`).
 */
export const lockOrder = [
  'ownership_claims',
  'deletion_requests',
  'families',
  'payment_attempts',
  'code_bundles',
  'subscriptions',
  'users',
  'fee_waivers',
  'orders',
  'disputes',
  'code_batches',
  'refunds',
  'documents',
] as const;
type LockedTable = (typeof lockOrder)[number];

/** Only attempts that have ended are updated without a lock of their own, and nobody waits while holding those. */
const lockedByUpdate = lockOrder.filter((table) => table !== 'payment_attempts');

const isOrdered = (table: string | undefined): table is LockedTable => lockOrder.some((one) => one === table);

/** The ordered tables whose rows a statement locks. */
export function lockedTables(statement: string): LockedTable[] {
  const text = statement.replaceAll('"', '').toLowerCase();
  const updated = [...text.matchAll(/\b(?:update|delete from) (\w+)(?= (?:as \w+ )?(?:set|where|using)\b)/g)];
  const selected = /\bfrom (\w+)\b.*\bfor (?:no key )?update\b/s.exec(text);
  return [
    ...updated.map(([, table]) => table).filter((table) => lockedByUpdate.some((one) => one === table)),
    selected?.[1],
  ].filter(isOrdered);
}

/**
 * Follows the statements of one connection and throws where a transaction locks a table after one that comes later. To
 * lock again what it has locked is no violation, nor are rows that it has inserted, for which nobody waits.
 */
export function lockOrderGuard(): (statement: string) => void {
  let held: Set<string> | null = null;
  let own = new Set<string>();
  return (statement) => {
    const [, first = '', inserted] = /^\s*(\w+)(?:\s+into\s+"?(\w+))?/.exec(statement) ?? [];
    if (/^(?:commit|rollback)$/i.test(first)) held = null;
    if (/^(?:begin|start)$/i.test(first)) [held, own] = [new Set(), new Set()];
    if (!held) return;
    for (const table of lockedTables(statement)) {
      if (held.has(table) || own.has(table)) continue;
      const later = lockOrder.slice(lockOrder.indexOf(table) + 1).find((one) => held?.has(one));
      if (later) throw new Error(`${table} is locked after ${later}: see server/db/lock-order.ts`);
      held.add(table);
    }
    if (inserted) own.add(inserted);
  };
}
