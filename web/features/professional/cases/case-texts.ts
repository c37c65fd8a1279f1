import type { CaseParent, InviteStage, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import { laterAddresses } from '#contract/later-addresses.ts';
import { m } from '#messages/messages.js';

const stages: Record<InviteStage, () => string> = {
  NOT_INVITED: m.pro_stage_NOT_INVITED,
  INVITED: m.pro_stage_INVITED,
  JOINED: m.pro_stage_JOINED,
  EXPIRED: m.pro_stage_EXPIRED,
  REVOKED: m.pro_stage_REVOKED,
};

export const stageText = (stage: InviteStage): string => stages[stage]();
export const fullName = ({ firstName, lastName }: Pick<CaseParent, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

export function familyName({ parents }: Pick<ProfessionalCase, 'parents'>): string {
  const [one, other] = parents.map(fullName);
  return one && other ? m.pro_cases_family({ one, other }) : (one ?? '');
}

export const caseAddress = (familyId: string): string => `${laterAddresses.oneCase}?id=${familyId}`;
export const planAddress = (familyId: string): string => `${laterAddresses.casePlan}?id=${familyId}`;
