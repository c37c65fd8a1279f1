import type { askFeeWaiverAsParent as askRoute } from '#contract/api/fee-waivers.ts';
import type { AnswerOf, BodyOf } from '#contract/api/route.ts';
import type { QuoteDependencies } from '../checkout/quote-order.ts';
import type { Sellers } from '../documents/sellers.ts';
import { readReach } from '../identity/reach.ts';
import { familyMembers, lockUser, type User } from '../identity/user-repository.ts';
import { insertFeeWaiver, ownYear, type WaivedPlan } from '../pricing/fee-waiver-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { TokenMaker } from '../secret.ts';
import { payableByCode } from './pay-with-code.ts';

type YearDependencies = Pick<QuoteDependencies, 'db' | 'readCatalog'> & { sellers: Sellers };
type Dependencies = YearDependencies & Pick<QuoteDependencies, 'clock'> & { makeToken: TokenMaker };
type FeeWaiverParams = { user: User; body: BodyOf<typeof askRoute> };

/**
 * The year for which a user can request a waiver: the one that a code can pay (an announced renewal, or a new start
 * after an end); or why there is none. A mail gives the answer.
 */
export async function yearToWaive(
  { db, readCatalog, sellers }: YearDependencies,
  { user, at }: { user: User; at: Date },
): Promise<WaivedPlan | Refusal<'FORBIDDEN' | 'CONFLICT' | 'PACKAGE_NOT_OFFERED'>> {
  if (user.email === '' || !(await readReach(db, user.id)).mail) return refuse('FORBIDDEN');
  const payable = await payableByCode(db, { user, sellers, at });
  if (!payable) return refuse('CONFLICT');
  return ownYear((await readCatalog()).packages, payable.subscription.packageId) ?? refuse('PACKAGE_NOT_OFFERED');
}

/** Requests a fee waiver for a user with an account. No other family member learns of it. */
export async function requestFeeWaiverAsParent(
  { db, clock, makeToken, ...rest }: Dependencies,
  { user, body: { reason, courtOrder, court } }: FeeWaiverParams,
): Promise<AnswerOf<typeof askRoute> | Refusal<'FORBIDDEN' | 'CONFLICT' | 'PACKAGE_NOT_OFFERED'>> {
  const at = clock.now();
  const year = await yearToWaive({ db, ...rest }, { user, at });
  if ('refused' in year) return year;
  const members = user.familyId === null ? [user] : await familyMembers(db, user.familyId);
  const emails = members.map(({ email }) => email);
  const waiver = { by: { userId: user.id }, emails, ...year, reason, courtOrder, court, at };
  return db.transaction().execute(async (trx) => {
    // Closing the account, which deletes its requests, may have come first.
    if ((await lockUser(trx, user.id))?.status === 'CLOSED') return refuse('CONFLICT');
    await insertFeeWaiver(trx, waiver, makeToken);
    return { outcome: 'ASKED' as const };
  });
}
