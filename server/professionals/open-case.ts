import type { openCase as openRoute, ProfessionalCase } from '#contract/api/professional-cases.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { insertFamily } from '../identity/family-repository.ts';
import { insertUsers, readUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ProfessionalParams, type CaseDependencies, viewCase } from './view-cases.ts';
import { newParents } from './new-parents.ts';
import { priceListOf } from './price-list.ts';

type Body = BodyOf<typeof openRoute>;
type OpenCaseParams = ProfessionalParams & { body: Body; experiments: Partial<ExperimentStates> };

/** Opens a family: both parents wait to be invited, and see the prices of the professional's country. */
export async function openCase(
  dependencies: CaseDependencies,
  { body, experiments, ...params }: OpenCaseParams,
): Promise<ProfessionalCase | Refusal<'NOT_FOUND'>> {
  const { db, clock, readCatalog } = dependencies;
  const { professionalId } = params;
  const professional = await readUser(db, professionalId);
  if (!professional) return refuse('NOT_FOUND');
  const pricingGroup = priceListOf(professional, { catalog: await readCatalog(), experiments });
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const children = body.children.map(({ firstName }) => ({ firstName, lastName: '', email: '' }));
    const familyId = await insertFamily(trx, { pricingGroup, children, at, createdByProfessionalId: professionalId });
    const { parentA, parentB, language } = body;
    await insertUsers(trx, newParents(professional, { familyId, language, parentA, parentB, at }));
    return viewCase(dependencies, { ...params, db: trx, familyId });
  });
}
