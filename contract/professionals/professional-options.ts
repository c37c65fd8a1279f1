/**
 * What a professional chooses from (specification 2.11, 3.10, 9): keys that are stored and sent. Their texts are
 * messages, served by the look-ups.
 */
export const titles = ['MR', 'MS', 'MRS', 'HON', 'DR'] as const;

export const benchOfficerPositions = ['JUDGE', 'REFEREE', 'PRO_TEM', 'MAGISTRATE', 'PRIVATE_JUDGE'] as const;

export const colleagueRoles = [
  'OPPOSING_COUNSEL',
  'CHILD_ATTORNEY',
  'BENCH_OFFICER',
  'ATTORNEY',
  'EVALUATOR',
  'INVESTIGATOR',
  'THERAPIST',
  'GUARDIAN_AD_LITEM',
  'FAMILY_COURT_SERVICES',
  'CONTINUING_EDUCATION',
] as const;

/** How a professional heard of us. The first two and the last require more fields. */
export const professionalReferralSources = [
  'BENCH_OFFICER',
  'COLLEAGUE',
  'CLIENT',
  'CONFERENCE',
  'ASSOCIATION',
  'SEARCH',
  'SOCIAL_MEDIA',
  'PUBLICATION',
  'OTHER',
] as const;

/** Maximum length of another source in the professional's own words. */
export const maxReferralExplanation = 200;

type ReferralSource = (typeof professionalReferralSources)[number];
export type ReferralField =
  | 'benchOfficerName'
  | 'benchOfficerPosition'
  | 'colleagueName'
  | 'colleagueRole'
  | 'referralOther';

const fieldsBySource: Partial<Record<ReferralSource, readonly ReferralField[]>> = {
  BENCH_OFFICER: ['benchOfficerName', 'benchOfficerPosition'],
  COLLEAGUE: ['colleagueName', 'colleagueRole'],
  OTHER: ['referralOther'],
};

export const allReferralFields: readonly ReferralField[] = Object.values(fieldsBySource).flat();

/** The fields that an answer to "How did you hear about us?" requires. */
export function referralFields(hearAboutUs: string): readonly ReferralField[] {
  return Object.hasOwn(fieldsBySource, hearAboutUs) ? (fieldsBySource[hearAboutUs as ReferralSource] ?? []) : [];
}

export const professionalRoles = [
  'ADVOCATE',
  'ARBITRATOR',
  'ATTORNEY',
  'BARRISTER',
  'CAFCASS_OFFICER',
  'CHILD_ATTORNEY',
  'CHILD_PROTECTION_ATTORNEY',
  'CHILDREN_LAWYER_OFFICE',
  'COUNSELOR',
  'COURT_ADMINISTRATOR',
  'CUSTODY_EVALUATOR',
  'DIVORCE_COACH',
  'FAMILY_CONSULTANT',
  'FAMILY_COURT_COUNSELOR',
  'FAMILY_DISPUTE_PRACTITIONER',
  'FAMILY_SUPPORT_WORKER',
  'GUARDIAN_AD_LITEM',
  'INDEPENDENT_CHILDRENS_LAWYER',
  'INDEPENDENT_SOCIAL_WORKER',
  'JUDGE',
  'LAWYER',
  'LAWYER_FOR_CHILD',
  'LEGAL_ASSISTANT',
  'LEGAL_EXECUTIVE',
  'MAGISTRATE',
  'MEDIATOR',
  'MINOR_COUNSEL',
  'NOTARY',
  'PARALEGAL',
  'PARENT_EDUCATOR',
  'PARENTING_COORDINATOR',
  'PSYCHOLOGIST',
  'SOCIAL_WORKER',
  'SOLICITOR',
  'SUPERVISED_CONTACT',
  'THERAPIST',
  'OTHER',
] as const;

export type ProfessionalRole = (typeof professionalRoles)[number];
