import { phoneForm } from '../phone-form.ts';

/** Field names of phones in our calls: code and number are siblings. */
const pairs = [
  { code: 'phoneCountryCode', number: 'phoneNumber' },
  { code: 'countryCode', number: 'phoneNumber' },
  { code: 'countryCode', number: 'mobilePhoneNumber' },
] as const;

/** No call has a phone further down; a body that is nested without end is not followed. */
const deepest = 3;
const codePattern = /^\s*\+?\d{1,4}\s*$/;

/**
 * What a client sent, with every phone in one form, whatever was typed: the country's code, and the number as it is
 * dialled from abroad, without the digit that is dialled inside the country alone. Prices, duplicates and recovery go
 * by that form. A number that is none is left as it is, for the contract to refuse.
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
