import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Quote } from '#contract/api/prices.ts';

/** A sign-up over HTTP. Every test person has a distinct address. */
export type Answer<T = Record<string, never>> = { status: number; body: T; headers: Record<string, unknown> };
type Send = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};

export async function send<T = Record<string, unknown>>(
  app: FastifyInstance,
  { method, path, body, headers = {} }: Send,
): Promise<Answer<T>> {
  const payload =
    body === undefined
      ? {}
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  const response = await app.inject({ method, url: `/api${path}`, headers, ...payload });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    body: (isJson && response.body !== '' ? response.json() : {}) as T,
    headers: response.headers,
  };
}

export type Registration = {
  signupId: string;
  headers: { 'x-registration-key': string };
  email: string;
  coParentEmail: string;
};

export const parentOf = (email: string) => ({
  firstName: 'Marta',
  lastName: "O'Brien",
  email,
  phoneCountryCode: '+1',
  phoneNumber: '2025550142',
});

export const addressInMinnesota = {
  line1: '12 Lake Street',
  line2: '',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55401',
  country: 'US',
};

/** A distinct phone. Washington has no phone rule, so its people are offered P0. */
export const newPhone = (areaCode = '202') =>
  `${areaCode}${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;

type Start = {
  areaCode?: string;
  phoneNumber?: string;
  address?: typeof addressInMinnesota;
  timeZone?: string;
  headers?: Record<string, string>;
  email?: string;
  coParentEmail?: string;
  extra?: object;
};

/** Steps 1 and 2 and the billing address are done; ready to pay. */
export async function readyToPay(app: FastifyInstance, start: Start = {}): Promise<Registration> {
  const { address = addressInMinnesota, timeZone = 'America/Chicago', headers = {} } = start;
  const email = start.email ?? `parent-${randomUUID()}@example.com`;
  const coParentEmail = start.coParentEmail ?? `other-${randomUUID()}@example.com`;
  const phoneNumber = start.phoneNumber ?? newPhone(start.areaCode);
  const parent = { ...parentOf(email), phoneNumber };
  const created = await send<{ signupId: string; registrationKey: string }>(app, {
    method: 'POST',
    path: '/v2/registrations',
    body: { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' }, ...start.extra },
    headers,
  });
  if (created.status !== 201) throw new Error(`Step 1 answered ${created.status}`);
  const { signupId, registrationKey } = created.body;
  const registrationHeaders = { ...headers, 'x-registration-key': registrationKey };
  const family = {
    coParent: { firstName: 'Joe', lastName: 'Ruiz', email: coParentEmail },
    children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
  };
  await mustBeOk(
    send(app, {
      method: 'PUT',
      path: `/v2/registrations/${signupId}/family`,
      body: family,
      headers: registrationHeaders,
    }),
  );
  const billing = { parent: { ...parent, timeZone }, address, sections: ['PARENT', 'ADDRESS'] };
  await mustBeOk(
    send(app, { method: 'PUT', path: `/v2/registrations/${signupId}`, body: billing, headers: registrationHeaders }),
  );
  return { signupId, headers: registrationHeaders, email, coParentEmail };
}

async function mustBeOk(answer: Promise<Answer<Record<string, unknown>>>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`A step answered ${status}: ${JSON.stringify(body)}`);
}

type PriceOptions = {
  packageId?: number;
  productId?: string | null;
  services?: string[];
  payForCoparent?: boolean;
  codes?: string[];
};

export async function price(
  app: FastifyInstance,
  registration: Registration,
  options: PriceOptions = {},
): Promise<Quote> {
  const { packageId = 1001, productId = null, services = [], payForCoparent = false, codes = [] } = options;
  const body = { orderDetail: { packageId, productId, services }, payForCoparent, paymentCodes: codes };
  const answer = await send<Quote>(app, {
    method: 'POST',
    path: `/v2/registrations/${registration.signupId}/prices`,
    body,
    headers: registration.headers,
  });
  if (answer.status !== 200) throw new Error(`Pricing answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export type PaymentOptions = PriceOptions & {
  nonce?: string | null;
  quote?: Quote;
  key?: string;
  change?: object;
  agreedToTerms?: boolean;
};

/** The body of a payment submission for a displayed price. */
export function paymentBody(quote: Quote, submission: PaymentOptions = {}) {
  const {
    packageId = 1001,
    productId = null,
    services = [],
    payForCoparent = false,
    codes = [],
    nonce = 'fake-valid-visa-nonce',
    agreedToTerms = false,
  } = submission;
  return {
    payment: {
      amountDisplayed: quote.totals.total,
      taxAmountDisplayed: quote.totals.taxAmount,
      taxId: quote.taxId,
      paymentType: nonce === null ? null : 'CREDIT_CARD',
      nonce,
      storePaymentOnFile: true,
      ...submission.change,
    },
    order: { packageId, productId, services },
    promoCodes: codes.length > 0 ? codes : null,
    payForCoparent,
    agreedToTerms,
  };
}

export type PaidBody = {
  outcome: string;
  clickToJoinToken: string;
  receipt: { orderId: string; transactionId: string | null; totals: { total: number } };
  code: string;
  quote: Quote;
  validationErrors: { field: string; text: string; code: string }[];
};

export async function submitPayment(
  app: FastifyInstance,
  registration: Registration,
  submission: PaymentOptions = {},
): Promise<Answer<PaidBody>> {
  const quote = submission.quote ?? (await price(app, registration, submission));
  return send<PaidBody>(app, {
    method: 'POST',
    path: `/v2/registrations/${registration.signupId}/payments`,
    body: paymentBody(quote, submission),
    headers: { ...registration.headers, 'idempotency-key': submission.key ?? randomUUID() },
  });
}

/** The payment of the submission with this key, by default of the latest one. */
export async function readResult(
  app: FastifyInstance,
  registration: Registration,
  key?: string,
): Promise<Answer<PaidBody>> {
  const query = key === undefined ? '' : `?key=${key}`;
  return send<PaidBody>(app, {
    method: 'GET',
    path: `/v2/registrations/${registration.signupId}/payment${query}`,
    headers: registration.headers,
  });
}
