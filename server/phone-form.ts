import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { digitsAbroad, withoutPrefix } from '#contract/fields/phones.ts';
import { normaliseCharacters } from '#contract/fields/typed-text.ts';

/** `code`: with or without its plus. */
type Phone = { code: string; number: string };

/** Nothing but what belongs to a number; an extension or letters are left for the contract to refuse. */
const phonePattern = /^[+\d\s().-]{1,40}$/;

/**
 * The one form of a phone: the country's code without a plus, and the number as it is dialled from abroad, without what
 * is dialled inside the country alone. Null where a text is no number.
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
