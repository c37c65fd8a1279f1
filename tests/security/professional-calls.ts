import { randomUUID } from 'node:crypto';
import { caseColumnNames } from '#contract/professionals/case-list.ts';
import {
  ask,
  contact,
  openFamily,
  planQuote,
  practice,
  security,
  signedInProfessional,
} from '../setup/professional.ts';
import type { TestSite } from '../setup/site.ts';
import { another, type Call, card, withIdempotencyKey } from './right-call.ts';

/** Every call by which a professional changes something, by its route. */
export async function ofProfessional(site: TestSite): Promise<Record<string, Call>> {
  const professional = await signedInProfessional(site);
  const { headers } = professional;
  const { familyId, parents } = await openFamily(site, professional);
  const [one = '', other = ''] = parents.map(({ userId }) => userId);
  const family = `/v2/professional/cases/${familyId}`;
  const parent = `${family}/parents/${other}`;
  const ofParent = '/v2/professional/cases/{familyId}/parents/{userId}';
  const { body: quote } = await planQuote(site, professional, { familyId, parentIds: [one] });
  const { body: bundle } = await ask<{ bundleId: string; offer: { totalCents: number } }>(
    site,
    professional,
    '/code-bundles',
    { body: { packageId: 1001, size: 5 } },
  );
  const path = `/v2/professional/code-bundles/${bundle.bundleId}`;
  const bundlePayment = { ...card({ ...quote, totals: { ...quote.totals, total: bundle.offer.totalCents } }) };
  const list = Buffer.from(
    `${Object.values(caseColumnNames.en).join(',')}\nMarta,Ruiz,${another('a')},Joe,Ramos,,Ana,en`,
  ).toString('base64');
  const register = { contact: { ...contact, email: another('pro') }, practice, security };
  return {
    'POST /v2/professional/users/validator': { body: { step: 'ONE', ...contact } },
    'POST /v2/professional/users': { headers: { 'idempotency-key': randomUUID() }, body: register },
    'POST /v2/professional/cases': {
      headers,
      body: {
        parentA: { firstName: 'Marta', lastName: 'Ruiz', email: another('a') },
        parentB: { firstName: 'Joe', lastName: 'Ruiz' },
      },
    },
    'POST /v2/professional/unpaid-orders/{orderId}/payments': {
      path: `/v2/professional/unpaid-orders/${randomUUID()}/payments`,
      headers: withIdempotencyKey(headers),
      body: { payment: card(quote) },
    },
    'POST /v2/professional/case-batches': { headers, body: { action: 'RESTORE', familyIds: [familyId] } },
    'POST /v2/professional/cases/search': { headers, body: { text: 'marta' } },
    'PUT /v2/professional/cases/{familyId}': {
      path: family,
      headers,
      body: { parents: [{ userId: other, firstName: 'Joe', lastName: 'Ramos' }], children: [{ firstName: 'Mia' }] },
    },
    'PUT /v2/professional/cases/{familyId}/archive': { path: `${family}/archive`, headers, body: { archived: true } },
    [`POST ${ofParent}/invites`]: { path: `${parent}/invites`, headers },
    [`POST ${ofParent}/letters`]: { path: `${parent}/letters`, headers },
    [`PUT ${ofParent}/email`]: { path: `${parent}/email`, headers, body: () => ({ email: another('b') }) },
    [`POST ${ofParent}/invites/revocation`]: { path: `${parent}/invites/revocation`, headers },
    'POST /v2/professional/cases/{familyId}/prices': {
      path: `${family}/prices`,
      headers,
      body: { packageId: 1001, parentIds: [one] },
    },
    'POST /v2/professional/cases/{familyId}/payments': {
      path: `${family}/payments`,
      headers: withIdempotencyKey(headers),
      body: { packageId: 1001, parentIds: [one], payment: card(quote) },
    },
    'POST /v2/professional/cases/{familyId}/refund': { path: `${family}/refund`, headers },
    'POST /v2/professional/code-bundles/{bundleId}/refund': { path: `${path}/refund`, headers },
    'POST /v2/professional/case-imports/preview': { headers, body: { fileBase64: list } },
    'POST /v2/professional/case-imports': { headers: withIdempotencyKey(headers), body: { fileBase64: list } },
    'PUT /v2/professional/practice': { headers, body: practice },
    'POST /v2/professional/code-bundles': { headers, body: { packageId: 1001, size: 10 } },
    'POST /v2/professional/code-bundles/{bundleId}/payments': {
      path: `${path}/payments`,
      headers: withIdempotencyKey(headers),
      body: { payment: bundlePayment, agreedToTerms: false },
    },
    'POST /v2/professional/code-bundles/{bundleId}/codes': { path: `${path}/codes`, headers },
    'POST /v2/professional/code-bundles/{bundleId}/codes/receipt': { path: `${path}/codes/receipt`, headers },
  };
}
