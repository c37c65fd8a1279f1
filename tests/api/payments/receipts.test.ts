import { expect, test } from 'vitest';
import { unrestrictedReach } from '#contract/account/reach-channels.ts';
import type { listDocuments, readReceipt } from '#contract/api/receipts.ts';
import type { AnswerOf } from '#contract/api/route.ts';
import { writeReach } from '#server/identity/reach.ts';
import { billing, callRefund, coParent, lastMail } from '../../setup/account-calls.ts';
import { pdfContains } from '../../setup/pdf-text.ts';
import { openFamily, payPlan, signedInProfessional } from '../../setup/professional.ts';
import { settleSales } from '../../setup/sandbox.ts';
import { openSite, type TestSite } from '../../setup/site.ts';
import { drain, mailsInOrder, type Subscriber, signedIn, subscribe } from '../../setup/subscriber.ts';

async function raw(site: TestSite, { userId }: Pick<Subscriber, 'userId'>, path: string) {
  return site.app.inject({ method: 'GET', url: `/api${path}`, headers: await signedIn(site, userId) });
}

async function get<T>(site: TestSite, subscriber: Pick<Subscriber, 'userId'>, path: string) {
  return (await raw(site, subscriber, path)).json<T>();
}

const documentsOf = async (site: TestSite, person: Pick<Subscriber, 'userId'>) =>
  (await get<AnswerOf<typeof listDocuments>>(site, person, '/v2/account/documents')).documents;

test.each([
  [
    'en',
    [
      'Payment method: Visa ending in 1111',
      'Invoice number: EK-US-1000-0012',
      "Paid for: Marta O'Brien",
      'Period: November 21, 2026 to November 21, 2027',
      'Seller: Harbor Co, 1 Pier Road, Duluth, Sales tax registration: MN 1234567',
      "Billed to: Marta O'Brien, 12 Lake Street, Minneapolis, Minnesota 55401, United States",
    ],
  ],
  [
    'es',
    [
      'Método de pago: Visa terminada en 1111',
      'Número de factura: EK-US-1000-0012',
      "Pagado para: Marta O'Brien",
      'Período: Del 21 de noviembre de 2026 al 21 de noviembre de 2027',
      'Vendedor: Harbor Co, 1 Pier Road, Duluth, Registro de impuesto a las ventas: MN 1234567',
      "Facturado a: Marta O'Brien, 12 Lake Street, Minneapolis, Minnesota 55401, Estados Unidos",
    ],
  ],
] as const)(
  'T14: an invoice as PDF in %s: tagged, in its payer’s language whoever reads it, with its amounts and how it was paid as text',
  async (language, facts) => {
    const site = await openSite({ environment: { SELLER_US: 'Harbor Co | 1 Pier Road, Duluth | MN 1234567' } });
    site.clock.set(new Date('2026-11-21T18:00:00Z'));
    const parent = await subscribe(site, { address: { headers: { 'accept-language': language } } });
    const [invoice] = await documentsOf(site, parent);
    const answer = await raw(site, parent, `/v2/account/documents/${invoice?.id}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="EK-US-1000-0012.pdf"',
    });
    const file = answer.rawPayload;
    const text = file.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('/MarkInfo');
    expect(text).toContain(`/Lang (${language})`);
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('/ActualText (US$144.00)');
    expect(facts.filter((fact) => !pdfContains(file, fact))).toEqual([]);
    await drain(site);
    expect((await raw(site, parent, `/v2/account/documents/${invoice?.id}`)).rawPayload.equals(file)).toBe(true);
  },
);

test('the mail, the page and the PDF of a payment have one number and one date: the payer’s local day', async () => {
  const site = await openSite();
  site.clock.set(new Date('2027-03-02T01:00:00Z'));
  const parent = await subscribe(site);
  await drain(site);
  const [mail] = await mailsInOrder(site, parent.email);
  expect(mail?.text).toContain('March 1, 2027');
  const [row] = (await billing(site, parent.userId)).receipts;
  expect(row).toMatchObject({ date: '2027-03-01', invoiceNumber: 'EK-US-1000-0012' });
  expect(mail?.text).toContain('Invoice number: EK-US-1000-0012');
  expect(mail?.text).toContain('Your invoice is attached as a PDF.');
  const page = await get<AnswerOf<typeof readReceipt>>(site, parent, `/v2/account/receipts/${row?.orderId}`);
  expect(page).toMatchObject({
    receipt: { timeZone: 'America/Chicago', invoiceNumber: 'EK-US-1000-0012' },
    documents: [{ kind: 'INVOICE', number: 'EK-US-1000-0012', date: '2027-03-01', amountFormatted: 'US$144.00' }],
    soldBy: ['Evenkeel, Inc.', '400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA'],
  });
  const answer = await raw(site, parent, `/v2/account/documents/${page.documents[0]?.id}`);
  expect(mail?.attachments).toEqual([
    { name: 'EK-US-1000-0012.pdf', type: 'application/pdf', content: answer.rawPayload.toString('base64') },
  ]);
  for (const fact of ['Date of issue: March 1, 2027', 'Invoice number: EK-US-1000-0012'])
    expect(pdfContains(answer.rawPayload, fact)).toBe(true);
  await callRefund(site, parent.userId);
  await drain(site);
  expect((await documentsOf(site, parent)).map(({ number, amountFormatted }) => [number, amountFormatted])).toEqual([
    ['EK-US-CR-1000-0012', '−US$144.00'],
    ['EK-US-1000-0012', 'US$144.00'],
  ]);
  const last = await lastMail(site, parent);
  expect(last?.text).toContain('Credit note number: EK-US-CR-1000-0012');
  expect(last?.attachments.map(({ name }) => name)).toEqual(['EK-US-CR-1000-0012.pdf']);
});

test('SEC10: an invoice and a credit note can be opened by the payer, and by nobody else involved', async () => {
  const site = await openSite();
  const payer = await subscribe(site, { payForCoparent: true });
  await settleSales(site.sandboxUrl);
  await callRefund(site, payer.userId);
  const stranger = await subscribe(site);
  const other = await coParent(site, payer);
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) });
  await drain(site);
  const readers = { payer, stranger, other, professional };
  const own = { payer: 2, stranger: 1, other: 0, professional: 1 };
  for (const [owner, person] of Object.entries(readers)) {
    const documents = await documentsOf(site, person);
    expect([owner, documents.length]).toEqual([owner, own[owner as keyof typeof own]]);
    for (const { id } of documents) {
      const path = `/v2/account/documents/${id}`;
      expect((await site.app.inject({ method: 'GET', url: `/api${path}` })).statusCode).toBe(401);
      for (const [reader, one] of Object.entries(readers)) {
        expect([owner, reader, (await raw(site, one, path)).statusCode]).toEqual([
          owner,
          reader,
          reader === owner ? 200 : 404,
        ]);
      }
    }
  }
});

test('a year’s invoices and credit notes come as one PDF and one table, and a receipt is mailed again: to its payer, unless they want no mail', async () => {
  const site = await openSite();
  site.clock.set(new Date('2026-11-21T18:00:00Z'));
  const payer = await subscribe(site);
  const stranger = await subscribe(site);
  await callRefund(site, payer.userId);
  await drain(site);
  const pdf = await raw(site, payer, '/v2/account/documents/years/2026');
  expect(pdf.headers).toMatchObject({ 'content-disposition': 'attachment; filename="evenkeel-2026.pdf"' });
  for (const fact of ['Payments in 2026', 'Paid, less what was credited', 'Total paid', 'Total credited'])
    expect([fact, pdfContains(pdf.rawPayload, fact)]).toEqual([fact, true]);
  const table = await raw(site, payer, '/v2/account/documents/years/2026/table');
  expect(table.headers['content-type']).toMatch('text/csv');
  const lines = table.payload.trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'Number,Document,Date of issue',
    'EK-US-1000-0012,Invoice,2026-11-21',
    'EK-US-CR-1000-0012,Credit note,2026-11-21',
  ]);
  expect(lines.slice(1).map((line) => line.split(',').slice(-3))).toEqual([
    ['144.00', '', '0.00'],
    ['', '144.00', '0.00'],
  ]);
  const [row] = (await billing(site, payer.userId)).receipts;
  expect(row?.holders).toEqual([{ name: "Marta O'Brien", own: true }]);
  const mailAgain = async (reader: Subscriber) => {
    const headers = await signedIn(site, reader.userId);
    const url = `/api/v2/account/receipts/${row?.orderId}/mail`;
    return (await site.app.inject({ method: 'POST', url, headers })).statusCode;
  };
  const receipts = async () =>
    (await mailsInOrder(site, payer.email)).filter(({ attachments }) => attachments[0]?.name === 'EK-US-1000-0012.pdf');
  expect([await mailAgain(stranger), await mailAgain(payer)]).toEqual([404, 200]);
  await drain(site);
  expect(await receipts()).toHaveLength(2);
  const { db } = site.dependencies;
  await writeReach(db, { userId: payer.userId, reach: { ...unrestrictedReach, mail: false }, at: site.clock.now() });
  expect(await mailAgain(payer)).toBe(403);
  const others = ['/v2/account/documents/years/2025', '/v2/account/documents/years/2026/table'];
  expect([(await raw(site, payer, others[0] ?? '')).statusCode]).toEqual([404]);
  expect((await raw(site, stranger, others[1] ?? '')).payload).not.toContain('EK-US-CR');
});
