import * as z from 'zod/mini';
import { formatCents } from '#contract/fields/money.ts';
import { readCatalogAt } from '../../catalog/catalog-reader.ts';
import type { Catalog } from '../../catalog/package-repository.ts';
import { currentPlan } from '../../checkout/price-choice.ts';
import type { DbOrTrx } from '../../db/pool.ts';
import { billOfChoice, quoteChoice, scheduleChoice } from '../../plans/choices/choose-renewal.ts';
import { chargeDay } from '../../plans/renewal-due.ts';
import { isRefusal, refuse } from '../../refusal.ts';
import { type Subscription, subscriptionsHeldOrPaidBy } from '../../subscriptions/subscription-repository.ts';
import { personAction } from '../action.ts';

const asHeld = 'AS_HELD';

/** Packages on sale of the plan's list. Options of a build-your-own plan are for its payer to choose. */
function planInput(catalog: Catalog, subscription: Subscription) {
  const { priceList } = currentPlan(catalog, subscription).package;
  const sold = catalog.packages.filter((one) => one.priceList === priceList && one.onSale && one.packageName !== 'CYO');
  const options = sold.map(({ id, texts }) => ({ value: String(id), label: texts.en.receiptText }));
  return {
    kind: 'choice' as const,
    name: 'plan',
    label: 'Renews as',
    options: [{ value: asHeld, label: 'The plan they have, for one year' }, ...options],
  };
}

async function choosable(db: DbOrTrx, { user, at }: Omit<Parameters<typeof billOfChoice>[1], 'subscription'>) {
  const found: Subscription[] = [];
  for (const subscription of await subscriptionsHeldOrPaidBy(db, user.id))
    if (!isRefusal(await billOfChoice(db, { subscription, user, at }))) found.push(subscription);
  return found;
}

/** Chooses what a plan renews to, as its payer could; nothing is charged or changed before. */
export const chooseRenewal = personAction({
  inputs: z.strictObject({ plan: z.string() }),
  offer: async (db, { user, at }) => {
    const subscriptions = await choosable(db, { user, at });
    const catalog = subscriptions.length > 0 ? await readCatalogAt(db, at) : null;
    const offers = subscriptions.map(async (subscription) => ({
      subject: subscription.id,
      sentences: [
        `On ${await chargeDay(db, { subscription, at })}, ${subscription.userId === user.id ? 'their own plan' : 'the plan they pay for and someone else has'} renews as you choose, at the price of today or less. Nothing is charged or changed before.`,
        'Do it only if they have asked for it themselves.',
        'Its payer and its holder are emailed the plan, the term and the amount, and that the payer can change it until the day before.',
      ],
      inputs: catalog ? [planInput(catalog, subscription)] : [],
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
