import type { AnswerOf, QueryOf } from '#contract/api/route.ts';
import type {
  listPriceVersions,
  PriceRow,
  PriceVersionView,
  readPriceVersion,
  viewPlansAs,
} from '#contract/api/staff/staff-prices.ts';
import { formatCents } from '#contract/fields/money.ts';
import { type ExperimentStates, experiments } from '#contract/sign-up/experiments.ts';
import type { StaffActionName } from '#contract/staff/staff-actions.ts';
import { readCatalogAt } from '../catalog/catalog-reader.ts';
import type { Catalog } from '../catalog/package-repository.ts';
import { atVersion, stateOf } from '../catalog/price-version.ts';
import { readPriceVersions } from '../catalog/price-version-repository.ts';
import { type QuoteDependencies, quoteOrder } from '../checkout/quote-order.ts';
import { noOffer } from '../pricing/referrer.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { listPackages } from '../sign-up/list-packages.ts';
import { offersForSubject } from './offered-actions.ts';
import { type Item, itemsOf } from './price-items.ts';
import { readPricedVersion } from './priced-version.ts';
import type { StaffSession } from './staff-session.ts';

type Dependencies = Pick<QuoteDependencies, 'db' | 'clock'>;

function versionView(
  { number, title, copiedFrom }: { number: number; title: string; copiedFrom: number | null },
  { publications }: Catalog,
  at: Date,
): PriceVersionView {
  const standing = publications.filter(({ version, withdrawnAt }) => version === number && withdrawnAt === null);
  const inForceFrom = standing.at(-1)?.inForceFrom.toISOString() ?? null;
  return { number, title, copiedFrom, state: stateOf(number, publications, at), inForceFrom };
}

/** All price versions, the latest first. */
export async function listVersions({ db, clock }: Dependencies): Promise<AnswerOf<typeof listPriceVersions>> {
  const at = clock.now();
  const [catalog, versions] = await Promise.all([readCatalogAt(db, at), readPriceVersions(db)]);
  return { versions: versions.toReversed().map((version) => versionView(version, catalog, at)) };
}

const rowOf = ({ list, item, priceCents, includedTaxCents, inForceCents }: Item): PriceRow => ({
  list,
  item,
  priceFormatted: formatCents(priceCents),
  inForceFormatted: formatCents(inForceCents),
  isChanged: priceCents !== inForceCents,
  taxFormatted: includedTaxCents > 0 ? formatCents(includedTaxCents) : null,
});

const names: StaffActionName[] = [
  'CHANGE_PRICES',
  'PUBLISH_PRICES',
  'SCHEDULE_PRICES',
  'WITHDRAW_PRICES',
  'COPY_PRICES',
];

/** Every price of a version next to the one in force. */
export async function viewVersion(
  { db, clock }: Dependencies,
  { number, staff }: { number: number; staff: StaffSession },
): Promise<AnswerOf<typeof readPriceVersion> | Refusal<'NOT_FOUND'>> {
  const at = clock.now();
  const version = await readPricedVersion(db, { number, at });
  if (!version) return refuse('NOT_FOUND');
  return {
    ...versionView(version, version.catalog, at),
    inForce: version.inForce,
    rows: itemsOf(version).map(rowOf),
    offers: await offersForSubject(db, { names, roles: staff.roles, subject: String(number), at }),
  };
}

const statesIn = (all: 'NONE' | 'TREATMENT'): Partial<ExperimentStates> =>
  all === 'NONE' ? {} : Object.fromEntries(Object.keys(experiments).map((key) => [key, 'treatment' as const]));

type Looking = { number: number; query: QueryOf<typeof viewPlansAs> };

/** A preview of the plans page and of what each plan costs, by the site's own functions at a version's prices. */
export async function plansAs(
  dependencies: QuoteDependencies,
  { number, query }: Looking,
): Promise<AnswerOf<typeof viewPlansAs> | Refusal<'NOT_FOUND'>> {
  const { db, clock } = dependencies;
  const catalog = await readCatalogAt(db, clock.now());
  if (!catalog.prices.has(number)) return refuse('NOT_FOUND');
  const priced = atVersion(catalog, number);
  const looking = { ...dependencies, readCatalog: async () => priced };
  const states = statesIn(query.experiments);
  const context = { experimentsIn: async () => states, inviterPriceList: query.list ?? null };
  const { pricingGroupName, packages } = await listPackages(looking, { query, context, language: query.language });
  const listOf = (packageId: number) => priced.packages.find(({ id }) => id === packageId)?.priceList;
  const plans = await Promise.all(
    packages.map(async (card) => {
      const services = card.options.filter(({ isDefault }) => isDefault).map(({ optionCode }) => optionCode);
      const quoted = await quoteOrder(looking, {
        order: { packageId: card.id, productId: card.productId, services },
        payForCoParent: false,
        typedCodes: [],
        timeZone: 'UTC',
        address: null,
        offer: noOffer,
        // `listPackages` has chosen the price list for the country. Without an address, the price is before tax.
        buyer: {
          phoneCountryCode: `+${query.countryCode}`,
          phoneNumber: query.phoneNumber,
          inviterPriceList: listOf(card.id),
        },
        experimentsIn: context.experimentsIn,
      });
      if (isRefusal(quoted)) throw new Error(`Package ${card.id} is displayed but cannot be priced: ${quoted.refused}`);
      const { priced: due, renewal } = quoted.quote;
      return { card, dueFormatted: formatCents(due.total), renewsAtFormatted: formatCents(renewal.amountCents) };
    }),
  );
  return { pricingGroupName, plans };
}
