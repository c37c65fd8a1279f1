import { randomUUID } from 'node:crypto';
import type { BundleOffer } from '#contract/api/professionals/code-bundles.ts';
import type { UnpaidOrder } from '#contract/api/professionals/unpaid-orders.ts';
import { ask as askAs, openFamily, payPlan, signedInProfessional } from '../setup/professional.ts';
import type { TestSite } from '../setup/site.ts';
import { signedIn } from '../setup/subscriber.ts';
import type { ProfessionalAct } from './money-timeline.ts';

/** A professional who has paid. `had`: the API path of what they bought, below which it can be refunded. */
export type ProfessionalPayer = { userId: string; had: string; parentIds: string[] };

type Paying = { status: number; body: { outcome?: string } };

export function mustBePaid({ status, body }: Paying): void {
  if (body.outcome !== 'PAID') throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
}

const cardOf = (amountDisplayed: number, nonce = 'fake-valid-visa-nonce') => ({
  payment: { amountDisplayed, paymentType: 'CREDIT_CARD', nonce },
});
const newKey = () => ({ 'idempotency-key': randomUUID() });

export async function buysPlan(site: TestSite): Promise<ProfessionalPayer> {
  const professional = await signedInProfessional(site);
  const { familyId, parents } = await openFamily(site, professional);
  const parentIds = parents.map(({ userId }) => userId);
  mustBePaid(await payPlan(site, professional, familyId, { parentIds }));
  return { userId: professional.userId, had: `/cases/${familyId}`, parentIds };
}

export async function buysBundle(site: TestSite): Promise<ProfessionalPayer> {
  const professional = await signedInProfessional(site);
  const started = await askAs<{ bundleId: string; offer: BundleOffer }>(site, professional, '/code-bundles', {
    body: { packageId: 1001, size: 5 },
  });
  const { bundleId, offer } = started.body;
  const path = `/code-bundles/${bundleId}`;
  mustBePaid(
    await askAs(site, professional, `${path}/payments`, { body: cardOf(offer.totalCents), headers: newKey() }),
  );
  return { userId: professional.userId, had: path, parentIds: [] };
}

/** Performs the action as far as it is currently possible. Days pass between actions, so each signs in first. */
export async function professionalActs(site: TestSite, payer: ProfessionalPayer, act: ProfessionalAct): Promise<void> {
  const { userId, had, parentIds } = payer;
  const { db } = site.dependencies;
  if (act.kind === 'parent_joins') {
    const [parent] = parentIds;
    if (parent) await db.updateTable('users').set({ status: 'ACTIVE' }).where('id', '=', parent).execute();
    return;
  }
  const headers = await signedIn(site, userId);
  const callProfessional = <T>(path: string, call?: Parameters<typeof askAs>[3]) =>
    askAs<T>(site, { headers }, path, call);
  if (act.kind === 'unused_back') return mustBeAnswered(await callProfessional(`${had}/refund`, { method: 'POST' }));
  const { body } = await callProfessional<{ orders: UnpaidOrder[] }>('/unpaid-orders');
  for (const { orderId, total } of body.orders) {
    const call = { body: cardOf(total, 'fake-valid-mastercard-nonce'), headers: newKey() };
    mustBeAnswered(await callProfessional(`/unpaid-orders/${orderId}/payments`, call));
  }
}

/** A refusal is a valid answer; a server error is not. */
function mustBeAnswered({ status, body }: { status: number; body: unknown }): void {
  if (status >= 500) throw new Error(`A professional was answered ${status}: ${JSON.stringify(body)}`);
}
