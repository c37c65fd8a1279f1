import * as z from 'zod/mini';
import { id } from '../../fields/fields.ts';
import { announcementPlaces } from '../../staff/announcements.ts';
import { publicHeaders } from '../headers.ts';
import { route } from '../route.ts';
import { offeredAction } from './staff-people.ts';

/** Discounts, and what is switched off for everybody. */
const console = { tag: 'Staff', headers: publicHeaders, caller: 'staff-growth', limits: ['staff-read'] } as const;

const used = {
  uses: z.int(),
  mostUses: z.nullable(z.int()),
  endsAt: z.nullable(z.iso.datetime()),
  isOver: z.boolean(),
};

/** A coupon, or the discount of a referrer's links. */
const discount = z.object({
  key: z.string(),
  /** What it discounts, and its purpose, in words. */
  worth: z.string(),
  spentFormatted: z.string(),
  budgetFormatted: z.nullable(z.string()),
  ...used,
});
export type DiscountRow = z.output<typeof discount>;

const batch = z.object({
  id,
  madeFor: z.string(),
  worth: z.string(),
  spentFormatted: z.string(),
  budgetFormatted: z.string(),
  isDownloaded: z.boolean(),
  ...used,
});
export type BatchRow = z.output<typeof batch>;

const courtLink = z.object({ key: z.string(), name: z.string(), isOver: z.boolean() });

export const listCodes = route({
  method: 'GET',
  path: '/v2/staff/codes',
  ...console,
  summary: 'List coupons, code batches and referrers with their use and actions',
  answer: z.object({
    coupons: z.array(discount),
    batches: z.array(batch),
    referrers: z.array(discount),
    courtLinks: z.array(courtLink),
    offers: z.array(offeredAction),
  }),
});

const announcement = z.object({
  number: z.int(),
  place: z.enum(announcementPlaces),
  english: z.string(),
  spanish: z.string(),
  state: z.enum(['DRAFT', 'IN_FORCE', 'OVER']),
  publishedAt: z.nullable(z.iso.datetime()),
  endsAt: z.iso.datetime(),
});
export type AnnouncementRow = z.output<typeof announcement>;

export const listAnnouncements = route({
  method: 'GET',
  path: '/v2/staff/announcements',
  ...console,
  summary: 'List announcements with their actions',
  answer: z.object({ announcements: z.array(announcement), offers: z.array(offeredAction) }),
});

const killSwitch = z.object({
  key: z.string(),
  describes: z.string(),
  isOn: z.boolean(),
  changedAt: z.iso.datetime(),
  /** Who last switched it in the console, and why; null if nobody did. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type SwitchRow = z.output<typeof killSwitch>;

export const listSwitches = route({
  method: 'GET',
  path: '/v2/staff/switches',
  ...console,
  summary: 'List kill switches, with who used them and why',
  answer: z.object({ switches: z.array(killSwitch), offers: z.array(offeredAction) }),
});
