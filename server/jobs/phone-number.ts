import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** E.164, without the leading zero that people type in front of a national number. */
export function e164({ phoneCountryCode, phoneNumber }: { phoneCountryCode: string; phoneNumber: string }): string {
  const parsed = parsePhoneNumberFromString(phoneNumber, { defaultCallingCode: phoneCountryCode.replace('+', '') });
  return parsed?.number ?? `${phoneCountryCode}${phoneNumber.replace(/^0+/, '')}`;
}
