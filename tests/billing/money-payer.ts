import { randomUUID } from 'node:crypto';
import type { BundleOffer } from '#contract/api/code-bundles.ts';
import { readUser } from '#server/identity/user-repository.ts';
import type { RefundOutcome, VoidOutcome } from '#server/gateways/payment/port.ts';
import { requestRefund } from '#server/payments/refund-repository.ts';
import { invitedPays, invitedReadyToPay } from '../setup/invited.ts';
import { ask, openFamily, payPlan, signedInProfessional } from '../setup/professional.ts';
import type { TestSite } from '../setup/site.ts';
import { subscribe } from '../setup/subscriber.ts';
import type { DayAct, Decision, Flow, MoneyTimeline } from './money-timeline.ts';
import { type cardsOnFile, perform, type RealSubscriber, signUp } from './real-subscriber.ts';
import type { Act } from './timeline.ts';

/** `subscriber`: of whoever pays for a plan of their own. */
export type Payer = { userId: string; subscriber: RealSubscriber | null };

async function subscriberOf({ dependencies: { db } }: TestSite, userId: string): Promise<RealSubscriber> {
  const { id, periodEnd } = await db
    .selectFrom('subscriptions')
    .select(['id', 'periodEnd'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const user = await readUser(db, userId);
  return {
    userId,
    email: user?.email ?? '',
    coParentEmail: '',
    subscriptionId: id,
    periodEnd,
    customerId: user?.gatewayCustomerId ?? '',
  };
}

const paid = ({ status, body }: { status: number; body: { outcome?: string } }) => {
  if (body.outcome !== 'PAID') throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
};

async function buyBundle(site: TestSite): Promise<string> {
  const professional = await signedInProfessional(site);
  const started = await ask<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const { bundleId, offer } = started.body;
  const payment = { amountDisplayed: offer.totalCents, paymentType: 'CREDIT_CARD', nonce: 'fake-valid-visa-nonce' };
  const headers = { 'idempotency-key': randomUUID() };
  paid(await ask(site, professional, `/code-bundles/${bundleId}/payments`, { body: { payment }, headers }));
  return professional.userId;
}

const purchases: Record<Flow, (site: TestSite, timeline: MoneyTimeline) => Promise<string>> = {
  alone: async (site, timeline) => (await signUp(site, timeline)).userId,
  for_two: async (site) => (await subscribe(site, { payForCoparent: true })).userId,
  with_code: async (site) => (await subscribe(site, { codes: ['HALF-OFF0-DEMO'] })).userId,
  invited: async (site) => {
    const invited = await invitedReadyToPay(site);
    paid(await invitedPays(site.app, invited));
    return invited.userId;
  },
  professional: async (site) => {
    const professional = await signedInProfessional(site);
    const { familyId, parents } = await openFamily(site, professional);
    paid(await payPlan(site, professional, familyId, { parentIds: parents.map(({ userId }) => userId) }));
    return professional.userId;
  },
  bundle: buyBundle,
};

/** Somebody pays for the first time, in one of the ways there are. */
export async function pays(site: TestSite, timeline: MoneyTimeline): Promise<Payer> {
  const userId = await purchases[timeline.flow](site, timeline);
  const isOwn = timeline.flow !== 'professional' && timeline.flow !== 'bundle';
  return { userId, subscriber: isOwn ? await subscriberOf(site, userId) : null };
}

/** Sets what becomes of the next request to give back money of a payment: voids and refunds alike. */
export function refundTrouble({ jobDependencies: { gateway } }: TestSite) {
  const troubles = new Map<string, 'refund_lost' | 'refund_answer_lost' | 'refund_refused'>();
  const unknown = { outcome: 'unknown', cause: 'timeout' } as const;
  const refused = { outcome: 'refused', reason: 'declined', code: '2000' } as const;
  const [realVoid, realRefund] = [gateway.void, gateway.refund];
  const meet = async <T extends VoidOutcome | RefundOutcome>(
    transactionId: string,
    ask: () => Promise<T>,
  ): Promise<T | typeof unknown> => {
    const trouble = troubles.get(transactionId);
    if (trouble === undefined || trouble === 'refund_refused') return ask();
    troubles.delete(transactionId);
    if (trouble === 'refund_answer_lost') await ask();
    return unknown;
  };
  gateway.void = (request) => meet(request.transactionId, () => realVoid(request));
  gateway.refund = async (request) => {
    if (troubles.get(request.transactionId) !== 'refund_refused')
      return meet(request.transactionId, () => realRefund(request));
    troubles.delete(request.transactionId);
    return refused;
  };
  return {
    put: (transactionId: string, trouble: 'refund_lost' | 'refund_answer_lost' | 'refund_refused') =>
      troubles.set(transactionId, trouble),
  };
}

export type World = {
  site: TestSite;
  cards: ReturnType<typeof cardsOnFile>;
  refunds: ReturnType<typeof refundTrouble>;
  random: () => number;
};

const ownActs: ReadonlySet<string> = new Set<Act['kind']>(['card', 'cancel', 'resume', 'upgrade', 'refund', 'restart']);

/** Asks the sandbox's `/control`; what it refuses from here changes nothing. */
export async function control({ sandboxUrl }: TestSite, path: string, body: object = {}): Promise<{ id?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/control${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { id?: string };
}

/** Does what a timeline says, as far as it can be done now. */
export async function act(world: World, { userId, subscriber }: Payer, what: DayAct): Promise<void> {
  const { site, cards, random } = world;
  if (ownActs.has(what.kind)) {
    if (subscriber) await perform(site, { act: what as Act, who: subscriber, put: cards.put });
    return;
  }
  if (what.kind === 'decide') return decide(world, { userId, ...what });
  const orders = await site.dependencies.db
    .selectFrom('orders')
    .select(['id', 'userId', 'transactionId', 'totalCents', 'createdAt'])
    .where('userId', '=', userId)
    .where('transactionId', 'is not', null)
    .orderBy('id')
    .execute();
  const order = orders[Math.floor(random() * orders.length)];
  if (!order?.transactionId) return;
  const { transactionId, totalCents } = order;
  if (what.kind === 'dispute') {
    const amountCents = Math.max(1, Math.floor((totalCents * what.percent) / 100));
    const { id } = await control(site, '/disputes', { transactionId, amountCents });
    if (id && what.decision) await decideOne(world, { id, amountCents, decision: what.decision });
  }
  if (what.kind === 'support_refund') await supportRefunds(site, { order: { ...order, transactionId }, ...what });
  if (what.kind === 'refund_lost' || what.kind === 'refund_answer_lost' || what.kind === 'refund_refused')
    world.refunds.put(transactionId, what.kind);
}

/** The bank decides about somebody's disputes, as far as they can come to that from where they are. */
async function decide(world: World, { userId, decision }: { userId: string; decision: Decision }): Promise<void> {
  const disputes = await world.site.dependencies.db
    .selectFrom('disputes')
    .select(['id', 'amountCents'])
    .where('userId', '=', userId)
    .where('state', 'in', ['OPEN', 'DISPUTED', 'UNDER_REVIEW'])
    .orderBy('id')
    .execute();
  for (const dispute of disputes) await decideOne(world, { ...dispute, decision });
}

async function decideOne(
  { site, random }: World,
  { id, amountCents, decision }: { id: string; amountCents: number; decision: Decision },
): Promise<void> {
  const wonCents = Math.max(1, Math.floor(amountCents * random()));
  const body = decision === 'won_in_part' ? { status: 'won', wonCents } : { status: decision };
  await control(site, `/disputes/${id}`, body);
}

/** A part of what is left of a payment, as support promises it. */
async function supportRefunds(
  { dependencies: { db }, clock }: TestSite,
  {
    order,
    percent,
  }: { order: { id: string; userId: string; transactionId: string; totalCents: number }; percent: number },
): Promise<void> {
  const { id: orderId, userId, transactionId, totalCents } = order;
  const refunds = await db
    .selectFrom('refunds')
    .select('amountCents')
    .where('orderId', '=', orderId)
    .where('state', 'not in', ['FAILED', 'WITHDRAWN'])
    .execute();
  const disputes = await db.selectFrom('disputes').select('amountCents').where('orderId', '=', orderId).execute();
  const gone = [...refunds, ...disputes].reduce((total, { amountCents }) => total + amountCents, 0);
  const amountCents = Math.floor(((totalCents - gone) * percent) / 100);
  if (amountCents <= 0) return;
  await db
    .transaction()
    .execute((trx) =>
      requestRefund(trx, { orderId, userId, transactionId, amountCents, reason: 'BY_SUPPORT', at: clock.now() }),
    );
}
