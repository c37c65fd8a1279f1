import { expect, test } from 'vitest';
import type { DocumentData, IssuedDocument } from '#server/documents/document.ts';
import { insertDocument } from '#server/documents/document-repository.ts';
import { balanceDocuments } from '#server/documents/issue-document.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { returnActivationCodes } from '#server/pricing/activation-code-repository.ts';
import { callRefund } from '../../setup/account-calls.ts';
import { mailsTo, settleSales } from '../../setup/sandbox.ts';
import { readyToPay, send, submitPayment } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, signedIn, subscribe } from '../../setup/subscriber.ts';
import { upgrade } from '../../setup/upgrade-calls.ts';

async function documents({ dependencies: { db } }: TestSite) {
  const rows = await db.selectFrom('documents').selectAll().orderBy('series').orderBy('number').execute();
  return rows as (IssuedDocument & { pdf: Buffer | null })[];
}

const summed = ({ rows }: DocumentData) => rows.reduce((sum, { cents }) => sum + cents, 0);

test('INV1: twenty concurrent payments take consecutive numbers, and a rollback takes none', async () => {
  const site = await openSite({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const { db } = site.dependencies;
  await subscribe(site);
  const [first] = await documents(site);
  if (!first) throw new Error('The first payment has no invoice');
  const registrations = await Promise.all(Array.from({ length: 20 }, () => readyToPay(site.app)));
  const payments = registrations.map((registration) => submitPayment(site.app, registration));
  // A second invoice of an order takes the next number before it is rejected.
  const refused = Array.from({ length: 5 }, (_, index) =>
    db.transaction().execute((trx) => insertDocument(trx, { ...first, cause: `again:${index}`, at: site.clock.now() })),
  );
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect((await Promise.all(payments)).map(({ body }) => body.outcome)).toEqual(Array(20).fill('PAID'));
  const numbers = (await documents(site)).map(({ series, number }) => `${series} ${number}`);
  expect(numbers).toEqual(Array.from({ length: 21 }, (_, index) => `US ${1_000_001 + index}`));
});

test('an invoice is frozen in its payer’s words: a new name, address, price or seller changes neither it nor its PDF', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  const parent = await subscribe(site);
  await drain(site);
  const [before] = await documents(site);
  expect(before?.pdf?.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(before?.data).toMatchObject({
    seller: { name: 'Evenkeel, Inc.', taxNumber: null },
    buyer: ["Marta O'Brien", '12 Lake Street', 'Minneapolis, Minnesota 55401', 'United States'],
    paidFor: "Marta O'Brien",
    method: 'Visa ending in 1111',
    rows: [{ kind: 'ITEM', label: 'Essentials, one year', cents: 14_400 }],
  });
  await db
    .updateTable('users')
    .set({ firstName: 'Other', line1: 'Elsewhere' })
    .where('id', '=', parent.userId)
    .execute();
  expect(await documents(site)).toEqual([before]);
  const headers = await signedIn(site, parent.userId);
  const exported = await send<{ documents: object[] }>(site.app, {
    method: 'GET',
    path: '/v2/account/export',
    headers,
  });
  expect(exported.body.documents).toMatchObject([
    { series: 'US', number: 1_000_001, data: { buyer: before?.data.buyer } },
  ]);
  for (const change of [{ amountCents: 1 }, { data: '{}' }, { pdf: Buffer.from('x') }, { pdf: null }])
    await expect(db.updateTable('documents').set(change).execute()).rejects.toThrow('cannot be changed');
  await expect(db.deleteFrom('documents').execute()).rejects.toThrow('cannot be changed');
});

test('INV3: partial refunds, as money and to codes, are credited to the cent, and never exceed the invoice', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await db.updateTable('activationCodes').set({ reusable: false }).execute();
  const parent = await subscribe(site, { codes: ['HALF-OFF0-DEMO'] });
  const [invoice] = await documents(site);
  expect(invoice).toMatchObject({ amountCents: 7_200, issuedOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
  const { transactionId } = await db.selectFrom('orders').select('transactionId').executeTakeFirstOrThrow();
  const part = { orderId: invoice?.orderId ?? '', userId: parent.userId, transactionId: transactionId ?? '' };
  await db
    .transaction()
    .execute((trx) => requestRefund(trx, { ...part, amountCents: 1_000, reason: 'BY_SUPPORT', at: site.clock.now() }));
  await settleSales(site.sandboxUrl);
  await drain(site);
  await callRefund(site, parent.userId);
  await drain(site);
  const [, ...notes] = await documents(site);
  expect(notes.map(({ amountCents, codesCents, series }) => [series, amountCents, codesCents])).toEqual([
    ['US-CR', 1_000, 0],
    ['US-CR', 6_200, 7_200],
  ]);
  for (const { data, amountCents } of notes) expect(summed(data)).toBe(amountCents);
  expect(notes[1]?.data).toMatchObject({
    credits: { number: 'EK-US-1000-0012', issuedOn: invoice?.issuedOn },
    rows: [
      { kind: 'ITEM', label: 'Essentials, one year', cents: 13_400 },
      { kind: 'GIVEN', label: 'Returned to subscription codes', cents: -7_200 },
    ],
  });
  // What codes alone paid is returned to them, without money.
  await subscribe(site, { codes: ['FULL-1YR0-DEMO'], nonce: null });
  const order = await db
    .selectFrom('orders')
    .select(['id', 'attemptId'])
    .where('totalCents', '=', 0)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    await returnActivationCodes(trx, { attemptId: order.attemptId, people: 1, at: site.clock.now() });
    await balanceDocuments(trx, { orderId: order.id, cause: `codes:${order.id}`, at: site.clock.now() });
  });
  const last = (await documents(site)).find(({ cause }) => cause === `codes:${order.id}`);
  expect(last).toMatchObject({ number: 1_000_003, amountCents: 0, codesCents: 14_400 });
  expect(last?.data.rows.map(({ cents }) => cents)).toEqual([14_400, -14_400]);
});

test('N5: a sign-up that was paid by codes alone is credited when it is refunded with an upgrade, and the mail names the codes', async () => {
  const site = await openSite();
  const { db } = site.dependencies;
  await db.updateTable('activationCodes').set({ reusable: false }).execute();
  const parent = await subscribe(site, { codes: ['FULL-1YR0-DEMO'], nonce: null });
  const upgraded = await upgrade(site, parent, { packageId: 1002 }, { nonce: 'fake-valid-nonce' });
  expect(upgraded.body.outcome).toBe('PAID');
  await settleSales(site.sandboxUrl);
  expect((await callRefund(site, parent.userId)).body.amount).toBe(5_400);
  await drain(site);
  const notes = (await documents(site)).filter(({ kind }) => kind === 'CREDIT_NOTE');
  const amounts = notes.map(({ amountCents, codesCents }) => [amountCents, codesCents]);
  expect(amounts.toSorted()).toEqual([
    [0, 14_400],
    [5_400, 0],
  ]);
  const mail = (await mailsTo(site.sandboxUrl, parent.email)).find(({ subject }) => subject.includes('refund of'));
  expect(mail?.text).toContain('US$144.00');
});
