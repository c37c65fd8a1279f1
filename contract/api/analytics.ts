import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { anonymousId } from '../fields/fields.ts';
import { languages } from '../fields/languages.ts';
import {
  type AnalyticsAction,
  type AnalyticsStep,
  analyticsPages,
  analyticsPaymentTypes,
  analyticsSteps,
} from '../sign-up/analytics-events.ts';
import { experimentKeys } from '../sign-up/experiments.ts';
import { publicHeaders } from './headers.ts';
import { pricingGroups } from './packages.ts';
import { route } from './route.ts';

/**
 * Events in Segment's protocol. Permitted contents are listed in `analytics-events.ts`, value by value; anything else
 * is dropped or refused before it is stored, so that no name, address or number of a person can get in (specification
 * 2.12).
 */
const properties = z.object({
  step: z.optional(z.enum(analyticsSteps)),
  invited: z.optional(z.boolean()),
  packageId: z.optional(z.int().check(z.minimum(1), z.maximum(9_999))),
  termYears: z.optional(z.union([z.literal(1), z.literal(2)])),
  pricingGroup: z.optional(z.enum(pricingGroups)),
  paymentType: z.optional(z.enum(analyticsPaymentTypes)),
});

const actions = ['Viewed', 'Submitted'] as const satisfies readonly AnalyticsAction[];
const eventNames = analyticsSteps.flatMap((step: AnalyticsStep) =>
  actions.map((action) => `${step} ${action}` as const),
);

const shared = {
  messageId: z.uuid(),
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
  properties: z._default(z.object({ path: z.optional(orElse(z.enum(analyticsPages), 'other')) }), {}),
});
export const identifyEvent = z.object({
  ...shared,
  type: z._default(z.literal('identify'), 'identify'),
  traits: z._default(z.object({ language: z.optional(z.enum(languages)) }), {}),
});
/**
 * A part of a page that an experiment decides about was shown. Not forwarded: stored once for each visitor and
 * iteration.
 */
export const exposureEvent = z.object({
  ...shared,
  type: z.literal('exposure'),
  experiment: z.enum(experimentKeys),
  state: z.enum(['control', 'treatment']),
});
export const analyticsEvent = z.union([
  exposureEvent,
  z.extend(trackEvent, { type: z.literal('track') }),
  z.extend(pageEvent, { type: z.literal('page') }),
  z.extend(identifyEvent, { type: z.literal('identify') }),
]);
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

export type Exposure = z.output<typeof exposureEvent>;
export type StorableEvent = Exclude<AnalyticsEvent, Exposure>;

const answer = z.object({ success: z.literal(true) });
const own = {
  method: 'POST',
  tag: 'Analytics',
  headers: publicHeaders,
  caller: 'anyone',
  limits: ['report-events'],
  answer,
} as const;

export const track = route({
  ...own,
  path: '/v1/track',
  summary: 'Record that a step was viewed or submitted',
  body: trackEvent,
});
export const page = route({ ...own, path: '/v1/page', summary: 'Record a page view', body: pageEvent });
export const identify = route({
  ...own,
  path: '/v1/identify',
  summary: "Record a browser's language",
  body: identifyEvent,
});
export const batch = route({
  ...own,
  path: '/v1/batch',
  summary: 'Record several events',
  body: z.object({ batch: z.array(analyticsEvent).check(z.minLength(1), z.maxLength(50)) }),
});
