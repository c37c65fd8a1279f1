import { m } from '#messages/messages.js';
import type { FieldLabels } from '#web/ui/form/field-paths.ts';

/** The input of the three steps; the contract parses it to StepOne, StepTwo and StepThree. */
export type ContactInput = {
  title: string;
  firstName: string;
  lastName: string;
  credentials: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  phoneExtension: string;
  hearAboutUs: string;
  benchOfficerName: string;
  benchOfficerPosition: string;
  colleagueName: string;
  colleagueRole: string;
  referralOther: string;
};
export type PracticeInput = {
  practiceName: string;
  line1: string;
  line2: string;
  country: string;
  city: string;
  region: string;
  postalCode: string;
  timezone: string;
  roles: string[];
};
export type SecurityInput = {
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  securityCodeConfirm: string;
};

const phoneCodes = ['+1', '+44', '+52'];

export function noContact(siteCode: string): ContactInput {
  return {
    title: '',
    firstName: '',
    lastName: '',
    credentials: '',
    email: '',
    phoneCountryCode: phoneCodes.includes(siteCode) ? siteCode : '+1',
    phoneNumber: '',
    phoneExtension: '',
    hearAboutUs: '',
    benchOfficerName: '',
    benchOfficerPosition: '',
    colleagueName: '',
    colleagueRole: '',
    referralOther: '',
  };
}

export const noPractice: PracticeInput = {
  practiceName: '',
  line1: '',
  line2: '',
  country: '',
  city: '',
  region: '',
  postalCode: '',
  timezone: '',
  roles: [],
};
export const noSecrets = { securityAnswer: '', securityCode: '', securityCodeConfirm: '' };

export const contactLabels: FieldLabels<ContactInput> = {
  title: () => m.pro_honorific(),
  firstName: () => m.ui_first_name(),
  lastName: () => m.ui_last_name(),
  credentials: () => m.pro_credentials(),
  email: () => m.ui_email(),
  phoneCountryCode: () => m.ui_country_code(),
  phoneNumber: () => m.ui_phone_number(),
  phoneExtension: () => m.pro_extension(),
  hearAboutUs: () => m.ui_referral(),
  benchOfficerName: () => m.pro_officer_name(),
  benchOfficerPosition: () => m.pro_officer_position(),
  colleagueName: () => m.pro_colleague_name(),
  colleagueRole: () => m.pro_colleague_role(),
  referralOther: () => m.pro_other(),
};

export const practiceLabels: FieldLabels<PracticeInput> = {
  practiceName: () => m.pro_practice(),
  line1: () => m.pro_line1(),
  line2: () => m.pro_line2(),
  country: () => m.pro_country(),
  city: () => m.pro_city(),
  region: () => m.pro_region(),
  postalCode: () => m.pro_postal_code(),
  timezone: () => m.pro_timezone(),
  roles: () => m.pro_roles(),
};

export const securityLabels: FieldLabels<SecurityInput> = {
  securityQuestion: () => m.ui_security_question(),
  securityAnswer: () => m.ui_security_answer(),
  securityCode: () => m.pro_code(),
  securityCodeConfirm: () => m.pro_code_confirm(),
};
