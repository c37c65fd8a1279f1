/** Prefixes for dialling abroad from countries that do not use only 00. */
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

/**
 * What people write before a complete number without being part of it. Mexico dialled mobiles with these until 2019,
 * and most address books contain them; Argentina's 9 is dialled from abroad only (`phoneToDial`).
 */
const prefixes: Record<string, RegExp> = {
  '+1': /^1(?=\d{10}$)/,
  '+44': /^0(?=\d{10}$)/,
  '+52': /^(?:(?:52)?1|01|04[45])(?=\d{10}$)/,
  '+54': /^9(?=\d{10}$)/,
  '+61': /^0(?=\d{9}$)/,
  '+64': /^0(?=\d{10}$)/,
};

/** A complete number without what some write before it. The server knows the prefixes of all other countries. */
export function withoutPrefix({ code, number }: Phone): string {
  return number.replace(prefixes[code] ?? '', '');
}

/** `code` with its plus. */
type Phone = { code: string; number: string };
type StoredPhone = { phoneCountryCode: string; phoneNumber: string };

/** E.164 of a stored phone. Argentina's mobiles, the only ones that receive texts, are dialled with a 9. */
export function phoneToDial({ phoneCountryCode: code, phoneNumber }: StoredPhone): string {
  return `${code}${code === '+54' && phoneNumber.length === 10 ? '9' : ''}${phoneNumber}`;
}

export function samePhone(one: StoredPhone, other: StoredPhone): boolean {
  const [first, second] = [one, other].map(
    ({ phoneCountryCode: code, phoneNumber: number }) => `${code}${withoutPrefix({ code, number })}`,
  );
  return first === second;
}
