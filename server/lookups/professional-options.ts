import type { Language } from '#contract/languages.ts';
import type { Choice, ProfessionalOptions } from '#contract/api/lookups.ts';
import {
  countries,
  countriesWhere,
  countryOfCallingCode,
  isServedCountry,
  servedCountries,
} from '#contract/countries.ts';
import {
  type BenchOfficerPosition,
  benchOfficerPositions,
  type ColleagueRole,
  colleagueRoles,
  type ProfessionalReferralSource,
  professionalReferralSources,
  type ProfessionalRole,
  type Title,
  titles,
} from '#contract/professional-options.ts';
import { m } from '#messages/messages.js';
import { countryName } from './countries.ts';
import { type MessageText, textChoices } from './message-texts.ts';
import { rolesByCountry } from './professional-roles.ts';
import { securityQuestions } from './security-questions.ts';

const titleTexts = {
  MR: m.lookups_title_mr,
  MS: m.lookups_title_ms,
  MRS: m.lookups_title_mrs,
  HON: m.lookups_title_hon,
  DR: m.lookups_title_dr,
} as const satisfies Record<Title, MessageText>;

const benchOfficerTexts = {
  JUDGE: m.lookups_bench_officer_judge,
  REFEREE: m.lookups_bench_officer_referee,
  PRO_TEM: m.lookups_bench_officer_pro_tem,
  MAGISTRATE: m.lookups_bench_officer_magistrate,
  PRIVATE_JUDGE: m.lookups_bench_officer_private_judge,
} as const satisfies Record<BenchOfficerPosition, MessageText>;

const colleagueTexts = {
  OPPOSING_COUNSEL: m.lookups_colleague_opposing_counsel,
  CHILD_ATTORNEY: m.lookups_colleague_child_attorney,
  BENCH_OFFICER: m.lookups_colleague_bench_officer,
  ATTORNEY: m.lookups_colleague_attorney,
  EVALUATOR: m.lookups_colleague_evaluator,
  INVESTIGATOR: m.lookups_colleague_investigator,
  THERAPIST: m.lookups_colleague_therapist,
  GUARDIAN_AD_LITEM: m.lookups_colleague_guardian_ad_litem,
  FAMILY_COURT_SERVICES: m.lookups_colleague_family_court_services,
  CONTINUING_EDUCATION: m.lookups_colleague_continuing_education,
} as const satisfies Record<ColleagueRole, MessageText>;

const sourceTexts = {
  BENCH_OFFICER: m.lookups_source_bench_officer,
  COLLEAGUE: m.lookups_source_colleague,
  CLIENT: m.lookups_source_client,
  CONFERENCE: m.lookups_source_conference,
  ASSOCIATION: m.lookups_source_association,
  SEARCH: m.lookups_source_search,
  SOCIAL_MEDIA: m.lookups_source_social_media,
  PUBLICATION: m.lookups_source_publication,
  OTHER: m.lookups_source_other,
} as const satisfies Record<ProfessionalReferralSource, MessageText>;

const roleTexts = {
  ADVOCATE: m.lookups_role_advocate,
  ARBITRATOR: m.lookups_role_arbitrator,
  ATTORNEY: m.lookups_role_attorney,
  BARRISTER: m.lookups_role_barrister,
  CAFCASS_OFFICER: m.lookups_role_cafcass_officer,
  CHILD_ATTORNEY: m.lookups_role_child_attorney,
  CHILD_PROTECTION_ATTORNEY: m.lookups_role_child_protection_attorney,
  CHILDREN_LAWYER_OFFICE: m.lookups_role_children_lawyer_office,
  COUNSELOR: m.lookups_role_counselor,
  COURT_ADMINISTRATOR: m.lookups_role_court_administrator,
  CUSTODY_EVALUATOR: m.lookups_role_custody_evaluator,
  DIVORCE_COACH: m.lookups_role_divorce_coach,
  FAMILY_CONSULTANT: m.lookups_role_family_consultant,
  FAMILY_COURT_COUNSELOR: m.lookups_role_family_court_counselor,
  FAMILY_DISPUTE_PRACTITIONER: m.lookups_role_family_dispute_practitioner,
  FAMILY_SUPPORT_WORKER: m.lookups_role_family_support_worker,
  GUARDIAN_AD_LITEM: m.lookups_role_guardian_ad_litem,
  INDEPENDENT_CHILDRENS_LAWYER: m.lookups_role_independent_childrens_lawyer,
  INDEPENDENT_SOCIAL_WORKER: m.lookups_role_independent_social_worker,
  JUDGE: m.lookups_role_judge,
  LAWYER: m.lookups_role_lawyer,
  LAWYER_FOR_CHILD: m.lookups_role_lawyer_for_child,
  LEGAL_ASSISTANT: m.lookups_role_legal_assistant,
  LEGAL_EXECUTIVE: m.lookups_role_legal_executive,
  MAGISTRATE: m.lookups_role_magistrate,
  MEDIATOR: m.lookups_role_mediator,
  MINOR_COUNSEL: m.lookups_role_minor_counsel,
  NOTARY: m.lookups_role_notary,
  PARALEGAL: m.lookups_role_paralegal,
  PARENT_EDUCATOR: m.lookups_role_parent_educator,
  PARENTING_COORDINATOR: m.lookups_role_parenting_coordinator,
  PSYCHOLOGIST: m.lookups_role_psychologist,
  SOCIAL_WORKER: m.lookups_role_social_worker,
  SOLICITOR: m.lookups_role_solicitor,
  SUPERVISED_CONTACT: m.lookups_role_supervised_contact,
  THERAPIST: m.lookups_role_therapist,
  OTHER: m.lookups_role_other,
} as const satisfies Record<ProfessionalRole, MessageText>;

/** Phone country codes a professional may have (specification 9). */
const countryCodes = new Set(
  countriesWhere(({ professionals }) => professionals.mayPhone).map((country) => countries[country].callingCode),
);

function countryCodeChoice(value: string, language: Language): Choice {
  const country = countryOfCallingCode(value);
  const name = country ? countryName({ country, language }) : m.lookups_phone_north_america({}, { locale: language });
  return { value, label: `${name} (${value})` };
}

function roleChoices(roles: readonly ProfessionalRole[], language: Language): Choice[] {
  return textChoices({ keys: roles, texts: roleTexts, language });
}

/** Roles for a country; one that has no list of its own gets that of the United States. */
export function professionalRoles({ country, language }: { country: string; language: Language }): Choice[] {
  return roleChoices(rolesByCountry[isServedCountry(country) ? country : 'US'], language);
}

/** Everything a professional chooses from (specification 2.11, 3.10, 9). */
export function professionalOptions(language: Language): ProfessionalOptions {
  return {
    titles: textChoices({ keys: titles, texts: titleTexts, language }),
    benchOfficers: textChoices({ keys: benchOfficerPositions, texts: benchOfficerTexts, language }),
    colleagues: textChoices({ keys: colleagueRoles, texts: colleagueTexts, language }),
    referrals: textChoices({ keys: professionalReferralSources, texts: sourceTexts, language }),
    countries: servedCountries.map((country) => ({ value: country, label: countryName({ country, language }) })),
    countryCodes: Array.from(countryCodes, (code) => countryCodeChoice(code, language)),
    rolesByCountry: Object.fromEntries(
      servedCountries.map((country) => [country, professionalRoles({ country, language })]),
    ),
    securityQuestions: securityQuestions(language),
  };
}
