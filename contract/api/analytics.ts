import * as z from 'zod/mini';
import { type AnalyticsAction, type AnalyticsStep, analyticsSteps } from '../analytics-events.ts';
import { anonymousId } from '../fields.ts';
import { publicHeaders } from './headers.ts';
import { route } from './route.ts';

/**
 * Events in Segment's protocol. What may be said is listed here, member by member; anything else is dropped before it is
 * stored, so that no name, address or number of a person can come in (specification 2.12).
 */
const word = z.string().check(z.regex(/^[A-Za-z0-9 ._:/-]{1,64}$/));

const properties = z.object({
  step: z.optional(z.enum(analyticsSteps)),
  invited: z.optional(z.boolean()),
  packageId: z.optional(z.int()),
  packageName: z.optional(word),
  termYears: z.optional(z.union([z.literal(1), z.literal(2)])),
  pricingGroup: z.optional(word),
  paymentType: z.optional(word),
  language: z.optional(z.enum(['en', 'es'])),
  experiment: z.optional(word),
  path: z.optional(z.string().check(z.regex(/^\/app\/[a-z0-9/-]{0,60}$/))),
});

const actions = ['Viewed', 'Submitted'] as const satisfies readonly AnalyticsAction[];
const eventNames = analyticsSteps.flatMap((step: AnalyticsStep) => actions.map((action) => `${step} ${action}` as const));

const shared = {
  messageId: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)),
  anonymousId,
  /** When it happened, by the browser's clock. */
  timestamp: z.optional(z.iso.datetime()),
};

export const trackEvent = z.object({
  ...shared,
  type: z._default(z.literal('track'), 'track'),
  event: z.enum(eventNames),
  properties: z._default(properties, {}),
});
export const pageEvent = z.object({
  ...shared,
  type: z._default(z.literal('page'), 'page'),
  name: z.optional(word),
  properties: z._default(properties, {}),
});
export const identifyEvent = z.object({
  ...shared,
  type: z._default(z.literal('identify'), 'identify'),
  traits: z._default(z.pick(properties, { language: true }), {}),
});
export const analyticsEvent = z.union([
  z.extend(trackEvent, { type: z.literal('track') }),
  z.extend(pageEvent, { type: z.literal('page') }),
  z.extend(identifyEvent, { type: z.literal('identify') }),
]);
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

const answer = z.object({ success: z.literal(true) });
const describe = { method: 'POST', tag: 'Analytics', headers: publicHeaders, answer } as const;

export const track = route({ ...describe, path: '/v1/track', summary: 'A step was seen or submitted', body: trackEvent });
export const page = route({ ...describe, path: '/v1/page', summary: 'A page was seen', body: pageEvent });
export const identify = route({ ...describe, path: '/v1/identify', summary: 'A browser says its language', body: identifyEvent });
export const batch = route({
  ...describe,
  path: '/v1/batch',
  summary: 'Several events at once',
  body: z.object({ batch: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(50)) }),
});
