import { describe, expect, test } from 'vitest';
import type { readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { formatDocumentNumber } from '#contract/fields/document-number.ts';
import { days, hours } from '#server/clock.ts';
import type { DocumentData } from '#server/documents/document.ts';
import { balanceDocuments } from '#server/documents/issue-document.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { enqueueRefund } from '#server/payments/refund-repository.ts';
import { billing, callRefund, lastMail } from '../../setup/account-calls.ts';
import { ledger, settleSales } from '../../setup/sandbox.ts';
import { send } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, runDue, signedIn, subscribe } from '../../setup/subscriber.ts';
import { declineSettlement, postReport, sampleReport } from '../../setup/webhooks.ts';

const refundsIn = ({ dependencies: { db } }: TestSite) =>
  db.selectFrom('refunds').select(['state', 'refusals', 'lastRefusal']).orderBy('id').execute();

/** What all documents say, in the order of issue. */
const documentsIn = async ({ dependencies: { db } }: TestSite) => {
  const rows = await db.selectFrom('documents').select(['kind', 'amountCents', 'data']).orderBy('id').execute();
  return rows.map(({ kind, amountCents, data }) => {
    const { rows: lines } = data as DocumentData;
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(amountCents);
    return `${kind} ${amountCents}`;
  });
};

async function later(site: TestSite, count: number): Promise<void> {
  site.clock.advance(hours(count));
  await runDue(site);
}

describe('a refund declined by the bank', () => {
  test.each(['reported', 'asked for'])(
    'days later, which is %s, is retried and notified again; the receipt shows what was refunded',
    async (way) => {
      const site = await openSite();
      const parent = await subscribe(site);
      await settleSales(site.sandboxUrl);
      await callRefund(site, parent.userId);
      await drain(site);
      const { db } = site.dependencies;
      const { gatewayId } = await db.selectFrom('refunds').select('gatewayId').executeTakeFirstOrThrow();
      await declineSettlement(site.sandboxUrl, gatewayId ?? '');
      const failed = await sampleReport('refund_failed', gatewayId ?? '');
      if (way === 'reported') await postReport(site, failed);
      await later(site, 25);
      await later(site, 1.1);
      // It was retried and has a new id: a report about the first is outdated.
      await postReport(site, failed);
      await drain(site, { times: 2 });
      expect(await refundsIn(site)).toMatchObject([{ state: 'SETTLING', refusals: 1 }]);
      expect(await db.selectFrom('orders').select('refundedCents').execute()).toEqual([{ refundedCents: 14_400 }]);
      const [receipt] = (await billing(site, parent.userId)).receipts;
      const shown = await send<AnswerOf<typeof readReceipt>>(site.app, {
        method: 'GET',
        path: `/v2/account/receipts/${receipt?.orderId ?? ''}`,
        headers: await signedIn(site, parent.userId),
      });
      expect(shown.body.refunds).toMatchObject([{ state: 'SETTLING', amount: 14_400, reason: 'BY_PAYER' }]);
      const mails = (await mailsInOrder(site, parent.email)).filter(({ subject }) => subject.includes('refund of'));
      expect(mails.map(({ text }) => text.includes('declined this refund the first time'))).toEqual([false, true]);
      const kinds = (await ledger(site.sandboxUrl)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'refund')).toHaveLength(2);
      expect(kinds.filter((kind) => kind === 'refund_failed')).toHaveLength(1);
      expect(await documentsIn(site)).toEqual(['INVOICE 14400', 'CREDIT_NOTE 14400']);
    },
  );

  test('is found by the next nightly comparison when its report was lost, and is no difference', async () => {
    const site = await openSite();
    const { db } = site.dependencies;
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    await drain(site);
    const { gatewayId } = await db.selectFrom('refunds').select('gatewayId').executeTakeFirstOrThrow();
    await declineSettlement(site.sandboxUrl, gatewayId ?? '');
    // Before anything asks the gateway about this refund alone.
    site.clock.advance(hours(24) - 1);
    await jobs['compare-settlement'].run(site.jobDependencies, {});
    expect(await refundsIn(site)).toMatchObject([{ state: 'PENDING', refusals: 1 }]);
    const open = db.selectFrom('settlementDifferences').select('kind').where('resolvedAt', 'is', null);
    expect(await open.execute()).toEqual([]);
    expect(site.logged.some((line) => line.includes('settlement difference found'))).toBe(false);
  });

  test('days later is not taken for a manual refund when the gateway rejects a second one', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    await drain(site);
    const { gatewayId } = await site.dependencies.db
      .selectFrom('refunds')
      .select('gatewayId')
      .executeTakeFirstOrThrow();
    await postReport(site, await sampleReport('refund_failed', gatewayId ?? ''));
    await drain(site);
    await later(site, 1.1);
    expect(await refundsIn(site)).toEqual([{ state: 'FAILED', refusals: 2, lastRefusal: '91512' }]);
  });

  test('INV3: days later, each time, ends as failed on page and mail; its credit note is reversed until it is paid', async () => {
    const site = await openSite();
    const parent = await subscribe(site);
    await settleSales(site.sandboxUrl);
    await callRefund(site, parent.userId);
    const { db } = site.dependencies;
    for (const pause of [0, 1.1, 6.1, 24.1]) {
      await later(site, pause);
      const { gatewayId } = await db.selectFrom('refunds').select('gatewayId').executeTakeFirstOrThrow();
      await declineSettlement(site.sandboxUrl, gatewayId ?? '');
      await postReport(site, await sampleReport('refund_failed', gatewayId ?? ''));
      await drain(site);
    }
    expect(await refundsIn(site)).toMatchObject([{ state: 'FAILED', refusals: 4 }]);
    expect(await db.selectFrom('orders').select('refundedCents').execute()).toEqual([{ refundedCents: 0 }]);
    expect((await billing(site, parent.userId)).refunds).toMatchObject([{ state: 'FAILED' }]);
    expect((await lastMail(site, parent))?.subject).toBe('Your Evenkeel refund of US$144.00 is delayed');
    const untilThen = ['INVOICE 14400', 'CREDIT_NOTE 14400', 'DEBIT_NOTE 14400'];
    expect(await documentsIn(site)).toEqual(untilThen);
    const series = db.selectFrom('documents').select(['series', 'number']).where('kind', '=', 'DEBIT_NOTE');
    expect(await series.execute()).toEqual([{ series: 'US-DR', number: 1_000_001 }]);
    // Somebody sent it manually, as docs/incidents.md describes.
    await db.updateTable('refunds').set({ state: 'REFUNDED', gatewayId: 'cheque' }).execute();
    await db.updateTable('orders').set({ refundedCents: 14_400 }).execute();
    for (let time = 0; time < 2; time += 1) await jobs['document-corrections'].run(site.jobDependencies, {});
    expect(await documentsIn(site)).toEqual([...untilThen, 'CREDIT_NOTE 14400']);
  });
});

test('N6: retried after it had failed, has the credit note of this try in its mail, and not the one reversed since', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await callRefund(site, parent.userId);
  await drain(site);
  const refund = await db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  // As after its last try.
  await declineSettlement(site.sandboxUrl, refund.gatewayId ?? '');
  await db.updateTable('refunds').set({ state: 'FAILED', gatewayId: null, refusals: 4, returnedCount: 1 }).execute();
  await db.updateTable('orders').set({ refundedCents: 0 }).execute();
  const failed = { orderId: refund.orderId, cause: `refund-failed:${refund.id}`, at: site.clock.now() };
  await db.transaction().execute((trx) => balanceDocuments(trx, failed));
  await db.updateTable('refunds').set({ state: 'PENDING', retryAt: null, settledAt: null, askedAt: null }).execute();
  site.clock.advance(hours(1));
  await enqueueRefund(db, { refundId: refund.id });
  await drain(site);
  const notes = await db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', 'CREDIT_NOTE')
    .orderBy('number')
    .execute();
  const [first, second] = notes.map((note) => formatDocumentNumber(note));
  const mail = (await mailsInOrder(site, parent.email)).findLast(({ subject }) => subject.includes('refund of'));
  expect(mail?.text).toContain(second);
  expect(mail?.text).not.toContain(first);
});

test('N4: a refund that was sent by hand is credited within an hour, however old its order is', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  await settleSales(site.sandboxUrl);
  await callRefund(site, parent.userId);
  await db.updateTable('refunds').set({ state: 'FAILED', refusals: 4 }).execute();
  site.clock.advance(days(40));
  await db
    .updateTable('refunds')
    .set({ state: 'REFUNDED', gatewayId: 'cheque', settledAt: site.clock.now() })
    .execute();
  await db.updateTable('orders').set({ refundedCents: 14_400 }).execute();
  for (let time = 0; time < 2; time += 1) await jobs['document-corrections'].run(site.jobDependencies, {});
  expect(await documentsIn(site)).toEqual(['INVOICE 14400', 'CREDIT_NOTE 14400']);
});

test('operators are told of a failed refund that is not ours, once a day has brought no order for it', async () => {
  const site = await openSite();
  await postReport(site, await sampleReport('refund_failed', 'refund-of-nothing'));
  const [told, { id: notificationId }] = [
    () => site.logged.filter((line) => line.includes('unknown refund failed')),
    await site.dependencies.db.selectFrom('gatewayNotifications').select('id').executeTakeFirstOrThrow(),
  ];
  await drain(site);
  expect(told()).toEqual([]);
  site.clock.advance(days(1));
  await jobs['handle-gateway-notification'].run(site.jobDependencies, { notificationId });
  expect(told()).toEqual([expect.stringContaining('refund-of-nothing')]);
});
