import type { CaseParent, InviteStage, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';

const at = '2026-11-21T12:00:00.000Z';
export const familyId = '019f0000-0000-7000-8000-000000000001';

type Plan = 'own' | 'other' | null;

function parent(position: number, stage: InviteStage, plan: Plan = null): CaseParent {
  const names = [
    ['Marta', "O'Brien-Þórsson"],
    ['Maximiliano', 'Ruiz de la Fuente'],
  ][position] ?? ['', ''];
  return {
    userId: `019f0000-0000-7000-8000-00000000010${position}`,
    firstName: names[0] ?? '',
    lastName: names[1] ?? '',
    email: stage === 'JOINED' ? null : position === 0 ? 'a-rather-long-address-for-narrow-screens@example.com' : '',
    returned: false,
    stage,
    invitedAt: stage === 'NOT_INVITED' ? null : at,
    expiresOn: stage === 'INVITED' ? '2026-12-21' : null,
    hasPlan: plan !== null,
    paidPlan: plan === 'own' ? { name: 'Essentials', until: '2027-11-21' } : null,
  };
}

/** `other-one`: paid by somebody else, for the first parent alone. */
export function family(one: InviteStage, other: InviteStage, plan: Plan | 'other-one' = null): ProfessionalCase {
  const [first, second]: Plan[] = plan === 'other-one' ? ['other', null] : [plan, plan];
  return {
    familyId,
    createdAt: at,
    archived: false,
    mayChangeChildren: one !== 'JOINED' && other !== 'JOINED',
    children: ['Ana', 'Luis'],
    parents: [parent(0, one, first), parent(1, other, second)],
  };
}
