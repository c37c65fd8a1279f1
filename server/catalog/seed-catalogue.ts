import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { optionNames, packageNames, pricingGroups } from '#contract/api/packages.ts';
import type { Language } from '#contract/fields/languages.ts';
import { userRoles } from '#contract/sign-in/home-redirect.ts';
import { experiments } from '#contract/sign-up/experiments.ts';
import type { Db, Trx } from '../db/pool.ts';
import { newId } from '../new-id.ts';
import { firstVersion, pricesOf } from './price-version.ts';

/** Packages, options, features, pricing rules and coupons as an operator reads and edits them. */
const catalogueFile = new URL('./catalogue.json', import.meta.url);

const texts = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ en: z.object(shape), es: z.object(shape) });
const amount = z.int().min(0);
/** The amount of each entitlement: gigabytes, or 1 if it is only granted or not. */
const grants = z.record(z.string(), z.int().min(1));

/** A package, or an added option, is sold for a term of either length. */
const terms = { 1: { en: 'one year', es: 'un año' }, 2: { en: 'two years', es: 'dos años' } } as const;

const catalogue = z.object({
  packages: z.record(
    z.enum(packageNames),
    z.object({
      primaryFeatures: z.array(z.string()),
      secondaryFeatures: z.array(z.string()),
      texts: texts({ displayName: z.string(), description: z.string() }),
    }),
  ),
  /** Cards are in the order of their rows. */
  priceLists: z.record(
    z.string(),
    z.array(
      z.object({
        id: z.int(),
        packageName: z.enum(packageNames),
        years: z.literal([1, 2]),
        priceCents: amount,
        includedTaxCents: amount,
      }),
    ),
  ),
  features: z.array(
    z.object({
      name: z.string(),
      grants,
      optionName: z.string().nullable(),
      newFeature: z.boolean(),
      texts: texts({ text: z.string(), tooltipHeader: z.string(), tooltipText: z.string() }),
    }),
  ),
  /** Entitlements that do not depend on a current plan. */
  people: z.array(z.object({ grantedBy: z.enum([...userRoles, 'EVER_SUBSCRIBED']), grants })),
  options: z.array(
    z.object({
      code: z.string(),
      grants,
      optionName: z.enum(optionNames),
      priceCents: z.object({ 1: amount, 2: amount }),
      isDefault: z.boolean(),
      experiment: z.string().nullable(),
      texts: texts({ description: z.string() }),
    }),
  ),
  pricingRules: z.array(
    z.object({ phoneCountryCode: z.string(), areaCode: z.string(), pricingGroup: z.enum(pricingGroups) }),
  ),
  coupons: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['PERCENT', 'FIXED']),
      percent: z.int().nullable(),
      amountCents: z.int().nullable(),
      years: z.array(z.int()).nullable(),
      texts: texts({ description: z.string() }),
    }),
  ),
  demonstrationReferrers: z.array(
    z.object({
      key: z.string(),
      highestPercent: z.int(),
      validUntil: z.iso
        .datetime()
        .transform((instant) => new Date(instant))
        .nullable(),
    }),
  ),
  demonstrationCodes: z.array(
    z.object({
      code: z.string(),
      amountCents: amount,
      packageName: z.enum(packageNames).exclude(['CYO']).nullable(),
    }),
  ),
});

type Catalogue = z.infer<typeof catalogue>;

async function readCatalogue(): Promise<Catalogue> {
  return catalogue.parse(JSON.parse(await readFile(catalogueFile, 'utf8')));
}

/** A row per price: a package's texts are the same in every list, and a receipt names its term. */
function packageRows({ packages, priceLists }: Catalogue) {
  const sold = Object.entries(priceLists).flatMap(([priceList, rows]) => rows.map((row) => ({ priceList, ...row })));
  return sold.map((row, position) => {
    const { texts, ...features } = packages[row.packageName];
    const term = terms[row.years];
    const receiptText = (language: Language) => `${texts[language].displayName}, ${term[language]}`;
    const withReceipt = {
      en: { ...texts.en, receiptText: receiptText('en') },
      es: { ...texts.es, receiptText: receiptText('es') },
    };
    return { ...row, ...features, position, texts: withReceipt };
  });
}

function optionRows({ options }: Catalogue) {
  return ([1, 2] as const).flatMap((years) =>
    options.map(({ code, priceCents, grants: _, ...option }, position) => ({
      ...option,
      code: `${code}${years}`,
      years,
      priceCents: priceCents[years],
      position,
    })),
  );
}

/** One row for each entitlement of each feature and option, and of people. */
function grantRows({ features, options, people }: Catalogue) {
  const sources = [
    ...features.map(({ name, grants: granted }) => ({ grantedBy: name, granted })),
    ...options.flatMap(({ code, grants: granted }) =>
      ([1, 2] as const).map((years) => ({ grantedBy: `${code}${years}`, granted })),
    ),
    ...people.map(({ grantedBy, grants: granted }) => ({ grantedBy, granted })),
  ];
  return sources.flatMap(({ grantedBy, granted }) =>
    Object.entries(granted).map(([entitlement, quantity]) => ({ grantedBy, entitlement, quantity })),
  );
}

const withStoredTexts = <Row extends { texts: object }>(row: Row) => ({ ...row, texts: JSON.stringify(row.texts) });

/** If there are no price versions yet, the current prices become the first. */
async function beginVersions(trx: Trx): Promise<void> {
  const packages = await trx.selectFrom('packages').select(['id', 'priceCents', 'includedTaxCents']).execute();
  const options = await trx.selectFrom('packageOptions').select(['code', 'priceCents']).execute();
  await trx
    .insertInto('priceVersions')
    .values({
      number: firstVersion,
      title: 'The prices we began with',
      prices: JSON.stringify(pricesOf({ packages, options })),
      createdAt: sql<Date>`now()`,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Adds what the database lacks. Rows that an operator changed stay unchanged. */
export async function seedCatalogue(db: Db): Promise<Catalogue> {
  const data = await readCatalogue();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('packages')
      .values(packageRows(data).map(withStoredTexts))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('packageFeatures')
      .values(data.features.map(({ grants: _, ...feature }) => withStoredTexts(feature)))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('packageOptions')
      .values(optionRows(data).map(withStoredTexts))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('entitlementGrants')
      .values(grantRows(data))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('pricingRules')
      .values(data.pricingRules)
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('coupons')
      .values(data.coupons.map((row) => ({ ...withStoredTexts(row), id: newId(), needsCode: true })))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('experiments')
      .values(Object.entries(experiments).map(([key, { state, share }]) => ({ key, state, share })))
      .onConflict((on) => on.doNothing())
      .execute();
    await beginVersions(trx);
  });
  return data;
}
