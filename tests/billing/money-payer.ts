import type { RefundOutcome, VoidOutcome } from '#server/gateways/payment/port.ts';
import { readUser } from '#server/identity/user-repository.ts';
import { invitedPays, invitedReadyToPay } from '../setup/invited.ts';
import type { TestSite } from '../setup/site.ts';
import { backupActs } from './backup-acts.ts';
import { choiceActs, isChoiceAct } from './choice-acts.ts';
import { coParentJoins } from './co-parent-joins.ts';
import type { SignsUp } from './many-sign-ups.ts';
import { mergeActs } from './merge-acts.ts';
import type { DayAct, Decision, Flow, MoneyTimeline, ProfessionalAct } from './money-timeline.ts';
import { buysBundle, buysPlan, mustBePaid, type ProfessionalPayer, professionalActs } from './professional-payer.ts';
import { type cardsOnFile, perform, type RealSubscriber, signUp } from './real-subscriber.ts';
import { isStaffAct, ownCode, staffActs } from './staff-acts.ts';
import type { Act } from './timeline.ts';

/**
 * `subscriber`: null for a professional. `random`: the payer's own generator, so that timelines do not depend on each
 * other.
 */
export type Payer = {
  userId: string;
  subscriber: RealSubscriber | null;
  professional: ProfessionalPayer | null;
  random: () => number;
};

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

type Bought = Pick<Payer, 'userId' | 'professional'>;
const forOneself = (userId: string): Bought => ({ userId, professional: null });
const forFamilies = (professional: ProfessionalPayer): Bought => ({ userId: professional.userId, professional });

const purchases: Record<Flow, (site: TestSite, signsUp: SignsUp, timeline: MoneyTimeline) => Promise<Bought>> = {
  alone: async (site, signsUp, timeline) => forOneself((await signUp(site, timeline, signsUp)).userId),
  for_two: async (_, signsUp) => forOneself((await signsUp({ payForCoparent: true })).userId),
  with_code: async (_, signsUp) => forOneself((await signsUp({ codes: ['HALF-OFF0-DEMO'] })).userId),
  invited: async (site) => {
    const invited = await invitedReadyToPay(site);
    mustBePaid(await invitedPays(site.app, invited));
    return forOneself(invited.userId);
  },
  professional: async (site) => forFamilies(await buysPlan(site)),
  bundle: async (site) => forFamilies(await buysBundle(site)),
};

type Paying = { signsUp: SignsUp; timeline: MoneyTimeline; random: () => number };

/** Makes the payer's first purchase, in the way that the timeline says. */
export async function pays(site: TestSite, { signsUp, timeline, random }: Paying): Promise<Payer> {
  const bought = await purchases[timeline.flow](site, signsUp, timeline);
  const subscriber = bought.professional === null ? await subscriberOf(site, bought.userId) : null;
  return { ...bought, subscriber, random };
}

/** Sets the outcome of the next void or refund of a transaction. */
export function refundFaults({ jobDependencies: { gateway } }: TestSite) {
  const faults = new Map<string, 'refund_lost' | 'refund_answer_lost' | 'refund_refused'>();
  const unknown = { outcome: 'unknown', cause: 'timeout' } as const;
  const refused = { outcome: 'refused', reason: 'declined', code: '2000' } as const;
  const [realVoid, realRefund] = [gateway.void, gateway.refund];
  const meet = async <T extends VoidOutcome | RefundOutcome>(
    transactionId: string,
    ask: () => Promise<T>,
  ): Promise<T | typeof unknown> => {
    const fault = faults.get(transactionId);
    if (fault === undefined || fault === 'refund_refused') return ask();
    faults.delete(transactionId);
    if (fault === 'refund_answer_lost') await ask();
    return unknown;
  };
  gateway.void = (request) => meet(request.transactionId, () => realVoid(request));
  gateway.refund = async (request) => {
    if (faults.get(request.transactionId) !== 'refund_refused')
      return meet(request.transactionId, () => realRefund(request));
    faults.delete(request.transactionId);
    return refused;
  };
  return {
    put: (transactionId: string, fault: 'refund_lost' | 'refund_answer_lost' | 'refund_refused') =>
      faults.set(transactionId, fault),
  };
}

export type World = {
  site: TestSite;
  cards: ReturnType<typeof cardsOnFile>;
  refunds: ReturnType<typeof refundFaults>;
};

const ownActs: ReadonlySet<string> = new Set<Act['kind']>(['card', 'cancel', 'resume', 'upgrade', 'refund', 'restart']);
const professionalKinds: ReadonlySet<string> = new Set<ProfessionalAct['kind']>([
  'pay_again',
  'unused_back',
  'parent_joins',
]);

/** Posts to the sandbox's `/control`. A refusal there is ignored, because it changes nothing. */
export async function control({ sandboxUrl }: TestSite, path: string, body: object = {}): Promise<{ id?: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${sandboxUrl}/control${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { id?: string };
}

/** Performs an action of a timeline, as far as it is currently possible. */
export async function act(world: World, payer: Payer, what: DayAct): Promise<void> {
  const { site, cards } = world;
  const { userId, subscriber, professional, random } = payer;
  if (ownActs.has(what.kind)) {
    if (subscriber) await perform(site, { act: what as Act, who: subscriber, put: cards.put });
    return;
  }
  if (professionalKinds.has(what.kind)) {
    if (professional) await professionalActs(site, professional, what as ProfessionalAct);
    return;
  }
  if (what.kind === 'co_parent_joins') return coParentJoins(site, userId);
  if (what.kind === 'backup' || what.kind === 'no_backup') {
    const token = await backupActs(site, { userId, keeps: what.kind === 'backup' });
    return void (token && cards.putBackup(token));
  }
  if (what.kind === 'own_code') return ownCode(site, userId);
  if (what.kind === 'merge') return mergeActs(site, payer, what);
  if (what.kind === 'decide') return decide(site, payer, what.decision);
  if (isChoiceAct(what)) return choiceActs(site, payer, what);
  if (isStaffAct(what)) return staffActs(site, payer, what);
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
    if (id && what.decision) await decideOne(site, payer, { id, amountCents, decision: what.decision });
  }
  if (what.kind === 'refund_lost' || what.kind === 'refund_answer_lost' || what.kind === 'refund_refused')
    world.refunds.put(transactionId, what.kind);
}

/** The bank decides a payer's disputes, as far as their current state allows. */
async function decide(site: TestSite, payer: Payer, decision: Decision): Promise<void> {
  const disputes = await site.dependencies.db
    .selectFrom('disputes')
    .select(['id', 'amountCents'])
    .where('userId', '=', payer.userId)
    .where('state', 'in', ['OPEN', 'DISPUTED', 'UNDER_REVIEW'])
    .orderBy('id')
    .execute();
  for (const dispute of disputes) await decideOne(site, payer, { ...dispute, decision });
}

async function decideOne(
  site: TestSite,
  { random }: Payer,
  { id, amountCents, decision }: { id: string; amountCents: number; decision: Decision },
): Promise<void> {
  const wonCents = Math.max(1, Math.floor(amountCents * random()));
  const body = decision === 'won_in_part' ? { status: 'won', wonCents } : { status: decision };
  await control(site, `/disputes/${id}`, body);
}
