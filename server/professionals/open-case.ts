import type { openCase as openRoute, ProfessionalCase } from '#contract/api/professionals/professional-cases.ts';
import type { BodyOf } from '#contract/api/route.ts';
import type { ExperimentStates } from '#contract/sign-up/experiments.ts';
import type { Trx } from '../db/pool.ts';
import { insertFamily } from '../identity/family-repository.ts';
import { insertUsers, lockUser, readUser } from '../identity/user-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { newParents } from './new-parents.ts';
import { priceListOf } from './price-list.ts';
import { type CaseDependencies, type ProfessionalParams, viewCase } from './view-cases.ts';

type Body = BodyOf<typeof openRoute>;
type OpenCaseParams = ProfessionalParams & {
  body: Body;
  requestKey: string | undefined;
  experiments: Partial<ExperimentStates>;
};

/**
 * Opens a family: both parents are not invited yet, and get the prices of the professional's country. A repeat under
 * its key returns the existing family; other input under that key is refused.
 */
export async function openCase(
  dependencies: CaseDependencies,
  { body, requestKey, experiments, ...params }: OpenCaseParams,
): Promise<ProfessionalCase | Refusal<'NOT_FOUND' | 'IDEMPOTENCY_MISMATCH'>> {
  const { db, clock, makeToken, readCatalog } = dependencies;
  const { professionalId } = params;
  const professional = await readUser(db, professionalId);
  if (!professional) return refuse('NOT_FOUND');
  const pricingGroup = priceListOf(professional, { catalog: await readCatalog(), experiments });
  const at = clock.now();
  const requestHash = Buffer.from(makeToken('FAMILY_HASH', JSON.stringify([requestKey, body])), 'base64url');
  const keyed = requestKey === undefined ? null : { requestKey, requestHash };
  return db.transaction().execute(async (trx) => {
    // Of two concurrent calls the second sees the family of the first; none comes after the end of the account.
    if ((await lockUser(trx, professionalId))?.status === 'CLOSED') return refuse('NOT_FOUND');
    const earlier = keyed && (await openedWith(trx, { professionalId, ...keyed }));
    if (earlier && !earlier.requestHash?.equals(requestHash)) return refuse('IDEMPOTENCY_MISMATCH');
    if (earlier) return viewCase(dependencies, { ...params, db: trx, familyId: earlier.id });
    const children = body.children.map(({ firstName }) => ({ firstName, lastName: '', email: '' }));
    const opened = { pricingGroup, children, at, createdByProfessionalId: professionalId, ...keyed };
    const familyId = await insertFamily(trx, opened);
    const { parentA, parentB, language } = body;
    await insertUsers(trx, newParents(professional, { familyId, language, parentA, parentB, at }));
    return viewCase(dependencies, { ...params, db: trx, familyId });
  });
}

async function openedWith(trx: Trx, { professionalId, requestKey }: { professionalId: string; requestKey: string }) {
  return trx
    .selectFrom('families')
    .select(['id', 'requestHash'])
    .where('createdByProfessionalId', '=', professionalId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();
}
