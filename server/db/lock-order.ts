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

type Row = { id?: unknown };

/** Adds the rows that a statement locked; throws if one was locked after a row of the same table with a higher id. */
function holdRows(held: Set<string>, { table, rows }: { table: LockedTable; rows: readonly Row[] }): void {
  const last = [...held].toSorted().at(-1) ?? '';
  for (const { id } of rows) {
    if (typeof id !== 'string' || held.has(id)) continue;
    if (id < last) throw new Error(`Rows of ${table} are locked out of the order of their ids`);
    held.add(id);
  }
}

/**
 * Follows the statements of one connection and throws if a transaction locks a table after a later one in the order.
 * Exempt are rows it has already locked, and rows it inserted, which no other transaction can wait for. Returns what is
 * to be called with the answered rows, which throws if they were locked out of the order of their ids.
 */
export function lockOrderGuard(): (statement: string) => (rows?: readonly Row[]) => void {
  let held: Map<LockedTable, Set<string>> | null = null;
  let own = new Set<string>();
  return (statement) => {
    const [, first = '', inserted] = /^\s*(\w+)(?:\s+into\s+"?(\w+))?/.exec(statement) ?? [];
    if (/^(?:commit|rollback)$/i.test(first)) held = null;
    if (/^(?:begin|start)$/i.test(first)) [held, own] = [new Map(), new Set()];
    const locked = held ? lockedTables(statement) : [];
    const holding = held ?? new Map<LockedTable, Set<string>>();
    for (const table of locked) {
      if (holding.has(table) || own.has(table)) continue;
      const later = lockOrder.slice(lockOrder.indexOf(table) + 1).find((one) => holding.has(one));
      if (later) throw new Error(`${table} is locked after ${later}: see server/db/lock-order.ts`);
      holding.set(table, new Set());
    }
    if (held && inserted) own.add(inserted);
    // Several statements sent as one have no rows of their own.
    return (rows = []) => {
      for (const table of locked) holdRows(holding.get(table) ?? new Set(), { table, rows });
    };
  };
}
