/** How one dials abroad from countries that do not use 00 alone. */
const exitCodes: Record<string, readonly string[]> = { '+1': ['011', '00'], '+61': ['0011'] };

/**
 * The digits after an international prefix, country code first; null without a prefix. `code`: the country dialled
 * from, with its plus. Browser and server parse phones by the same rule.
 */
export function digitsAbroad(text: string, code: string): string | null {
  const compact = text.replace(/[^\d+]/g, '');
  const exit = ['+', ...(exitCodes[code] ?? ['00'])].find((start) => compact.startsWith(start));
  return exit === undefined ? null : compact.slice(exit.length).replace(/\D/g, '');
}
