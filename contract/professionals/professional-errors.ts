import { m } from '#messages/messages.js';
import type { Language } from '../fields/languages.ts';
import { type FieldErrorCode, fieldErrorText } from '../fields/field-errors.ts';

/**
 * Texts of the professional sign-up's field errors (specification 5.3): `signup_{field}_error`, onlyNumbers, only4,
 * codeConfirm, max200, dropdown.
 */
type Text = (inputs: Record<string, never>, options: { locale?: Language }) => string;

const missing: Record<string, Text> = {
  firstName: m.signup_firstName_error,
  lastName: m.signup_lastName_error,
  email: m.signup_email_error,
  phoneCountryCode: m.dropdown,
  phoneNumber: m.signup_phoneNumber_error,
  hearAboutUs: m.dropdown,
  benchOfficerName: m.signup_benchOfficerName_error,
  benchOfficerPosition: m.dropdown,
  colleagueName: m.signup_colleagueName_error,
  colleagueRole: m.dropdown,
  referralOther: m.signup_referralOther_error,
  practiceName: m.signup_practiceName_error,
  line1: m.signup_line1_error,
  country: m.dropdown,
  city: m.signup_city_error,
  region: m.signup_region_error,
  postalCode: m.signup_postalCode_error,
  timezone: m.dropdown,
  roles: m.signup_roles_error,
  securityQuestion: m.dropdown,
  securityAnswer: m.signup_securityAnswer_error,
  securityCode: m.signup_securityCode_error,
  securityCodeConfirm: m.signup_securityCodeConfirm_error,
};

const wrong: Partial<Record<FieldErrorCode, Text>> = {
  digits_only: m.onlyNumbers,
  security_code_length: m.only4,
  security_code_match: m.codeConfirm,
  max_200: m.max200,
};

type RefusedField = { field: string; code: FieldErrorCode; language?: Language };

/** The text for one field in the given language, or else in the page's. */
export function professionalErrorText({ field, code, language }: RefusedField): string {
  const options = language ? { locale: language } : {};
  const key = field.split('.')[0] ?? field;
  const text = code === 'required' ? missing[key] : wrong[code];
  return text ? text({}, options) : fieldErrorText(code, language);
}
