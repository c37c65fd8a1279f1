import type { Language } from '../db/schema.ts';
import { memberColors, type NewUser, type User } from '../identity/user-repository.ts';

type Named = { firstName: string; lastName: string; email: string };
type OpenedFamily = { familyId: string; language: Language; parentA: Named; parentB: Named; at: Date };

/** Both parents of a family that a professional opens: not invited yet, and on the professional's site. */
export function newParents(
  { id, phoneCountryCode, siteCountry }: Pick<User, 'id' | 'phoneCountryCode' | 'siteCountry'>,
  { familyId, language, parentA, parentB, at }: OpenedFamily,
): NewUser[] {
  const shared = {
    familyId,
    language,
    phoneCountryCode,
    siteCountry,
    phoneNumber: '',
    status: 'INVITED',
    createdByProfessionalId: id,
    at,
  } as const;
  return [
    { ...shared, ...parentA, role: 'PARENT_A', color: memberColors[0] },
    { ...shared, ...parentB, role: 'PARENT_B', color: memberColors[1] },
  ];
}
