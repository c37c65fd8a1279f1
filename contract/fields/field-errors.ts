import { m } from '#messages/messages.js';
import type { Language } from './languages.ts';
import { missingFieldText } from './missing-fields.ts';

/**
 * Field errors: the code used as message by schemas, and its text. Screens and responses show the text; no code
 * branches on it.
 */
const texts = {
  required: m.field_required,
  name_length: m.field_name_length,
  email: m.field_email,
  email_prompt: m.field_email_prompt,
  email_unchanged: m.field_email_unchanged,
  email_in_use: m.field_email_in_use,
  phone_length: m.field_phone_length,
  phone_unchanged: m.field_phone_unchanged,
  phone_changed_lately: m.field_phone_changed_lately,
  mail_turned_off: m.field_mail_turned_off,
  texts_turned_off: m.field_texts_turned_off,
  texts_not_sent: m.field_texts_not_sent,
  digits_only: m.field_digits_only,
  co_parent_email_same: m.field_co_parent_email_same,
  co_parent_phone_same: m.field_co_parent_phone_same,
  child_email_used: m.field_child_email_used,
  child_email_matches_parent: m.field_child_email_matches_parent,
  children_limit: m.field_children_limit,
  address_length: m.field_address_length,
  address_line2_length: m.field_address_line2_length,
  city_length: m.field_city_length,
  postal_code: m.field_postal_code,
  postal_code_outside: m.field_postal_code_outside,
  region_unknown: m.field_region_unknown,
  timezone_unknown: m.field_timezone_unknown,
  country_unknown: m.field_country_unknown,
  too_long: m.field_too_long,
  too_many_digits: m.field_too_many_digits,
  contact: m.field_contact,
  max_200: m.field_max_200,
  activation_code: m.field_activation_code,
  promo_code: m.field_promo_code,
  invite_code: m.field_invite_code,
  resume_code: m.field_resume_code,
  invite_day: m.field_invite_day,
  code_expired: m.field_code_expired,
  code_used_up: m.field_code_used_up,
  code_not_for_package: m.field_code_not_for_package,
  code_for_one: m.field_code_for_one,
  code_pays_part: m.field_code_pays_part,
  username_or_email: m.missing_username_or_email,
  username_requirements: m.field_username_requirements,
  username_length: m.field_username_length,
  username_unavailable: m.field_username_unavailable,
  username_exists: m.field_username_exists,
  password_rules: m.field_password_rules,
  password_common: m.field_password_common,
  password_personal: m.field_password_personal,
  password_same_as_username: m.field_password_same_as_username,
  security_length: m.field_security_length,
  security_characters: m.field_security_characters,
  security_answer_same: m.field_security_answer_same,
  security_code_length: m.field_security_code_length,
  security_code_digits: m.field_security_code_digits,
  security_code_match: m.field_security_code_match,
  recovery_code_length: m.field_recovery_code_length,
  recovery_code_wrong: m.field_recovery_code_wrong,
  current_password: m.field_current_password,
  terms_required: m.field_terms_required,
  parent_duplicate: m.field_parent_duplicate,
  co_parent_duplicate: m.field_co_parent_duplicate,
  options_required: m.field_options_required,
  payment_method_needed: m.field_payment_method_needed,
  characters: m.field_characters,
  not_understood: m.field_not_understood,
} as const;

export type FieldErrorCode = keyof typeof texts;

export function isFieldErrorCode(value: unknown): value is FieldErrorCode {
  return typeof value === 'string' && Object.hasOwn(texts, value);
}

/** Codes whose text does not say which field is wrong; a list of errors adds the label. */
const ofSeveralFields: ReadonlySet<FieldErrorCode> = new Set<FieldErrorCode>([
  'required',
  'name_length',
  'email',
  'phone_length',
  'digits_only',
  'child_email_used',
  'child_email_matches_parent',
  'address_length',
  'address_line2_length',
  'city_length',
  'too_long',
  'too_many_digits',
  'contact',
  'max_200',
  'username_requirements',
  'username_length',
  'security_length',
  'security_characters',
  'security_answer_same',
  'security_code_digits',
  'characters',
  'not_understood',
]);

/** `field`: a dotted path of the form or request. Without a language, the page's current one is used. */
type FieldError = { field: string; code: FieldErrorCode; language?: Language | undefined };

export function fieldErrorText({ field, code, language }: FieldError): string {
  const missing = code === 'required' ? missingFieldText(field, language) : null;
  return missing ?? texts[code]({}, language ? { locale: language } : {});
}

/** Whether the text of an error says which field is wrong. */
export function namesItsField({ field, code }: FieldError): boolean {
  return !ofSeveralFields.has(code) || (code === 'required' && missingFieldText(field) !== null);
}
