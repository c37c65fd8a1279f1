import type { AnswerOf, QueryOf } from '#contract/api/route.ts';
import type { readDiscountOffer as readRoute } from '#contract/api/sign-up/discount-offers.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/pool.ts';
import { offeredPercentage, referrerKeyOf } from '../pricing/referrer.ts';
import { runningReferrer } from '../pricing/referrer-repository.ts';

/** The current value of a discount link. An unknown, ended or used-up referrer gets the same response: nothing. */
export async function readDiscountOffer(
  { db, clock }: { db: Db; clock: Clock },
  { referrer: typed, percentage }: QueryOf<typeof readRoute>,
): Promise<AnswerOf<typeof readRoute>> {
  const referrer = await runningReferrer(db, { key: referrerKeyOf(typed), at: clock.now() });
  const offered = referrer && offeredPercentage(referrer, percentage);
  return { percentage: offered, endsAt: offered === null ? null : (referrer?.validUntil?.toISOString() ?? null) };
}
