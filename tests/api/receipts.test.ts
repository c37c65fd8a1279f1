import { expect, test } from 'vitest';
import { holds } from '../setup/pdf-text.ts';
import { openSite, type TestSite } from '../setup/site.ts';
import { drain, mailsInOrder, signedIn, subscribe, type Subscriber } from '../setup/subscriber.ts';

async function raw(site: TestSite, { userId }: Subscriber, path: string) {
  return site.app.inject({ method: 'GET', url: `/api${path}`, headers: await signedIn(site, userId) });
}

async function get<T>(site: TestSite, subscriber: Subscriber, path: string) {
  return (await raw(site, subscriber, path)).json<T>();
}

test.each([
  [
    'en',
    [
      'Payment method: Card ending in 1111',
      'Receipt number: EK-1000-0012',
      "Paid for: Marta O'Brien",
      'Period: November 21, 2026 to November 21, 2027',
      'From: Evenkeel, Inc., 400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA',
      "Billed to: Marta O'Brien, 12 Lake Street, Minneapolis, Minnesota 55401, United States",
    ],
  ],
  [
    'es',
    [
      'Método de pago: Tarjeta terminada en 1111',
      'Número de recibo: EK-1000-0012',
      "Pagado para: Marta O'Brien",
      'Período: Del 21 de noviembre de 2026 al 21 de noviembre de 2027',
      'De: Evenkeel, Inc., 400 Harbor Street, Suite 12, Minneapolis, MN 55401, USA',
      "Facturado a: Marta O'Brien, 12 Lake Street, Minneapolis, Minnesota 55401, Estados Unidos",
    ],
  ],
] as const)(
  'L8 a receipt as PDF in %s: tagged, in its language, with its amounts and how it was paid as text',
  async (language, facts) => {
    const site = await openSite();
    site.clock.set(new Date('2026-11-21T18:00:00Z'));
    const parent = await subscribe(site);
    const { receipts } = await get<{ receipts: { orderId: string }[] }>(site, parent, '/v2/account/billing');
    const pdf = async () => {
      const path = `/v2/account/receipts/${receipts[0]?.orderId}/pdf?language=${language}`;
      const answer = await raw(site, parent, path);
      expect(answer.headers['content-type']).toBe('application/pdf');
      return answer.rawPayload;
    };
    const file = await pdf();
    const text = file.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('/MarkInfo');
    expect(text).toContain(`/Lang (${language})`);
    expect(text).toContain('/StructTreeRoot');
    expect(text).toContain('/ActualText (US$144.00)');
    expect(facts.filter((fact) => !holds(file, fact))).toEqual([]);
    await site.dependencies.db
      .updateTable('orders')
      .set({ paymentMethod: JSON.stringify({ type: 'PAYPAL', cardLastFour: null }) })
      .execute();
    expect(holds(await pdf(), facts[0].replace(/:.*/, ': PayPal'))).toBe(true);
  },
);

test('the mail, the page and the PDF of a receipt bear one number and one date: the day it was for the payer', async () => {
  const site = await openSite();
  site.clock.set(new Date('2027-03-02T01:00:00Z'));
  const parent = await subscribe(site);
  await site.dependencies.db
    .updateTable('users')
    .set({ timeZone: 'America/Chicago' })
    .where('id', '=', parent.userId)
    .execute();
  await drain(site);
  const [mail] = await mailsInOrder(site, parent.email);
  expect(mail?.text).toContain('March 1, 2027');
  const { receipts } = await get<{ receipts: { orderId: string; date: string }[] }>(
    site,
    parent,
    '/v2/account/billing',
  );
  expect(receipts[0]?.date).toBe('2027-03-01');
  const path = `/v2/account/receipts/${receipts[0]?.orderId}`;
  expect(await get(site, parent, path)).toMatchObject({
    receipt: { timeZone: 'America/Chicago', receiptNumber: 'EK-1000-0012' },
  });
  expect(mail?.text).toContain('Receipt number: EK-1000-0012');
  const answer = await raw(site, parent, `${path}/pdf?language=en`);
  expect(answer.headers['content-disposition']).toContain('receipt-2027-03-01.pdf');
  for (const fact of ['Date: March 1, 2027', 'Receipt number: EK-1000-0012'])
    expect(holds(answer.rawPayload, fact)).toBe(true);
});
