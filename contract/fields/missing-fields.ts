import { m } from '#messages/messages.js';
import type { Language } from './languages.ts';

type Text = (inputs: { number: number }, options: { locale?: Language }) => string;

/**
 * The texts for empty required fields, by the end of the field's path; the longest match applies, so that a co-parent's
 * name has another text than one's own. Only the referral question keeps the specification's general text (5.1).
 */
const texts: Readonly<Record<string, Text>> = {
  'coParent.firstName': m.missing_co_parent_first_name,
  'coParent.lastName': m.missing_co_parent_last_name,
  'coParent.email': m.missing_co_parent_email,
  'coParent.phoneNumber': m.missing_co_parent_phone,
  'children.firstName': m.missing_child_first_name,
  'children.lastName': m.missing_child_last_name,
  'parentA.firstName': m.missing_first_parent_first_name,
  'parentA.lastName': m.missing_first_parent_last_name,
  'parentA.email': m.missing_first_parent_email,
  'parentB.firstName': m.missing_second_parent_first_name,
  'parentB.lastName': m.missing_second_parent_last_name,
  firstName: m.signup_firstName_error,
  lastName: m.signup_lastName_error,
  email: m.signup_email_error,
  phoneCountryCode: m.missing_country_code,
  countryCode: m.missing_country_code,
  phoneNumber: m.signup_phoneNumber_error,
  mobilePhoneNumber: m.signup_phoneNumber_error,
  knowsCoParentEmail: m.missing_knows_co_parent_email,
  'referral.other': m.signup_referralOther_error,
  hearAboutUs: m.missing_source,
  benchOfficerName: m.signup_benchOfficerName_error,
  benchOfficerPosition: m.missing_bench_officer_position,
  colleagueName: m.signup_colleagueName_error,
  colleagueRole: m.missing_colleague_role,
  referralOther: m.signup_referralOther_error,
  practiceName: m.signup_practiceName_error,
  address: m.signup_line1_error,
  line1: m.signup_line1_error,
  city: m.signup_city_error,
  region: m.signup_region_error,
  postalCode: m.signup_postalCode_error,
  country: m.missing_country,
  timeZone: m.missing_time_zone,
  timezone: m.missing_time_zone,
  roles: m.signup_roles_error,
  parentIds: m.pro_plan_for_required,
  username: m.missing_username,
  password: m.missing_password,
  currentPassword: m.field_current_password,
  securityQuestion: m.missing_security_question,
  securityAnswer: m.signup_securityAnswer_error,
  securityCode: m.signup_securityCode_error,
  confirmCode: m.signup_securityCodeConfirm_error,
  securityCodeConfirm: m.signup_securityCodeConfirm_error,
  code: m.missing_code,
  name: m.missing_name,
  reason: m.missing_reason,
};

/** The parents of a case are listed by position in the form that corrects names. */
const listedParents: Readonly<Record<string, string>> = { 'parents.0': 'parentA', 'parents.1': 'parentB' };

/** The text for an empty field, or null if it has none of its own. `field`: a dotted path with list positions. */
export function missingFieldText(field: string, language?: Language): string | null {
  const [, position = '0'] = /\.(\d+)(?:\.|$)/.exec(field) ?? [];
  const named = field.replace(/parents\.[01]/, (listed) => listedParents[listed] ?? listed).replaceAll(/\.\d+/g, '');
  const ends = named.split('.').map((_, index, steps) => steps.slice(index).join('.'));
  const text = ends.map((end) => texts[end]).find((found) => found !== undefined);
  return text?.({ number: Number(position) + 1 }, language ? { locale: language } : {}) ?? null;
}
