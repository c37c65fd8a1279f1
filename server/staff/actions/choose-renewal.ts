import * as z from 'zod/mini';
import { formatCents } from '#contract/fields/money.ts';
import { readCatalogAt } from '../../catalog/catalog-reader.ts';
import type { Catalog } from '../../catalog/package-repository.ts';
import type { PriceList } from '../../catalog/pricing-group.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import type { Address } from '../../db/schema.ts';
import { billOfChoice, quoteChoice, scheduleChoice } from '../../plans/choices/choose-renewal.ts';
import { renewalListOf } from '../../plans/choices/renewal-list.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { isRefusal, refuse } from '../../refusal.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';

const asHeld = 'AS_HELD';

/** Packages on sale of the list offered. Options of a build-your-own plan are for its payer to choose. */
function planInput(catalog: Catalog, list: PriceList) {
  const sold = catalog.packages.filter((one) => one.priceList === list && one.onSale && one.packageName !== 'CYO');
  const options = sold.map(({ id, texts }) => ({ value: String(id), label: texts.en.receiptText }));
  return {
    kind: 'choice' as const,
    name: 'plan',
    label: 'Renews as',
    options: [{ value: asHeld, label: 'The plan they have, for one year' }, ...options],
  };
}

async function choosable(db: DbOrTrx, { user, at }: Omit<Parameters<typeof billOfChoice>[1], 'subscription'>) {
  const found: { subscription: Subscription; address: Address }[] = [];
  for (const subscription of await subscriptionsHeldOrPaidBy(db, user.id)) {
    const address = await billOfChoice(db, { subscription, user, at });
    if (!isRefusal(address)) found.push({ subscription, address });
  }
  return found;
}

/** Chooses what a plan renews to, as its payer could; nothing is charged or changed before. */
export const chooseRenewal = personAction({
  inputs: z.strictObject({ plan: z.string() }),
  offer: async (db, { user, at }) => {
    const found = await choosable(db, { user, at });
    if (found.length === 0) return [];
    const catalog = await readCatalogAt(db, at);
    const offers = found.map(async ({ subscription, address }) => ({
      subject: subscription.id,
      sentences: [
        `On ${await chargeDay(db, { subscription, at })}, ${subscription.userId === user.id ? 'their own plan' : 'the plan they pay for and someone else has'} renews as you choose, at the price of today or less. Nothing is charged or changed before.`,
        'Do it only if they have asked for it themselves.',
        'Its payer and its holder are emailed the plan, the term and the amount, and that the payer can change it until the day before.',
      ],
      inputs: [planInput(catalog, await renewalListOf(db, { subscription, catalog, user, address, experiments: {} }))],
    }));
    return Promise.all(offers);
  },
  effect: async (trx, { user, subject: subscriptionId, inputs: { plan }, at, dependencies }) => {
    const order = plan === asHeld ? null : { packageId: Number(plan), productId: null, services: [] };
    const { language } = user;
    const choosing = { user, subscriptionId, language, experiments: {}, order };
    const quoted = await quoteChoice({ ...dependencies, db: trx }, choosing);
    if (isRefusal(quoted)) return refuse('CONFLICT');
    const chosen = await scheduleChoice(trx, { quoted, user, language, form: 'staff-renewal-choice', at });
    if (isRefusal(chosen)) return refuse('CONFLICT');
    const { quote } = chosen.quoted;
    return [
      { label: 'Renews as', value: quote.texts.package.en },
      { label: 'Price', value: formatCents(quote.priced.total) },
    ];
  },
});
