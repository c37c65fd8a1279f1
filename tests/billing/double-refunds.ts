type Sent = { id: string; amountCents: number; askedAt: Date | null };
/** `awayCents`: what the bank has returned to its customer. `knownAt`: when we learned of the dispute. */
type Away = { awayCents: number; knownAt: Date };

/** A refund sent within this time of learning of a dispute may not have taken it into account yet. */
const togetherMs = 60_000;
const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/**
 * Unexplained double returns of one order's money, in words. Only a refund sent before its dispute was known may add to
 * what the bank returns; the nightly comparison must report exactly those cases.
 */
export function unexplained({
  order,
  sent,
  away,
  isTold,
}: {
  order: { id: string; totalCents: number };
  /** Refunds that the gateway has accepted. */
  sent: readonly Sent[];
  away: readonly Away[];
  /** Whether the nightly comparison reports the order. */
  isTold: boolean;
}): string[] {
  const twiceCents = Math.max(
    0,
    sum(sent.map(({ amountCents }) => amountCents)) + sum(away.map(({ awayCents }) => awayCents)) - order.totalCents,
  );
  const tooMuch = sent.filter(({ askedAt }) => {
    if (askedAt === null) return false;
    const before = sent.filter((other) => other.askedAt !== null && other.askedAt <= askedAt);
    const known = away.filter(({ knownAt }) => knownAt.getTime() + togetherMs < askedAt.getTime());
    const returned = sum(known.map(({ awayCents }) => awayCents));
    return returned > 0 && returned + sum(before.map(({ amountCents }) => amountCents)) > order.totalCents;
  });
  return [
    ...tooMuch.map(({ id }) => `order ${order.id}: refund ${id} was sent although its bank had given the money back`),
    ...(isTold === twiceCents > 0
      ? []
      : [`order ${order.id}: ${twiceCents} went back twice, and the comparison ${isTold ? 'reports' : 'misses'} it`]),
  ];
}
