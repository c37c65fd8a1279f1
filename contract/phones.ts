/** How one dials abroad from countries that do not use 00 alone. */
const exitCodes: Record<string, readonly string[]> = { '+1': ['011', '00'], '+61': ['0011'] };

/**
 * The digits after what one dials abroad with, country's code first; null where nobody is dialling abroad. `code`: the
 * country one dials from, with its plus. Browser and server read a phone by the same rule.
 */
export function digitsAbroad(text: string, code: string): string | null {
  const compact = text.replace(/[^\d+]/g, '');
  const exit = ['+', ...(exitCodes[code] ?? ['00'])].find((start) => compact.startsWith(start));
  return exit === undefined ? null : compact.slice(exit.length).replace(/\D/g, '');
}
