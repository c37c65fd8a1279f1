type Expiry = { expirationMonth: string | null; expirationYear: string | null };

/**
 * Whether a card can no longer be charged on a day (`YYYY-MM-DD`): it is valid to the last day of its month. A method
 * without an expiry does not expire.
 */
export function isExpiredOn({ expirationMonth, expirationYear }: Expiry, day: string): boolean {
  return (
    expirationMonth !== null && expirationYear !== null && day.slice(0, 7) > `${expirationYear}-${expirationMonth}`
  );
}
