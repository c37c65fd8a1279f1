import type { askFeeWaiver as askRoute } from '#contract/api/fee-waivers.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import { type ExperimentsIn, offeredList } from '../catalog/offered-list.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { after, days } from '../clock.ts';
import { insertFeeWaiver, waivedYear } from '../pricing/fee-waiver-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { lockForChange, openForChange, type RegistrationAccess, type SignUpDependencies } from './open-registration.ts';
import { buyerOf } from './pay-registration.ts';
import { changeRegistration } from './registration-repository.ts';

/** The input is retained for this long for a return; at least until the request is answered. */
const savedDays = 30;

type Dependencies = SignUpDependencies & { readCatalog: () => Promise<Catalog>; makeToken: TokenMaker };
type FeeWaiverParams = { access: RegistrationAccess; body: BodyOf<typeof askRoute>; experimentsIn: ExperimentsIn };
type Problem = 'CONFLICT' | 'FORBIDDEN' | 'REGISTRATION_EXPIRED' | 'ALREADY_PAID' | 'PAYMENT_IN_PROGRESS';

/** Requests a year without charge with a sign-up, which continues as before. */
export async function requestFeeWaiver(
  { readCatalog, makeToken, ...dependencies }: Dependencies,
  { access, body, experimentsIn }: FeeWaiverParams,
): Promise<AnswerOf<typeof askRoute> | Refusal<Problem>> {
  const opened = await openForChange(dependencies, access);
  if ('refused' in opened) return opened;
  // The answer is sent by mail.
  if (opened.reach?.mail === false) return refuse('FORBIDDEN');
  const catalog = await readCatalog();
  const buying = { buyer: buyerOf(opened), country: opened.address?.country ?? null, experimentsIn };
  const year = waivedYear(catalog.packages, (await offeredList(catalog, buying)).list);
  return dependencies.db.transaction().execute(async (trx) => {
    const current = await lockForChange(trx, { access, clock: dependencies.clock });
    if ('refused' in current) return current;
    const at = dependencies.clock.now();
    const change = { savedUntil: after(at, days(savedDays)) };
    if (!(await changeRegistration(trx, { current, change, at }))) return refuse('CONFLICT');
    const emails = [current.parent.email, current.family?.coParent.email ?? null];
    const by = { registrationId: current.id };
    await insertFeeWaiver(trx, { by, emails, ...year, ...body, at }, makeToken);
    return { outcome: 'ASKED' as const };
  });
}
