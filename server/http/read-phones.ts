import { phoneForm } from '../phone-form.ts';

/** Field names of phones in our calls: code and number are siblings. */
const pairs = [
  { code: 'phoneCountryCode', number: 'phoneNumber' },
  { code: 'countryCode', number: 'phoneNumber' },
  { code: 'countryCode', number: 'mobilePhoneNumber' },
] as const;

/** No call has a phone at a deeper level; an endlessly nested body is not followed. */
const deepest = 3;
const codePattern = /^\s*\+?\d{1,4}\s*$/;

/**
 * The client's input with every phone normalised: the country's code, and the number as dialled from abroad, without
 * the trunk prefix. Prices, duplicates and recovery use this form. An invalid number is left unchanged, for the
 * contract to refuse.
 */
export function withPhonesRead(value: unknown, depth = deepest): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return value;
  const record = value as Record<string, unknown>;
  const read = Object.fromEntries(
    Object.entries(record).map(([key, member]) => [key, withPhonesRead(member, depth - 1)]),
  );
  const pair = pairs.find(({ code, number }) => code in record && number in record) ?? pairs[0];
  const { [pair.code]: code = '+1', [pair.number]: number } = record;
  if (typeof code !== 'string' || typeof number !== 'string' || !codePattern.test(code)) return read;
  const phone = phoneForm({ code, number });
  return phone
    ? { ...read, [pair.code]: `${code.includes('+') ? '+' : ''}${phone.code}`, [pair.number]: phone.number }
    : read;
}
