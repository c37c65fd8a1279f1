/** 1234 → `'12.34'`. Throws on anything but a non-negative integer: a wrong amount must never reach the gateway. */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount in cents: ${cents}`);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `'12.34'` → 1234; null for anything that is not a decimal amount. */
export function toCents(decimal: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal);
  if (!match?.[1]) return null;
  return Number(match[1] + (match[2] ?? '').padEnd(2, '0'));
}
