import { randomUUID } from 'node:crypto';
import { after, minutes } from '#server/clock.ts';
import type { SaleOutcome, SaleRequest } from '#server/gateways/payment/port.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { sweepPayments } from '#server/jobs/reconcile-payment.ts';
import { unsettledAttempts } from '#server/payments/payment-attempt-repository.ts';
import { changeRenewal } from '#server/plans/change-renewal.ts';
import { chooseRenewal, quoteChoice } from '#server/plans/choices/choose-renewal.ts';
import { replacePaymentMethod } from '#server/plans/methods/replace-payment-method.ts';
import { quoteUpgrade } from '#server/plans/quote-upgrade.ts';
import { refundPayment } from '#server/plans/refunds/refund-payment.ts';
import { payRestart, priceRestart } from '#server/plans/restart-subscription.ts';
import { tryRenewalNow } from '#server/plans/try-renewal-now.ts';
import { payUpgrade } from '#server/plans/upgrade-plan.ts';
import { presentQuote } from '#server/pricing/quote.ts';
import type { StoredQuote } from '#server/pricing/stored-quote.ts';
import type { TestSite } from '../setup/site.ts';
import { drain, type Subscriber, subscribe } from '../setup/subscriber.ts';
import type { SignsUp } from './many-sign-ups.ts';
import { offers } from './subscriber-model.ts';
import type { Act, Card, Plan } from './timeline.ts';

const addressInRhodeIsland = {
  line1: '1 Ocean Drive',
  line2: '',
  city: 'Providence',
  region: 'RI',
  postalCode: '02903',
  country: 'US',
};

/** Stored cards with set responses. A response is lost only once per charge, so that a retry succeeds. */
export function cardsOnFile({ jobDependencies: { gateway } }: TestSite) {
  const byCustomer = new Map<string, Card>();
  const lostBefore = new Set<string>();
  const backups = new Set<string>();
  const realSale = gateway.sale;
  const unknown: SaleOutcome = { outcome: 'unknown', cause: 'timeout' };
  const answers: Record<Card, (request: SaleRequest) => Promise<SaleOutcome>> = {
    good: (request) => realSale(request),
    soft: async () => ({ outcome: 'declined', code: '2000', kind: 'soft', reason: 'card_declined' }),
    hard: async () => ({ outcome: 'declined', code: '2015', kind: 'hard', reason: 'card_declined' }),
    answer_lost: async (request) => {
      await realSale(request);
      return unknown;
    },
    question_lost: async () => unknown,
  };
  gateway.sale = (request) => {
    const { source } = request;
    const isBackup = 'paymentMethodToken' in source && backups.has(source.paymentMethodToken);
    const card = isBackup ? 'good' : (byCustomer.get(request.customer.id) ?? 'good');
    const again = lostBefore.has(request.orderId);
    if (card.endsWith('_lost')) lostBefore.add(request.orderId);
    return answers[again ? 'good' : card](request);
  };
  return {
    put: (customerId: string, card: Card) => byCustomer.set(customerId, card),
    putBackup: (token: string) => backups.add(token),
  };
}

export type RealSubscriber = Subscriber & { customerId: string };

function orderOf(plan: Plan) {
  const { id: packageId, years } = offers[plan];
  return plan.startsWith('CYO')
    ? { packageId, productId: `SUB${years}YEAR` as const, services: [`1GB${years}`] }
    : { packageId, productId: null, services: [] };
}

/** `signsUp`: another way to sign up, for runs with many people. */
export async function signUp(
  site: TestSite,
  { plan, taxed }: { plan: Plan; taxed: boolean },
  signsUp: SignsUp = (wish) => subscribe(site, wish),
): Promise<RealSubscriber> {
  const address = taxed ? { address: { address: addressInRhodeIsland, timeZone: 'America/New_York' } } : {};
  const subscriber = await signsUp({ ...orderOf(plan), ...address });
  const user = await readUser(site.dependencies.db, subscriber.userId);
  return { ...subscriber, customerId: user?.gatewayCustomerId ?? '' };
}

function shown(quote: StoredQuote) {
  const { taxId, totals } = presentQuote(quote, { language: 'en' });
  return {
    amountDisplayed: totals.total,
    taxAmountDisplayed: totals.taxAmount,
    taxId,
    paymentType: null,
    nonce: null,
    cardHolderName: null,
    pricingLocale: 'en-US',
    storePaymentOnFile: true as const,
  };
}

/** Performs an action as the account's pages would. A refusal is a valid answer, because the model predicts it. */
export async function perform(
  site: TestSite,
  { act, who, put }: { act: Act; who: RealSubscriber; put: (customerId: string, card: Card) => void },
): Promise<void> {
  const { jobDependencies: dependencies } = site;
  const user = await readUser(dependencies.db, who.userId);
  if (!user) throw new Error('The subscriber does not exist');
  const shared = { user, language: 'en' as const, experiments: {} };
  if (act.kind === 'card') {
    put(who.customerId, act.card);
    await replacePaymentMethod(dependencies, {
      ...shared,
      body: { nonce: 'fake-valid-visa-nonce', as: 'DEFAULT', cardHolderName: null },
    });
  }
  if (act.kind === 'cancel' || act.kind === 'resume')
    await changeRenewal(dependencies, { ...who, autoRenew: act.kind === 'resume' });
  if (act.kind === 'try') await tryRenewalNow(dependencies, who);
  if (act.kind === 'refund') await refundPayment(dependencies, who.userId);
  if (act.kind === 'upgrade') await upgrade(site, { who, shared });
  if (act.kind === 'choose') {
    const choosing = { ...shared, subscriptionId: who.subscriptionId, order: orderOf(act.plan) };
    const quoted = await quoteChoice(dependencies, choosing);
    if ('refused' in quoted) return;
    const { taxId } = presentQuote(quoted.quoted.quote, { language: 'en' });
    await chooseRenewal(dependencies, { ...choosing, taxId });
  }
  if (act.kind === 'restart') {
    const priced = await priceRestart(dependencies, { user, subscriptionId: who.subscriptionId });
    if ('refused' in priced) return;
    const body = { payment: shown(priced.quoted.quote), code: null };
    await payRestart(dependencies, {
      ...shared,
      subscriptionId: who.subscriptionId,
      body,
      idempotencyKey: randomUUID(),
    });
  }
}

type Shared = Parameters<typeof quoteUpgrade>[1] extends infer Request
  ? Omit<Request & { language: 'en' }, 'order'>
  : never;

async function upgrade(
  { jobDependencies: dependencies }: TestSite,
  { who, shared }: { who: RealSubscriber; shared: Shared },
): Promise<void> {
  const { packageId } = await dependencies.db
    .selectFrom('subscriptions')
    .select('packageId')
    .where('id', '=', who.subscriptionId)
    .executeTakeFirstOrThrow();
  const held = Object.values(offers).find(({ id }) => id === packageId);
  if (!held?.larger) return;
  const order = { packageId: offers[held.larger].id, productId: null, services: [] };
  const quoted = await quoteUpgrade(dependencies, { ...shared, order });
  if ('refused' in quoted) return;
  await payUpgrade(dependencies, {
    ...shared,
    body: { payment: shown(quoted.quote), order },
    idempotencyKey: randomUUID(),
  });
}

/**
 * Runs the jobs and reconciles lost responses. A sweep takes a few hundred attempts, so it is repeated until none is
 * left.
 */
export async function settle(site: TestSite): Promise<void> {
  const { db } = site.jobDependencies;
  await drain(site, { atOnce: 8, mails: false });
  site.clock.advance(minutes(4));
  for (let before = Infinity; ; ) {
    await sweepPayments.run(site.jobDependencies, {});
    await drain(site, { atOnce: 8, mails: false });
    const left = (await unsettledAttempts(db, { before: after(site.clock.now(), -minutes(3)), limit: 100_000 })).length;
    if (left === 0) return;
    if (left >= before) throw new Error(`${left} payments stay unsettled however often the gateway is asked`);
    before = left;
  }
}
