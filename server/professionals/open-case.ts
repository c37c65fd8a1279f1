import type { openCase as openRoute, ProfessionalCase } from '#contract/api/professional-cases.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/experiments.ts';
import { insertFamily } from '../identity/family-repository.ts';
import { insertUser, memberColors, readUser, type User } from '../identity/user-repository.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ProfessionalParams, type CaseDependencies, viewCase } from './view-cases.ts';
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
  const { phoneCountryCode, siteCountry } = professional;
  const pricingGroup = priceListOf(professional, { catalog: await readCatalog(), experiments });
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const children = body.children.map(({ firstName }) => ({ firstName, lastName: '', email: '' }));
    const familyId = await insertFamily(trx, { pricingGroup, children, at, createdByProfessionalId: professionalId });
    await insertParents(trx, { body, familyId, professionalId, phoneCountryCode, siteCountry, at });
    return viewCase(dependencies, { ...params, db: trx, familyId });
  });
}

type Parents = Pick<User, 'phoneCountryCode' | 'siteCountry'> & {
  body: Body;
  familyId: string;
  professionalId: string;
  at: Date;
};

async function insertParents(
  trx: Trx,
  { body, familyId, professionalId, phoneCountryCode, siteCountry, at }: Parents,
): Promise<void> {
  const shared = {
    familyId,
    language: body.language,
    phoneCountryCode,
    siteCountry,
    phoneNumber: '',
    status: 'INVITED',
    createdByProfessionalId: professionalId,
    at,
  } as const;
  await insertUser(trx, { ...shared, ...body.parentA, role: 'PARENT_A', color: memberColors[0] });
  await insertUser(trx, { ...shared, ...body.parentB, role: 'PARENT_B', color: memberColors[1] });
}
