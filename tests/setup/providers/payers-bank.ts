import type { Day } from '#contract/fields/day.ts';
import { days } from '#server/clock.ts';
import { dueDay } from '#server/subscriptions/calendar.ts';
import { settleSales } from '../sandbox.ts';
import type { TestSite } from '../site.ts';
import { drain } from '../subscriber.ts';
import { disputeReport, postReport } from '../webhooks.ts';
import { reported } from './declined-settlement.ts';

/** The latest sale that somebody has paid. */
export const latestSale = async ({ dependencies: { db } }: TestSite, userId: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'transactionId', 'totalCents'])
    .where('userId', '=', userId)
    .where('transactionId', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** What the bank of somebody's latest payment reports; `cents`: for a part of it; `wonCents`: the part that is won. */
export async function bankSays(
  site: TestSite,
  userId: string,
  status: string,
  disputed: { cents?: number; wonCents?: number; id?: string } = {},
) {
  await settleSales(site.sandboxUrl);
  const { transactionId, totalCents } = await latestSale(site, userId);
  site.clock.advance(60_000);
  const report = { transactionId: transactionId ?? '', cents: totalCents, at: site.clock.now(), ...disputed };
  await postReport(site, disputeReport(status, report));
  await drain(site);
}

/** Two days later the gateway declines its settlement. Returns that day. */
export async function declineLatestSettlement(site: TestSite, { userId }: { userId: string }): Promise<Day> {
  await drain(site);
  site.clock.advance(days(2));
  await reported(site, (await latestSale(site, userId)).transactionId ?? '');
  return dueDay(site.clock.now(), 'America/Chicago');
}
