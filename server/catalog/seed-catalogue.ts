import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { optionNames, packageNames, pricingGroups } from '#contract/api/packages.ts';
import { experiments } from '#contract/experiments.ts';
import type { Db } from '../db/pool.ts';
import { newId } from '../new-id.ts';

/** Packages, options, features, pricing rules and coupons as an operator reads and edits them. */
const catalogueFile = new URL('./catalogue.json', import.meta.url);

const texts = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ en: z.object(shape), es: z.object(shape) });
const amount = z.int().min(0);

const catalogue = z.object({
  packages: z.array(
    z.object({
      id: z.int(),
      priceList: z.string(),
      packageName: z.enum(packageNames),
      years: z.int(),
      priceCents: amount,
      includedTaxCents: amount,
      position: z.int(),
      primaryFeatures: z.array(z.string()),
      secondaryFeatures: z.array(z.string()),
      texts: texts({ displayName: z.string(), description: z.string(), receiptText: z.string() }),
    }),
  ),
  features: z.array(
    z.object({
      name: z.string(),
      optionName: z.string().nullable(),
      newFeature: z.boolean(),
      texts: texts({ text: z.string(), tooltipHeader: z.string(), tooltipText: z.string() }),
    }),
  ),
  options: z.array(
    z.object({
      code: z.string(),
      optionName: z.enum(optionNames),
      years: z.int(),
      priceCents: amount,
      position: z.int(),
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

export type Catalogue = z.infer<typeof catalogue>;

export async function readCatalogue(): Promise<Catalogue> {
  return catalogue.parse(JSON.parse(await readFile(catalogueFile, 'utf8')));
}

const withStoredTexts = <Row extends { texts: object }>(row: Row) => ({ ...row, texts: JSON.stringify(row.texts) });

/** Adds what the database does not have yet. Rows an operator changed stay as they are. */
export async function seedCatalogue(db: Db): Promise<Catalogue> {
  const data = await readCatalogue();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('packages')
      .values(data.packages.map(withStoredTexts))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('packageFeatures')
      .values(data.features.map(withStoredTexts))
      .onConflict((on) => on.doNothing())
      .execute();
    await trx
      .insertInto('packageOptions')
      .values(data.options.map(withStoredTexts))
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
  });
  return data;
}
