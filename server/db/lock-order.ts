/**
 * Tables whose row locks other transactions may wait for, in the order in which every transaction must lock them to
 * avoid deadlocks. Rows of one table are locked in ascending order of id. Development and tests assert this
 * (`lockOrderGuard`).
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

/**
 * Payment attempts are updated without a prior lock only after they have ended, by transactions that then wait for
 * nothing.
 */
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
 * Follows the statements of one connection and throws if a transaction locks a table after a later one in the order.
 * Exempt are rows it has already locked, and rows it inserted, which no other transaction can wait for.
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
