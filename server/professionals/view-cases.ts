import type { listCases, CaseParent as CaseParentView, ProfessionalCase } from '#contract/api/professional-cases.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { asInvited } from '../identity/user-repository.ts';
import type { Clock } from '../clock.ts';
import type { Db, DbOrTrx } from '../db/pool.ts';
import type { Language } from '../db/schema.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { invitedUntil, inviteStage } from './case.ts';
import { type Case, type CaseParent, casesPerPage, familiesOf, familyOf, withPeople } from './case-repository.ts';

export type CaseDependencies = { db: Db; clock: Clock; readCatalog: () => Promise<Catalog> };
/** The professional who asks, and the language of the answer. */
export type ProfessionalParams = { professionalId: string; language: Language };

type CaseViewParams = ProfessionalParams & { catalog: Catalog; now: Date };

function presentParent(
  { user, invite, subscription }: CaseParent,
  { professionalId, language, catalog, now }: CaseViewParams,
): CaseParentView {
  const stage = inviteStage({ user, invite, now });
  const { firstName, lastName, email } = asInvited(user);
  const plan = subscription && catalog.packages.find(({ id }) => id === subscription.packageId);
  const paidHere = subscription?.payerUserId === professionalId ? plan : undefined;
  return {
    userId: user.id,
    firstName,
    lastName,
    email: stage === 'JOINED' ? null : email,
    stage,
    invitedAt: stage === 'NOT_INVITED' ? null : (invite?.invitedAt.toISOString() ?? null),
    expiresAt: stage === 'INVITED' && invite ? invitedUntil(invite).toISOString() : null,
    hasPlan: stage === 'JOINED' ? subscription !== null : paidHere !== undefined,
    paidPlan:
      subscription && paidHere ? { name: paidHere.texts[language].displayName, until: subscription.periodEnd } : null,
  };
}

function presentCase({ family, children, parents }: Case, shown: CaseViewParams): ProfessionalCase {
  return {
    familyId: family.id,
    createdAt: family.createdAt.toISOString(),
    children,
    parents: parents.map((parent) => presentParent(parent, shown)),
  };
}

export async function viewCases(
  { db, clock, readCatalog }: CaseDependencies,
  { before, ...asking }: ProfessionalParams & { before: string | null },
): Promise<AnswerOf<typeof listCases>> {
  const [catalog, families] = await Promise.all([
    readCatalog(),
    familiesOf(db, { professionalId: asking.professionalId, before }),
  ]);
  const page = families.slice(0, casesPerPage);
  const cases = await withPeople(db, page);
  return {
    cases: cases.map((one) => presentCase(one, { ...asking, catalog, now: clock.now() })),
    more: families.length > page.length,
  };
}

/** One family as it stands now; 404 for somebody else's. */
export async function viewCase(
  { clock, readCatalog }: CaseDependencies,
  { db, familyId, ...asking }: ProfessionalParams & { db: DbOrTrx; familyId: string },
): Promise<ProfessionalCase | Refusal<'NOT_FOUND'>> {
  const family = await familyOf(db, { professionalId: asking.professionalId, familyId });
  const [found] = family ? await withPeople(db, [family]) : [];
  return found
    ? presentCase(found, { ...asking, catalog: await readCatalog(), now: clock.now() })
    : refuse('NOT_FOUND');
}
