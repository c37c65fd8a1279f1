import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Quote } from '#contract/api/prices.ts';
import type { ProfessionalCase, searchCases as searchRoute } from '#contract/api/professionals/professional-cases.ts';
import type { AnswerOf, BodyInput } from '#contract/api/route.ts';
import { type Answer, send } from './sign-up.ts';
import type { TestSite } from './site.ts';
import { signedIn } from './subscriber.ts';

/** What a professional registers with over HTTP. */
export const contact = {
  title: 'HON',
  firstName: 'Ana',
  lastName: 'Ruiz',
  credentials: '',
  email: 'ana@court.example',
  phoneCountryCode: '+1',
  phoneNumber: '2025550142',
  phoneExtension: '12',
  hearAboutUs: 'SEARCH',
};
export const practice = {
  practiceName: 'Family Court of Hennepin',
  line1: '300 South Sixth Street',
  line2: '',
  country: 'US',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55487',
  timezone: 'America/Chicago',
  roles: ['JUDGE', 'MEDIATOR'],
};
export const security = {
  securityQuestion: 'What was your first school?',
  securityAnswer: 'Lakeside',
  securityCode: '4711',
  securityCodeConfirm: '4711',
};

export const britishPractice = {
  ...practice,
  line1: '1 King Street',
  country: 'GB',
  city: 'London',
  region: 'ENG',
  postalCode: 'SW1A 1AA',
  timezone: 'Europe/London',
  roles: ['SOLICITOR'],
};

type Change = { contact?: object; practice?: object; security?: object; duplicateConfirmed?: boolean; key?: string };

export function register(app: FastifyInstance, change: Change = {}) {
  const body = {
    contact: { ...contact, ...change.contact },
    practice: { ...practice, ...change.practice },
    security: { ...security, ...change.security },
    duplicateConfirmed: change.duplicateConfirmed,
  };
  const headers = change.key ? { 'idempotency-key': change.key } : {};
  return send<{ userId: string; name: { firstName: string }; validationErrors: { field: string; text: string }[] }>(
    app,
    {
      method: 'POST',
      path: '/v2/professional/users',
      body,
      headers,
    },
  );
}

export type SignedIn = { userId: string; email: string; headers: Record<string, string> };

/** A registered professional, active and signed in. The username is set directly, without the mailed link. */
export async function signedInProfessional(site: TestSite, change: Change = {}): Promise<SignedIn> {
  const email = `pro-${randomUUID()}@court.example`;
  const { status, body } = await register(site.app, { ...change, contact: { email, ...change.contact } });
  if (status !== 201) throw new Error(`Registering answered ${status}: ${JSON.stringify(body)}`);
  await site.dependencies.db
    .updateTable('users')
    .set({ status: 'ACTIVE', emailProvenAt: new Date(), username: `pro.${randomUUID().slice(0, 20)}` })
    .where('id', '=', body.userId)
    .execute();
  return { userId: body.userId, email, headers: await signedIn(site, body.userId) };
}

type AnyBody = Record<string, unknown> & {
  code: string;
  validationErrors: { field: string; text: string; code: string }[];
};

export function ask<T = AnyBody>(
  { app }: TestSite,
  professional: { headers: Record<string, string> },
  path: string,
  call: { method?: 'GET' | 'POST' | 'PUT'; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const { method = call.body === undefined ? 'GET' : 'POST', body, headers = {} } = call;
  return send<T>(app, {
    method,
    path: `/v2/professional${path}`,
    body,
    headers: { ...professional.headers, ...headers },
  });
}

export async function openFamily(
  site: TestSite,
  professional: SignedIn,
  change: object = {},
): Promise<ProfessionalCase> {
  const unique = randomUUID();
  const body = {
    parentA: { firstName: 'Marta', lastName: "O'Brien", email: `a-${unique}@example.com` },
    parentB: { firstName: 'Joe', lastName: 'Ruiz', email: `b-${unique}@example.com` },
    children: [{ firstName: 'Ana' }],
    ...change,
  };
  const headers = { 'idempotency-key': unique };
  const answer = await ask<ProfessionalCase>(site, professional, '/cases', { body, headers });
  if (answer.status !== 201)
    throw new Error(`Opening a family answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The matching families; by default all active ones, newest first. */
export async function searchCases(
  site: TestSite,
  professional: { headers: Record<string, string> },
  search: BodyInput<typeof searchRoute> = {},
): Promise<AnswerOf<typeof searchRoute>> {
  return (await ask<AnswerOf<typeof searchRoute>>(site, professional, '/cases/search', { body: search })).body;
}

type PlanPayment = {
  parentIds: string[];
  packageId?: number;
  quote?: Quote;
  nonce?: string;
  key?: string;
  change?: object;
  agreedToTerms?: boolean;
};

export function planQuote(
  site: TestSite,
  professional: SignedIn,
  { familyId, parentIds, packageId = 1001 }: { familyId: string; parentIds: string[]; packageId?: number },
) {
  return ask<Quote>(site, professional, `/cases/${familyId}/prices`, { body: { packageId, parentIds } });
}

export async function payPlan(site: TestSite, professional: SignedIn, familyId: string, submission: PlanPayment) {
  const {
    parentIds,
    packageId = 1001,
    // A British practice's card requires authentication.
    nonce = 'fake-three-d-secure-two-visa-successful-frictionless-authentication-nonce',
    key = randomUUID(),
    agreedToTerms = false,
  } = submission;
  const quote = submission.quote ?? (await planQuote(site, professional, { familyId, parentIds, packageId })).body;
  const payment = {
    amountDisplayed: quote.totals?.total ?? 0,
    taxAmountDisplayed: quote.totals?.taxAmount ?? 0,
    taxId: quote.taxId ?? 'none',
    paymentType: 'CREDIT_CARD',
    nonce,
    ...submission.change,
  };
  return ask<AnyBody & { outcome: string; receipt: { orderId: string; totals: { total: number } } }>(
    site,
    professional,
    `/cases/${familyId}/payments`,
    {
      body: { packageId, parentIds, payment, agreedToTerms },
      headers: { 'idempotency-key': key },
    },
  );
}
