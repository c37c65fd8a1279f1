import { expect, test } from 'vitest';
import { downloadOwnYear } from '#server/account/receipts.ts';
import { after, days } from '#server/clock.ts';
import type { DocumentData } from '#server/documents/document.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { newId } from '#server/new-id.ts';
import { storeYearCode } from '#server/pricing/activation-code-repository.ts';
import type { StoredQuote } from '#server/pricing/stored-quote.ts';
import { declineLatestSettlement } from '../../setup/providers/payers-bank.ts';
import { addressInMinnesota } from '../../setup/sign-up.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { performAction, staffHeaders } from '../../setup/staff.ts';
import { drain, mailsInOrder, type Subscriber, subscribe } from '../../setup/subscriber.ts';

const auckland = { ...addressInMinnesota, city: 'Auckland', region: 'AUK', postalCode: '1010', country: 'NZ' };
const sydney = { ...addressInMinnesota, city: 'Sydney', region: 'NSW', postalCode: '2000', country: 'AU' };
const austin = { ...addressInMinnesota, city: 'Austin', region: 'TX', postalCode: '78701' };
const providence = { ...addressInMinnesota, city: 'Providence', region: 'RI', postalCode: '02903' };

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The tax of somebody's one order, as each view shows it. */
async function taxesOf(site: TestSite, { userId, email }: Subscriber) {
  const { db } = site.dependencies;
  const books = await db.selectFrom('orders').select('taxCents').where('userId', '=', userId).executeTakeFirstOrThrow();
  const { data } = await db
    .selectFrom('documents')
    .select('data')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const { rows, insideTax } = data as DocumentData;
  const invoice = rows.reduce((sum, row) => (row.kind === 'TAX' ? sum + row.cents : sum), insideTax?.cents ?? 0);
  const user = await readUser(db, userId);
  if (!user) throw new Error('The payer does not exist');
  const year = site.clock.now().toISOString().slice(0, 4);
  const file = await downloadOwnYear(db, { user, year, language: 'en', format: 'csv' });
  const csv = 'content' in file ? String(file.content).trim().split('\r\n').at(-1)?.split(',').at(-1) : '';
  const mail = (await mailsInOrder(site, email)).map(({ text }) => text).find((text) => /Sales tax|VAT|GST/.test(text));
  return { books: dollars(books.taxCents), invoice: dollars(invoice), csv, mail: mail ?? '' };
}

test.each([
  ['Auckland', auckland, 'Pacific/Auckland', 4061, { paid: 21, given: 11.61 }],
  ['Sydney', sydney, 'Australia/Sydney', 3061, { paid: 14, given: 7.45 }],
  ['Austin', austin, 'America/Chicago', 1001, { paid: 7.2, given: 3.6 }],
  ['Providence', providence, 'America/New_York', 1001, { paid: 10.08, given: 5.04 }],
] as const)(
  'Y5: in %s a code that was paid for pays the whole tax, a free one lowers it, and every reader has that number',
  async (_place, address, timeZone, packageId, expected) => {
    for (const kind of ['paid', 'given'] as const) {
      const site = await openSite();
      const { db } = site.dependencies;
      await db
        .updateTable('activationCodes')
        .set({ bundleId: kind === 'paid' ? newId(site.clock.now()) : null })
        .where('lastFour', '=', 'DEMO')
        .execute();
      const parent = await subscribe(site, {
        address: { address, timeZone },
        packageId,
        codes: ['HALF-OFF0-DEMO'],
        agreedToTerms: true,
      });
      await drain(site);
      const { mail, ...numbers } = await taxesOf(site, parent);
      const tax = expected[kind].toFixed(2);
      expect([kind, numbers]).toEqual([kind, { books: tax, invoice: tax, csv: tax }]);
      expect(mail).toContain(`US$${tax}`);
    }
  },
);

test('Y6: an invoice states beside the rate the part of the price that it applies to', async () => {
  const site = await openSite();
  const parent = await subscribe(site, { address: { address: austin, timeZone: 'America/Chicago' } });
  const { data } = await site.dependencies.db
    .selectFrom('documents')
    .select('data')
    .where('userId', '=', parent.userId)
    .executeTakeFirstOrThrow();
  expect((data as DocumentData).rows.map(({ label }) => label)).toContain('Sales tax (6.25% on 80% of the price)');
});

test('Y5: a term that a free code had lowered and whose payment did not settle keeps it when a purchased code pays it again, and its tax', async () => {
  const site = await openSite();
  const { db, clock } = site.dependencies;
  const address = { address: austin, timeZone: 'America/Chicago' };
  const parent = await subscribe(site, { address, codes: ['HALF-OFF0-DEMO'] });
  await declineLatestSettlement(site, parent);
  const at = clock.now();
  const worth = {
    code: 'YEAR-2345-2222',
    packageName: 'ESSENTIALS',
    priceCents: 14_400,
    expiresAt: after(at, days(800)),
    at,
  };
  const id = await db.transaction().execute((trx) => storeYearCode(trx, worth));
  await db
    .updateTable('activationCodes')
    .set({ bundleId: newId(at) })
    .where('id', '=', id)
    .execute();
  const { userId, subscriptionId: subject } = parent;
  const inputs = { activationCode: worth.code };
  const staff = await staffHeaders(site, ['BILLING']);
  expect((await performAction(site, staff, userId, { action: 'PAY_WITH_CODE', subject, inputs })).statusCode).toBe(200);
  const orders = db
    .selectFrom('orders')
    .select(['quote', 'taxCents'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc');
  const { quote, taxCents } = await orders.executeTakeFirstOrThrow();
  const { codes } = (quote as StoredQuote).priced;
  expect([taxCents, codes.map(({ amountCents }) => amountCents)]).toEqual([360, [7_200, 7_560]]);
  const left = db.selectFrom('activationCodes').select(['amountCents', 'remainingCents']).where('id', '=', id);
  expect(await left.execute()).toEqual([{ amountCents: 15_120, remainingCents: 7_560 }]);
});
