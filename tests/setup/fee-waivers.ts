import type { QueueRow } from '#contract/api/staff/staff-queues.ts';
import { feeWaiverCode } from '#server/staff/answer-fee-waiver.ts';
import { type Registration, send } from './sign-up.ts';
import type { TestSite } from './site.ts';

type Headers = Record<string, string>;
export const courtOrder = '24-FA-0815';

/** Asks for a year without charge before paying. */
export const requestWaiver = (
  { app }: TestSite,
  { signupId, headers }: Registration,
  body: object = { reason: 'LEGAL_AID', courtOrder },
) => send(app, { method: 'POST', path: `/v2/registrations/${signupId}/fee-waivers`, body, headers });

/** The requests that wait, as staff see them. */
export async function asked({ app }: TestSite, headers: Headers) {
  return (await app.inject({ url: '/api/v2/staff/queues/fee-waivers', headers })).json<{ rows: QueueRow[] }>().rows;
}

/** Answers a request as staff. */
export function decide(
  { app }: TestSite,
  headers: Headers,
  { key }: QueueRow,
  action: 'GRANT' | 'REFUSE',
  inputs: object = {},
) {
  const payload = { action: `${action}_FEE_WAIVER`, subject: key, inputs, reason: 'Read the request' };
  return app.inject({ method: 'POST', url: '/api/v2/staff/actions', headers, payload });
}

/** The code of a granted year, and what nobody else may read. */
export const secretOf = (site: TestSite, { key }: QueueRow) => {
  const code = feeWaiverCode(site.dependencies.makeToken, key);
  return { code, hidden: [code, code.replaceAll('-', ''), code.slice(-4), courtOrder, 'LEGAL_AID', 'feeWaivers":[{'] };
};
