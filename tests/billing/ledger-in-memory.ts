/**
 * A gateway's ledger in memory, independent of the rules under test: movements of money, their idempotency keys and the
 * balance, in cents.
 */
export type Movement = { kind: 'sale' | 'back'; orderId: string; cents: number };

export function openLedger() {
  const movements: Movement[] = [];
  const byKey = new Map<string, Movement>();
  const move = (movement: Movement, key: string): void => {
    if (byKey.has(key)) throw new Error(`The key ${key} was used before`);
    if (movement.cents <= 0) throw new Error('Only a positive amount can move');
    byKey.set(key, movement);
    movements.push(movement);
  };
  const leftOf = (orderId: string) =>
    movements
      .filter((one) => one.orderId === orderId)
      .reduce((sum, { kind, cents }) => sum + (kind === 'sale' ? cents : -cents), 0);
  return {
    movements: movements as readonly Movement[],
    sale: ({ orderId, cents }: { orderId: string; cents: number }) =>
      move({ kind: 'sale', orderId, cents }, `sale:${orderId}`),
    refund: ({ orderId, cents }: { orderId: string; cents: number }) => {
      if (cents > leftOf(orderId)) throw new Error('More would go back than was paid');
      move({ kind: 'back', orderId, cents }, `back:${orderId}`);
    },
    /** The merchant's balance. */
    balance: () => movements.reduce((sum, { kind, cents }) => sum + (kind === 'sale' ? cents : -cents), 0),
  };
}

export type Ledger = ReturnType<typeof openLedger>;
