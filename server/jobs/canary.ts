import { randomUUID } from 'node:crypto';
import { listPackages as listRoute } from '#contract/api/packages.ts';
import { payRegistration as payRoute } from '#contract/api/payments.ts';
import {
  createRegistration,
  updateFamily,
  updateRegistration as updateRoute,
} from '#contract/api/sign-up/registrations.ts';
import { isEnqueued } from '../db/job-queue.ts';
import type { Db } from '../db/pool.ts';
import type { RollBack } from '../db/rolled-back.ts';
import type { PaymentGateway } from '../gateways/payment/port.ts';
import type { Refusal } from '../refusal.ts';
import { listPackages } from '../sign-up/list-packages.ts';
import type { RegistrationAccess } from '../sign-up/open-registration.ts';
import { payRegistration } from '../sign-up/pay-registration.ts';
import { priceRegistration } from '../sign-up/price-registration.ts';
import { saveFamily } from '../sign-up/save-family.ts';
import { startRegistration } from '../sign-up/start-registration.ts';
import { updateRegistration } from '../sign-up/update-registration.ts';
import { addressAt, type Site } from '../sites.ts';
import type { Job, JobDependencies } from './job.ts';

const language = 'en' as const;
const pageTimeoutMs = 10_000;

/** A stub that approves every sale and has no other method, so that no sale of the canary can reach a gateway. */
const approvesByItself = {
  sale: async ({ amountCents }: { amountCents: number }) => ({
    outcome: 'approved',
    transactionId: `canary-${randomUUID()}`,
    amountCents,
    paymentMethod: {
      type: 'CREDIT_CARD',
      token: null,
      cardLastFour: '1111',
      cardBrand: 'Visa',
      expirationMonth: '12',
      expirationYear: '2099',
      accountLabel: null,
    },
    authentication: null,
    processedAt: new Date(),
  }),
} as unknown as PaymentGateway;

class CanaryFailed extends Error {}

function accepted<Answer extends object>(step: string, answer: Answer | Refusal): Answer {
  if ('refused' in answer) throw new CanaryFailed(`${step}: ${answer.refused}`);
  return answer;
}

const experimentsIn = () => Promise.resolve({});
const phone = { phoneCountryCode: '+1', phoneNumber: '2025550199' };
const address = {
  line1: '1 Canary Street',
  line2: '',
  city: 'Minneapolis',
  region: 'MN',
  postalCode: '55401',
  country: 'US',
};

/** With a database that is rolled back: no sale is sent, and nothing is counted. */
const rehearsalDependencies = (dependencies: JobDependencies, db: Db) => ({
  ...dependencies,
  db,
  gateway: approvesByItself,
  onSettled: undefined,
  isSwitchedOff: () => Promise.resolve(false),
  registrationTtlMinutes: 60,
});
type RehearsalDependencies = ReturnType<typeof rehearsalDependencies>;

/** A complete sign-up from the API's inputs to the order, its invoice, and the queued mails. */
async function signUp(dependencies: RehearsalDependencies): Promise<void> {
  const access = await fillIn(dependencies);
  const attemptId = await pay(dependencies, access);
  const { db } = dependencies;
  const created = await db
    .selectFrom('orders')
    .innerJoin('documents', 'documents.orderId', 'orders.id')
    .where('attemptId', '=', attemptId)
    .select('orders.id')
    .executeTakeFirst();
  if (!created || !(await isEnqueued(db, `receipt:${created.id}`))) throw new CanaryFailed('order: not complete');
}

async function fillIn(dependencies: RehearsalDependencies): Promise<RegistrationAccess> {
  // `.invalid` accepts no mail, and the jobs that would send one are never committed.
  const newEmail = () => `${randomUUID()}@canary.invalid`;
  const { country: siteCountry } = dependencies.sites.main;
  const context = { language, referrerKey: null, anonymousId: null, siteCountry, provenEmail: null };
  const parent = { firstName: 'Canary', lastName: 'Test', email: newEmail(), ...phone };
  const details = { parent, knowsCoParentEmail: true, referral: { selection: 'SEARCH' } };
  const registration = await startRegistration(dependencies, { body: createRegistration.body.parse(details), context });
  const { signupId, registrationKey } = accepted('details', registration);
  const access = { signupId, registrationKey };
  const family = updateFamily.body.parse({
    coParent: { firstName: 'Other', lastName: 'Test', email: newEmail() },
    children: [{ firstName: 'Child', lastName: 'Test' }],
  });
  accepted('family', await saveFamily(dependencies, { access, body: family }));
  const billing = updateRoute.body.parse({
    parent: { ...parent, timeZone: 'America/Chicago' },
    address,
    sections: ['PARENT', 'ADDRESS'],
  });
  accepted('billing', await updateRegistration(dependencies, { access, body: billing, context }));
  return access;
}

/** Returns the attempt's id. */
async function pay(dependencies: RehearsalDependencies, access: RegistrationAccess): Promise<string> {
  const { packages } = await listPackages(dependencies, {
    query: listRoute.query.parse({ countryCode: '1', phoneNumber: phone.phoneNumber, country: address.country }),
    language,
    context: { experimentsIn, inviterPriceList: null },
  });
  const packageId = packages.find(({ buildYourOwn }) => !buildYourOwn)?.id;
  if (packageId === undefined) throw new CanaryFailed('packages: none is offered');
  const order = { packageId, productId: null, services: [] };
  const selection = { orderDetail: order, payForCoparent: false, paymentCodes: [] };
  const priced = await priceRegistration(dependencies, { access, body: selection, language, experimentsIn });
  const { totals, taxId } = accepted('price', priced);
  const payment = {
    amountDisplayed: totals.total,
    taxAmountDisplayed: totals.taxAmount,
    taxId,
    paymentType: 'CREDIT_CARD',
    nonce: 'canary',
    storePaymentOnFile: true,
  };
  const attempt = await payRegistration(dependencies, {
    access,
    provenEmail: null,
    idempotencyKey: randomUUID(),
    body: payRoute.body.parse({ payment, order, agreedToTerms: true }),
    language,
    experimentsIn,
    anonymousId: null,
  });
  return accepted('payment', attempt).id;
}

async function openPage(site: Site): Promise<void> {
  const answer = await fetch(addressAt(site, '/'), { signal: AbortSignal.timeout(pageTimeoutMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new CanaryFailed(`page of ${site.country}: ${answer.status}`);
}

type CanaryPart = { name: string; try: (dependencies: JobDependencies & { rollBack: RollBack }) => Promise<unknown> };

/** The parts of a sign-up, each tried separately: the site from outside, the gateway, and everything in between. */
const parts: readonly CanaryPart[] = [
  { name: 'page', try: async ({ sites }) => void (await Promise.all(sites.all.map(openPage))) },
  { name: 'gateway', try: ({ gateway }) => gateway.clientToken({ country: 'US' }) },
  {
    name: 'sign-up',
    try: (dependencies) => dependencies.rollBack((db) => signUp(rehearsalDependencies(dependencies, db))),
  },
];

export const canaryParts: readonly string[] = parts.map(({ name }) => name);

/** Runs once a minute, if enabled. Never fails: its results are counted, and alarms watch the counters. */
export const runCanary: Job = {
  run: async (dependencies) => {
    const { rollBack, log, metrics } = dependencies;
    if (!rollBack) return;
    for (const part of parts) {
      const problem = await part.try({ ...dependencies, rollBack }).then(
        () => null,
        (reason: unknown) => (reason instanceof Error ? reason.message : 'unknown'),
      );
      metrics?.canaryRan({ part: part.name, outcome: problem === null ? 'passed' : 'failed' });
      if (problem !== null) log.error({ part: part.name, message: problem }, 'canary failed');
    }
  },
};
