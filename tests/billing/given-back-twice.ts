type Sent = { id: string; amountCents: number; askedAt: Date | null };
/** `awayCents`: what the bank keeps for its customer. `knownAt`: when we learned of its dispute. */
type Away = { awayCents: number; knownAt: Date };

/** What is learned and what is sent at one moment may pass each other. */
const togetherMs = 60_000;
const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/**
 * Money of one order that went back twice, in words where what was done does not explain it. Only a refund that was
 * sent before its dispute was known may add to what the bank gives back; then the nightly comparison says so, and only
 * then.
 */
export function unexplained({
  order,
  sent,
  away,
  isTold,
}: {
  order: { id: string; totalCents: number };
  /** Refunds that the gateway has taken. */
  sent: readonly Sent[];
  away: readonly Away[];
  /** Whether the comparison reports it. */
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
      : [`order ${order.id}: ${twiceCents} went back twice, and the comparison ${isTold ? 'tells' : 'does not tell'}`]),
  ];
}
