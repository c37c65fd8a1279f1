import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { digitsAbroad, withoutPrefix } from '#contract/fields/phones.ts';
import { normaliseCharacters } from '#contract/fields/typed-text.ts';

/** `code`: with or without the plus. */
type Phone = { code: string; number: string };

/** Only characters that occur in phone numbers; the contract refuses extensions and letters. */
const phonePattern = /^[+\d\s().-]{1,40}$/;

/**
 * The canonical form of a phone number: country code without plus, and the number as dialled from abroad, without the
 * domestic prefix. Null if it is not a number.
 */
export function phoneForm({ code, number }: Phone): Phone | null {
  const typed = normaliseCharacters(number);
  const from = code.replace(/\D/g, '');
  if (!phonePattern.test(typed) || from === '') return null;
  const abroad = digitsAbroad(typed, `+${from}`);
  const parsed = parsePhoneNumberFromString(abroad === null ? typed : `+${abroad}`, { defaultCallingCode: from });
  if (!parsed) return null;
  const digits = withoutPrefix({ code: `+${parsed.countryCallingCode}`, number: parsed.nationalNumber });
  const read = parsePhoneNumberFromString(`+${parsed.countryCallingCode}${digits}`) ?? parsed;
  return read.isPossible()
    ? { code: read.countryCallingCode, number: read.nationalNumber }
    : { code: from, number: typed.replace(/[^\d+]/g, '').replace(/^0+(?=\d)/, '') };
}
