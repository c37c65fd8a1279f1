import type { TestSite } from '../setup/site.ts';
import type { MoneyTimeline } from './money-timeline.ts';

type Lived = { timeline: MoneyTimeline; payer: { userId: string } };

/** Everything about the payer of the first disagreement: their timeline, and every row about their money. */
export async function caseOf(
  { dependencies: { db }, sandboxUrl }: TestSite,
  { pairs, wrong }: { pairs: readonly Lived[]; wrong: string },
): Promise<string> {
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute();
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute();
  const disputes = await db.selectFrom('disputes').selectAll().orderBy('id').execute();
  const names = (id: string | null) => id !== null && wrong.includes(id);
  const of = orders.find(
    ({ id, attemptId, transactionId }) =>
      [id, attemptId, transactionId].some(names) ||
      refunds.some(({ orderId, gatewayId }) => orderId === id && names(gatewayId)),
  );
  const disputed = disputes.find(({ id }) => names(id));
  const userId = of?.userId ?? disputed?.userId;
  const own = <T extends { userId: string | null }>(rows: T[]) => rows.filter((row) => row.userId === userId);
  const ids = own(orders).flatMap(({ attemptId, transactionId }) => [attemptId, transactionId ?? '-']);
  const { entries } = (await (await fetch(`${sandboxUrl}/control/ledger`)).json()) as { entries: object[] };
  const notifications = await db.selectFrom('gatewayNotifications').selectAll().orderBy('receivedAt').execute();
  const ofOwn = (row: object) => ids.some((id) => JSON.stringify(row).includes(id));
  const documents = await db
    .selectFrom('documents')
    .select(['orderId', 'userId', 'kind', 'cause', 'amountCents', 'issuedAt'])
    .orderBy('issuedAt')
    .execute();
  return Object.entries({
    timeline: [pairs.find(({ payer }) => payer.userId === userId)?.timeline],
    orders: own(orders).map(({ quote: _, ...row }) => row),
    refunds: own(refunds),
    disputes: own(disputes),
    documents: own(documents),
    ledger: entries.filter(ofOwn),
    notifications: notifications.filter(ofOwn),
  })
    .map(([name, rows]) => `${name}:\n${rows.map((row) => JSON.stringify(row)).join('\n')}`)
    .join('\n');
}
