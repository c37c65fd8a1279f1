import * as z from 'zod/mini';
import { servedCountries } from '../../fields/countries.ts';
import { languages } from '../../fields/languages.ts';
import { priceLists } from '../../sign-up/price-lists.ts';
import { publicHeaders } from '../headers.ts';
import { packageCard, pricingQuery } from '../packages.ts';
import { route } from '../route.ts';
import { offeredAction } from './staff-people.ts';

/** All prices, by version: drafts, the current one, earlier ones, and scheduled ones. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-growth', limits: ['staff-read'] } as const;

export const priceVersionStates = ['DRAFT', 'SCHEDULED', 'IN_FORCE', 'PAST', 'WITHDRAWN'] as const;

const version = z.object({
  number: z.int(),
  title: z.string(),
  state: z.enum(priceVersionStates),
  copiedFrom: z.nullable(z.int()),
  /** Of its last effective publication. */
  inForceFrom: z.nullable(z.iso.datetime()),
});
export type PriceVersionView = z.output<typeof version>;

export const listPriceVersions = route({
  method: 'GET',
  path: '/v2/staff/price-versions',
  ...console,
  summary: 'List price versions, latest first',
  answer: z.object({ versions: z.array(version) }),
});

const params = z.object({ number: z.coerce.number().check(z.int(), z.positive()) });

/** `list`: a price list, or OPTIONS. */
const priceRow = z.object({
  list: z.string(),
  item: z.string(),
  priceFormatted: z.string(),
  inForceFormatted: z.string(),
  isChanged: z.boolean(),
  /** Included in the price. */
  taxFormatted: z.nullable(z.string()),
});
export type PriceRow = z.output<typeof priceRow>;

export const readPriceVersion = route({
  method: 'GET',
  path: '/v2/staff/price-versions/:number',
  ...console,
  summary: 'Compare a price version with the one in force, with actions',
  params,
  /** `inForce`: the version to which it is compared. */
  answer: z.extend(version, { inForce: z.int(), rows: z.array(priceRow), offers: z.array(offeredAction) }),
});

export const viewPlansAs = route({
  method: 'GET',
  path: '/v2/staff/price-versions/:number/plans',
  ...console,
  summary: 'Preview plans and charges at the prices of a version',
  params,
  query: z.extend(pricingQuery, {
    country: z.optional(z.enum(servedCountries)),
    /** Of the inviter. */
    list: z.optional(z.enum(priceLists)),
    language: z._default(z.enum(languages), 'en'),
    /** In the treatment of every experiment, or in no experiment. */
    experiments: z._default(z.enum(['NONE', 'TREATMENT']), 'NONE'),
  }),
  answer: z.object({
    pricingGroupName: z.string(),
    plans: z.array(z.object({ card: packageCard, dueFormatted: z.string(), renewsAtFormatted: z.string() })),
  }),
});
