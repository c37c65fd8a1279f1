import type { correctCase as correctRoute, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { Trx } from '../db/pool.ts';
import { replaceChildren } from '../identity/family-repository.ts';
import { renameInvited } from '../identity/whose-account.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { lockFamily } from './case-repository.ts';
import { type CaseDependencies, type ProfessionalParams, viewCase } from './view-cases.ts';

type FamilyParams = ProfessionalParams & { familyId: string };
type Correction = BodyOf<typeof correctRoute>;

/** Archives a family in its professional's list, or restores it. Nothing else changes. */
export async function archiveCase(
  dependencies: CaseDependencies,
  { archived, ...request }: FamilyParams & { archived: boolean },
): Promise<ProfessionalCase | Refusal<'NOT_FOUND'>> {
  const { db, clock } = dependencies;
  await db
    .updateTable('families')
    .set({ archivedAt: archived ? clock.now() : null })
    .where('id', '=', request.familyId)
    .where('createdByProfessionalId', '=', request.professionalId)
    .where('archivedAt', archived ? 'is' : 'is not', null)
    .execute();
  return viewCase(dependencies, { ...request, db });
}

/**
 * Corrects names entered by the professional: of parents until they have joined, of the children until a parent has
 * joined or changed them. All of it or nothing.
 */
export async function correctCase(
  dependencies: CaseDependencies,
  { correction, ...request }: FamilyParams & { correction: Correction },
): Promise<ProfessionalCase | Refusal<'NOT_FOUND' | 'CONFLICT'>> {
  return dependencies.db.transaction().execute(async (trx) => {
    if (!(await lockFamily(trx, request))) return refuse('NOT_FOUND');
    // Joining locks the parent, so a concurrent join has finished when this continues.
    const members = trx.selectFrom('users').select('id').where('familyId', '=', request.familyId);
    await members.orderBy('id').forUpdate().execute();
    const family = await viewCase(dependencies, { ...request, db: trx });
    if ('refused' in family) return family;
    const refusal = refusedCorrection(family, correction);
    if (refusal) return refusal;
    await correct(trx, { familyId: request.familyId, correction, at: dependencies.clock.now() });
    return viewCase(dependencies, { ...request, db: trx });
  });
}

function refusedCorrection(
  { parents, mayChangeChildren }: ProfessionalCase,
  correction: Correction,
): Refusal<'NOT_FOUND' | 'CONFLICT'> | null {
  const named = correction.parents.map(({ userId }) => parents.find((parent) => parent.userId === userId));
  if (named.includes(undefined)) return refuse('NOT_FOUND');
  const hasJoined = named.some((parent) => parent?.stage === 'JOINED');
  return hasJoined || (correction.children && !mayChangeChildren) ? refuse('CONFLICT') : null;
}

async function correct(
  trx: Trx,
  { familyId, correction, at }: { familyId: string; correction: Correction; at: Date },
): Promise<void> {
  for (const { userId, firstName, lastName } of correction.parents)
    await renameInvited(trx, { userId, firstName, lastName, at });
  const children = correction.children?.map(({ firstName }) => ({ firstName, lastName: '', email: '' }));
  if (children) await replaceChildren(trx, { familyId, children, at });
}
