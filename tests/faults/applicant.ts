import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Quote } from '#contract/api/prices.ts';
import type { PaidBody } from '../setup/sign-up.ts';
import { paymentBody } from '../setup/sign-up.ts';

/** What a person was shown; the books must agree with it. */
export type PaymentStatus = {
  signupId: string;
  email: string;
  coParentEmail: string;
  /** Null if they never learned that they had paid. */
  orderId: string | null;
  totalCents: number | null;
  username: string | null;
};

/** A person's behaviour when they submit a payment. */
export type Manner = 'patient' | 'two-tabs' | 'leaves';

export type Journey = {
  /** The address of the app for the next call; any app must be able to serve it. */
  nextApp: () => string;
  manner?: Manner;
  /** Decides whether they pay for both. */
  random?: () => number;
  /** When everything must be finished, in epoch milliseconds. */
  deadline: number;
  /** Called for responses that nobody may ever get: server errors other than 503. */
  onFault: (fault: string) => void;
};

type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown; headers?: Record<string, string> };
type Answer = { status: number; body: Record<string, unknown> };

const longestAnswerMs = 20_000;
/** Responses that ask the client to try again later. */
const busy = new Set([429, 503]);

/** Calls one app once. Null if there was no response. */
async function callApi(
  journey: Journey,
  { method, path, body, headers }: Call,
  timeoutMs = longestAnswerMs,
): Promise<Answer | null> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const response = await fetch(`${journey.nextApp()}/api${path}`, {
      method,
      ...json,
      headers: { ...type, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500 && !busy.has(response.status))
      journey.onFault(
        `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} answered ${response.status}: ${text.slice(0, 200)}`,
      );
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  } catch {
    return null;
  }
}

/** Retries until there is a response, like a person who submits again. */
async function insist(journey: Journey, call: Call): Promise<Answer> {
  while (Date.now() < journey.deadline) {
    const answer = await callApi(journey, call);
    if (answer && answer.status < 500 && !busy.has(answer.status)) return answer;
    await wait(100 + Math.random() * 300);
  }
  throw new Error(`${call.method} ${call.path} was never answered`);
}

async function insistOn(journey: Journey, call: Call, status: number): Promise<Answer> {
  const answer = await insist(journey, call);
  if (answer.status !== status)
    throw new Error(
      `${call.method} ${call.path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`,
    );
  return answer;
}

type BegunPayment = PaymentStatus & { headers: Record<string, string> };

/** One whole sign-up over the network, from step 1 to username and password, whatever happens to the site meanwhile. */
export async function signUp(journey: Journey): Promise<PaymentStatus> {
  const started = await fillIn(journey);
  const paid = await pay(journey, started);
  const told = { ...started, orderId: paid.receipt.orderId, totalCents: paid.receipt.totals.total };
  return { ...told, username: await chooseUsername(journey, paid.clickToJoinToken) };
}

async function fillIn(journey: Journey): Promise<BegunPayment> {
  const mark = randomUUID();
  const email = `parent-${mark}@example.com`;
  const coParentEmail = `other-${mark}@example.com`;
  const parent = {
    firstName: 'Marta',
    lastName: `Ruiz`,
    email,
    phoneCountryCode: '+1',
    phoneNumber: `2${Math.floor(Math.random() * 1e9)}`.padEnd(10, '4'),
  };
  const step1 = { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } };
  const { body } = await insistOn(journey, { method: 'POST', path: '/v2/registrations', body: step1 }, 201);
  const signupId = String(body['signupId']);
  const headers = { 'x-registration-key': String(body['registrationKey']) };
  const family = {
    coParent: { firstName: 'Joe', lastName: 'Ruiz', email: coParentEmail },
    children: [{ firstName: 'Ana', lastName: 'Ruiz' }],
  };
  await insistOn(journey, { method: 'PUT', path: `/v2/registrations/${signupId}/family`, body: family, headers }, 200);
  const address = {
    line1: '12 Lake Street',
    line2: '',
    city: 'Minneapolis',
    region: 'MN',
    postalCode: '55401',
    country: 'US',
  };
  const billing = { parent: { ...parent, timeZone: 'America/Chicago' }, address, sections: ['PARENT', 'ADDRESS'] };
  await insistOn(journey, { method: 'PUT', path: `/v2/registrations/${signupId}`, body: billing, headers }, 200);
  return { signupId, email, coParentEmail, headers, orderId: null, totalCents: null, username: null };
}

async function pay(journey: Journey, { signupId, headers }: BegunPayment): Promise<PaidBody> {
  const path = `/v2/registrations/${signupId}`;
  const options = { packageId: 1001, payForCoparent: (journey.random ?? Math.random)() < 0.5 };
  const asked = {
    orderDetail: { packageId: options.packageId, productId: null, services: [] },
    payForCoparent: options.payForCoparent,
    paymentCodes: [],
  };
  const quote = (await insistOn(journey, { method: 'POST', path: `${path}/prices`, body: asked, headers }, 200))
    .body as unknown as Quote;
  const submission = (key: string): Call => ({
    method: 'POST',
    path: `${path}/payments`,
    body: paymentBody(quote, options),
    headers: { ...headers, 'idempotency-key': key },
  });
  let key = randomUUID();
  const read: Call = { method: 'GET', path: `${path}/payment`, headers };
  await submitters[journey.manner ?? 'patient'](journey, submission, key);
  while (Date.now() < journey.deadline) {
    const { status, body } = await insist(journey, read);
    if (status === 200 && body['outcome'] === 'PAID') return body as unknown as PaidBody;
    const givenUp = body['outcome'] === 'DECLINED' && body['code'] === 'not_charged';
    if (status !== 200 || (body['outcome'] === 'DECLINED' && !givenUp))
      throw new Error(`Paying ended with ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    // Nothing was charged: a new submission, as the page offers it.
    if (givenUp) key = randomUUID();
    // The submission never arrived, so it is sent again under its own key.
    if (givenUp || body['outcome'] === 'NONE') await insist(journey, submission(key));
    else await wait(400);
  }
  throw new Error(`Payment of ${signupId} was never confirmed`);
}

const submitters: Record<
  Manner,
  (journey: Journey, submission: (key: string) => Call, key: string) => Promise<unknown>
> = {
  patient: (journey, submission, key) => insist(journey, submission(key)),
  'two-tabs': (journey, submission, key) =>
    Promise.all([
      callApi(journey, submission(key)),
      callApi(journey, submission(randomUUID())),
      callApi(journey, submission(key)),
    ]),
  leaves: (journey, submission, key) => callApi(journey, submission(key), 40),
};

/** If the response was lost, the username is set and the link used up, so that a refused retry means success. */
async function chooseUsername(journey: Journey, token: string): Promise<string> {
  const username = `marta.${randomUUID().slice(0, 13)}`;
  const headers = { authorization: `Bearer ${token}` };
  const call: Call = {
    method: 'PUT',
    path: '/v2/credentials',
    body: { username, password: 'quiet-harbour-7' },
    headers,
  };
  let lost = false;
  while (Date.now() < journey.deadline) {
    const answer = await callApi(journey, call);
    if (answer?.status === 200) return username;
    if (lost && answer && answer.status >= 400 && answer.status < 500 && !busy.has(answer.status)) return username;
    if (answer && answer.status < 500 && !busy.has(answer.status))
      throw new Error(`The username was refused: ${JSON.stringify(answer)}`);
    lost = true;
    await wait(100 + Math.random() * 300);
  }
  throw new Error('The username was never accepted');
}
